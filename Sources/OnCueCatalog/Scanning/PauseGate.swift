// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Synchronization

/// Blocks threads while it is closed. Safe from any thread.
final class PauseGate: Sendable {
    private let state = Mutex((isClosed: false, isDone: false, waiting: 0))
    private let semaphore = DispatchSemaphore(value: 0)

    /// Blocks while the gate is closed.
    func pass() {
        while mustWait() { semaphore.wait() }
    }

    /// Closes the gate, unless it was opened for good.
    func close() {
        state.withLock { $0.isClosed = !$0.isDone }
    }

    func open(forGood isDone: Bool = false) {
        let waiting = state.withLock { state in
            let waiting = state.waiting
            state = (false, state.isDone || isDone, 0)
            return waiting
        }
        for _ in 0..<waiting { semaphore.signal() }
    }

    private func mustWait() -> Bool {
        state.withLock { state in
            if state.isClosed { state.waiting += 1 }
            return state.isClosed
        }
    }
}
