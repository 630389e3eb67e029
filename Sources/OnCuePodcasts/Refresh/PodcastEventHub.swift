// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import Synchronization

/// Distributes podcast events to all listeners; a slow listener loses the oldest.
final class PodcastEventHub: Sendable {
    private let listeners = Mutex<(last: UInt64, streams: [UInt64: AsyncStream<PodcastEvent>.Continuation])>((0, [:]))

    func listen() -> AsyncStream<PodcastEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PodcastEvent.self, bufferingPolicy: .bufferingNewest(256))
        let number = listeners.withLock { state in
            state.last += 1
            state.streams[state.last] = continuation
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { _ = $0.streams.removeValue(forKey: number) }
        }
        return stream
    }

    func tell(_ event: PodcastEvent) {
        for stream in listeners.withLock({ Array($0.streams.values) }) { stream.yield(event) }
    }
}
