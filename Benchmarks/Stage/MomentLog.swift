// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Synchronization

/// Moments at which something happened, for one who waits for them in their order.
final class MomentLog: Sendable {
    private struct State {
        var moments: [ContinuousClock.Instant] = []
        var waiting: (number: Int, answer: CheckedContinuation<ContinuousClock.Instant?, Never>)?
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// It happened now.
    func note() {
        let now = ContinuousClock.now
        let waiting = state.withLock { state -> CheckedContinuation<ContinuousClock.Instant?, Never>? in
            guard let waiting = state.waiting else {
                state.moments.append(now)
                return nil
            }
            state.waiting = nil
            return waiting.answer
        }
        waiting?.resume(returning: now)
    }

    /// The next moment, which may have been already; `nil` when none comes in time.
    func next(within limit: Duration) async -> ContinuousClock.Instant? {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let timeout = Task { [weak self] in
            if (try? await Task.sleep(for: limit)) != nil { self?.giveUp(number) }
        }
        defer { timeout.cancel() }
        return await withCheckedContinuation { continuation in
            let known = state.withLock { state -> ContinuousClock.Instant? in
                if !state.moments.isEmpty { return state.moments.removeFirst() }
                state.waiting = (number, continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    private func giveUp(_ number: Int) {
        let waiting = state.withLock { state -> CheckedContinuation<ContinuousClock.Instant?, Never>? in
            guard let waiting = state.waiting, waiting.number == number else { return nil }
            state.waiting = nil
            return waiting.answer
        }
        waiting?.resume(returning: nil)
    }
}
