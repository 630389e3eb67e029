// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Synchronization

/// A clock on the wall in the test's hand.
final class ManualWallClock: Sendable {
    private struct State {
        var now: Int
        var last = 0
        var sleepers: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    /// What was waited for.
    let waits = EventLog<Int>()
    private let state: Mutex<State>

    init(_ now: Int) { state = Mutex(State(now: now)) }

    var sleepers: Int { state.withLock { $0.sleepers.count } }

    var clock: ClockTriggerSource.Clock {
        ClockTriggerSource.Clock(
            now: { self.state.withLock(\.now) }, offset: { _ in 0 }, sleep: { try await self.sleep(until: $0) })
    }

    /// Sets the clock, which wakes up whoever waits.
    func set(_ now: Int) {
        let woken = state.withLock { state in
            state.now = now
            defer { state.sleepers = [:] }
            return state.sleepers.values.map(\.self)
        }
        for sleeper in woken { sleeper.resume(returning: true) }
    }

    private func sleep(until due: Int) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = Task.isCancelled
                if !isCancelled { state.withLock { $0.sleepers[number] = continuation } }
                if isCancelled { continuation.resume(returning: false) } else { waits.append(due) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.resume(returning: false)
        }
        if !isOver { throw CancellationError() }
    }
}
