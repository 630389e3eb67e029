// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

/// Manages the folders of the library and scans them.
package protocol LibraryManaging: LibraryService where Failure == LibraryError {
    /// Starts a scan, which never fails here; its report contains the outcome.
    func scan() async

    /// Starts a scan that rereads every file.
    func scanAll() async

    /// Ends a scan in progress, and returns when all reading and writing has ended.
    func close() async

    /// Returns the events from now on; every call returns a separate stream.
    ///
    /// Progress arrives at most every 100 ms. A slow reader gets the newest 64 events.
    func events() async -> AsyncStream<LibraryEvent>
}

extension LibraryManaging {
    package func libraryUpdates() async -> AsyncStream<LibraryUpdate> {
        await events().converted(room: LibraryUpdate.room) { event in
            switch event {
            case .scanProgressed(let progress): .progressed(progress)
            case .scanFinished(let report): .finished(report)
            case .contentChanged, .partScanned: nil
            }
        }
    }
}
