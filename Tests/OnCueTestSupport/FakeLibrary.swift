// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueSession
internal import Synchronization

/// A library of folders that exist when the test says so; a scan finds what the test says.
package final class FakeLibrary: LibraryManaging {
    private struct State {
        var folders: [MediaLocation] = []
        var missing: Set<MediaLocation> = []
        var report: ScanReport?
        var tracks: [LibraryTrack] = []
        var scans = 0
        var calls: [String] = []
        var isClosed = false
        var listeners: [AsyncStream<LibraryEvent>.Continuation] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// What the next scans report.
    package func setReport(_ report: ScanReport) {
        state.withLock { $0.report = report }
    }

    /// Makes a folder one that does not exist.
    package func lose(_ folder: MediaLocation) {
        state.withLock { _ = $0.missing.insert(folder) }
    }

    /// How often a scan was asked for.
    package var scanCount: Int { state.withLock { $0.scans } }

    /// What else was asked of the scanner, in order.
    package var calls: [String] { state.withLock { $0.calls } }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Tells an event to everybody who listens.
    package func tell(_ event: LibraryEvent) {
        let listeners = state.withLock { $0.listeners }
        for listener in listeners { listener.yield(event) }
    }

    // MARK: LibraryManaging

    package func libraryStatus() async throws(LibraryError) -> LibraryStatus {
        let state = state.withLock { $0 }
        return LibraryStatus(
            folders: state.folders, trackCount: 3, albumCount: 2, artistCount: 1, totalDuration: .seconds(600),
            revision: ContentTree.Revision(1), lastReport: state.report)
    }

    package func addFolder(_ folder: MediaLocation) async throws(LibraryError) {
        let isMissing = state.withLock { state in
            if !state.missing.contains(folder), !state.folders.contains(folder) { state.folders.append(folder) }
            return state.missing.contains(folder)
        }
        if isMissing { throw LibraryError(.noSuchFolder, "no such folder: \(folder)") }
        await scan()
    }

    package func removeFolder(_ folder: MediaLocation) async throws(LibraryError) {
        let wasThere = state.withLock { state in
            let count = state.folders.count
            state.folders.removeAll { $0 == folder }
            return state.folders.count < count
        }
        if !wasThere { throw LibraryError(.notInLibrary, "\(folder) is not one of the library's folders") }
    }

    package func scan() async {
        let report = state.withLock { state in
            state.scans += 1
            return state.report ?? ScanReport()
        }
        tell(.scanFinished(report))
    }

    package func scanAll() async {
        state.withLock { $0.calls.append("all") }
        await scan()
    }

    package func pauseScan() async {
        state.withLock { $0.calls.append("pause") }
    }

    package func resumeScan() async {
        state.withLock { $0.calls.append("resume") }
    }

    package func cancelScan() async {
        state.withLock { $0.calls.append("cancel") }
    }

    package func scanFailures(offset: Int, limit: Int) async throws(LibraryError) -> ScanFailurePage {
        let report = state.withLock { $0.report ?? ScanReport() }
        return ScanFailurePage(
            total: report.failed,
            failures: Array(report.failures.dropFirst(max(0, offset)).prefix(PageLimit.granted(limit))))
    }

    package func libraryTracks(from start: UInt64, limit: Int) async throws(LibraryError) -> LibraryTrackPage {
        let tracks = state.withLock { $0.tracks }
        let begin = min(Int(clamping: start), tracks.count)
        let page = Array(tracks[begin...].prefix(PageLimit.granted(limit)))
        let end = begin + page.count
        return LibraryTrackPage(
            revision: ContentTree.Revision(7), next: end < tracks.count ? UInt64(end) : nil, tracks: page)
    }

    /// Sets all tracks of the library.
    package func setTracks(_ tracks: [LibraryTrack]) { state.withLock { $0.tracks = tracks } }

    package func close() async {
        let listeners = state.withLock { state in
            state.isClosed = true
            return state.listeners
        }
        for listener in listeners { listener.finish() }
    }

    package func events() async -> AsyncStream<LibraryEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LibraryEvent.self, bufferingPolicy: .bufferingNewest(64))
        state.withLock { $0.listeners.append(continuation) }
        return stream
    }
}
