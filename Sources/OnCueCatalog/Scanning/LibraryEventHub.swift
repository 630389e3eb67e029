// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import Synchronization

/// Distributes library events to all listeners, from any thread.
final class LibraryEventHub: Sendable {
    /// The most events that wait for a slow listener; older ones are dropped.
    private static let bufferSize = 64

    private struct State {
        var listeners: [Int: AsyncStream<LibraryEvent>.Continuation] = [:]
        var nextListener = 0
        var progress: LibraryScanProgress?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The newest progress of the scan under way.
    var progress: LibraryScanProgress? { state.withLock { $0.progress } }

    func listen() -> AsyncStream<LibraryEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LibraryEvent.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.forget(number) }
        return stream
    }

    func tell(_ event: LibraryEvent) {
        let listeners = state.withLock { state in
            if case .scanProgressed(let progress) = event { state.progress = progress }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(event) }
    }

    /// Marks that no scan runs.
    func scanEnded() {
        state.withLock { $0.progress = nil }
    }

    /// Ends every stream.
    func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }

    private func forget(_ number: Int) {
        state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
}
