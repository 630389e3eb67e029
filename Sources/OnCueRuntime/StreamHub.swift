// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Synchronization

/// Something that others can listen to from any isolation, each by a stream of its own. On the media actor, where no
/// buffer is needed, a ``Broadcast`` is enough.
///
/// A slow listener never holds the others up, and never has more than a bounded number of values waiting.
package final class StreamHub<Value: Sendable>: Sendable {
    /// The handling of values for which a slow listener has no room.
    package enum Policy: Sendable {
        /// If more than this many values wait, the oldest are lost.
        case newest(Int)
        /// Waiting values are merged into one.
        case merging(@Sendable (_ missed: Value, _ new: Value) -> Value)
    }

    private struct State {
        var listeners: [UInt64: AsyncStream<Value>.Continuation] = [:]
        var lastNumber: UInt64 = 0
        var isFinished = false
    }

    private let policy: Policy
    private let state = Mutex(State())

    package init(_ policy: Policy) { self.policy = policy }

    /// Whether anyone listens.
    package var isHeard: Bool { state.withLock { !$0.listeners.isEmpty } }

    /// Returns a stream of the values from now on, after an optional first one; it ends with ``finish()``.
    package func listen(beginningWith first: Value? = nil) -> AsyncStream<Value> {
        let room = if case .newest(let count) = policy { count } else { 1 }
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(room))
        if let first { continuation.yield(first) }
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

    package func tell(_ value: Value) {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners {
            // A value that has not been received yet is returned, and sent again merged with the new one.
            if case .dropped(let missed) = listener.yield(value), case .merging(let merge) = policy {
                listener.yield(merge(missed, value))
            }
        }
    }

    /// Ends every stream.
    package func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}

extension AsyncStream where Element: Sendable {
    /// Returns a stream of the converted values; a slow reader misses the oldest of more than `room`.
    ///
    /// - Parameter convert: Returns `nil` for a value that is left out.
    package func converted<Other: Sendable>(
        room: Int, _ convert: @escaping @Sendable (Element) -> Other?
    ) -> AsyncStream<Other> {
        AsyncStream<Other>(bufferingPolicy: .bufferingNewest(room)) { continuation in
            let task = Task {
                for await value in self {
                    if let other = convert(value) { continuation.yield(other) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
