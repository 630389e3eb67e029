// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Synchronization

@testable import OnCueCatalog

/// A clock that stands still until a test lets time pass.
final class ManualClock: Sendable {
    private struct State {
        var now: Int64 = 1_800_000_000
        var number = 0
        var sleepers: [Int: (Duration, CheckedContinuation<Bool, Never>)] = [:]
    }

    private let state = Mutex(State())
    /// Each sleep that begins.
    let sleeps: AsyncStream<Duration>
    private let told: AsyncStream<Duration>.Continuation

    init() {
        (sleeps, told) = AsyncStream.makeStream(of: Duration.self)
    }

    var now: Int64 { state.withLock { $0.now } }

    /// True while somebody waits for time to pass.
    var isAwaited: Bool { state.withLock { !$0.sleepers.isEmpty } }

    func advance(_ seconds: Int64) {
        state.withLock { $0.now += seconds }
    }

    /// Lets the time of all sleepers pass.
    func wakeAll() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [:] }
            let longest = state.sleepers.values.map(\.0).max() ?? .zero
            state.now += Int64(longest / .seconds(1))
            return state.sleepers.values.map(\.1)
        }
        for sleeper in sleepers { sleeper.resume(returning: true) }
    }

    var library: LibraryClock {
        LibraryClock(now: { self.now }, sleep: { await self.sleep($0) })
    }

    private func sleep(_ duration: Duration) async -> Bool {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.sleepers[number] = (duration, continuation) }
                // A task that was cancelled before has called the handler in vain.
                if Task.isCancelled { cancel(number) } else { told.yield(duration) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        state.withLock { $0.sleepers.removeValue(forKey: number) }?.1.resume(returning: false)
    }
}
