// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime
internal import Synchronization

/// The events of the library, and the latest progress of the scan in progress.
final class LibraryEventHub: Sendable {
    private let hub = StreamHub<LibraryEvent>(.newest(64))
    private let latest = Mutex<LibraryScanProgress?>(nil)

    var progress: LibraryScanProgress? { latest.withLock { $0 } }

    func listen() -> AsyncStream<LibraryEvent> { hub.listen() }

    func tell(_ event: LibraryEvent) {
        if case .scanProgressed(let progress) = event { latest.withLock { $0 = progress } }
        hub.tell(event)
    }

    /// Notes that no scan is running.
    func scanEnded() { latest.withLock { $0 = nil } }

    func close() { hub.finish() }
}
