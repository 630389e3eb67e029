// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Synchronization

/// Keeps the number of machines at a time near that of the processors, so that time limits mean something.
final class Slots: Sendable {
    /// A place for one machine, given back when it is released.
    final class Slot: Sendable {
        fileprivate init() {}

        deinit {
            Slots.shared.giveBack()
        }
    }

    static let shared = Slots()

    private struct State {
        var free = max(2, ProcessInfo.processInfo.activeProcessorCount)
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Waits for a free place.
    func take() async -> Slot {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        return Slot()
    }

    private func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
