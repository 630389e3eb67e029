// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSession
import Synchronization

/// Time between events of triggers that passes when a test says so.
final class ManualTriggerClock: Sendable {
    private struct State: Sendable {
        var passed: Duration = .zero
        var last = 0
        var sleepers: [Int: (due: Duration, continuation: CheckedContinuation<Bool, Never>)] = [:]
    }

    private let state = Mutex(State())

    var clock: TriggerClock {
        TriggerClock(passed: { self.state.withLock(\.passed) }, sleep: { try await self.sleep(until: $0) })
    }

    /// Lets time pass, and wakes those who waited for it.
    func advance(by time: Duration) {
        let due = state.withLock { state in
            state.passed += time
            let due = state.sleepers.filter { $0.value.due <= state.passed }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.due < $1.due }.map(\.continuation)
        }
        for sleeper in due { sleeper.resume(returning: true) }
    }

    private func sleep(until due: Duration) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if due <= state.passed { return true }
                    state.sleepers[number] = (due, continuation)
                    return nil
                }
                if let isDue { continuation.resume(returning: isDue) }
                // Who was cancelled in between has found nobody to wake.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
        if !isOver { throw CancellationError() }
    }

    private func cancel(_ number: Int) {
        state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(returning: false)
    }

    deinit {
        for sleeper in state.withLock({ $0.sleepers.values.map(\.continuation) }) { sleeper.resume(returning: false) }
    }
}
