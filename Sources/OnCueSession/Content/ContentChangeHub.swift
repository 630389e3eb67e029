// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import Synchronization

/// Distributes the changes of a content source to all listeners.
///
/// A slow listener receives the changes that it missed as one, so that nothing is lost and nothing accumulates.
package final class ContentChangeHub: Sendable {
    private struct State {
        var listeners: [UInt64: AsyncStream<ContentChange>.Continuation] = [:]
        var lastNumber: UInt64 = 0
        var isFinished = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Changes from now on; the stream ends with ``finish()``.
    package func listen() -> AsyncStream<ContentChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ContentChange.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> UInt64? in
            guard !state.isFinished else { return nil }
            state.lastNumber += 1
            state.listeners[state.lastNumber] = continuation
            return state.lastNumber
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    package func tell(_ change: ContentChange) {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners {
            // A change that has not been received yet is returned, and sent again merged with the new one.
            if case .dropped(let missed) = listener.yield(change) { listener.yield(missed.merged(with: change)) }
        }
    }

    package func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
