// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The folders of the library and the scanner: `org.oncue.Library1`.
package protocol LibraryService: Sendable {
    /// `LibraryError` in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    func libraryStatus() async throws(Failure) -> LibraryStatus

    /// Adds a folder and starts to scan it. Adding a folder twice, or one inside another, is not an error.
    ///
    /// - Throws: `noSuchFolder`, `permissionDenied`, `storage`.
    func addFolder(_ folder: MediaLocation) async throws(Failure)

    /// Removes a folder and everything in it from the library; the files are not touched.
    ///
    /// - Throws: `notInLibrary`, `storage`.
    func removeFolder(_ folder: MediaLocation) async throws(Failure)

    /// Starts a scan of all folders, or schedules another if one is running; returns at once.
    func scan() async throws(Failure)

    /// Starts a scan like ``scan()`` that also rereads the files that have not changed. Tracks keep their identifiers,
    /// ratings and plays.
    func scanAll() async throws(Failure)

    /// Pauses the running scan until it is resumed or cancelled, and those requested meanwhile.
    func pauseScan() async throws(Failure)

    /// Resumes a paused scan.
    func resumeScan() async throws(Failure)

    /// Cancels the running scan, which is noted in its report, and those that are due; everything read until then is
    /// kept.
    func cancelScan() async throws(Failure)

    /// Returns files that could not be read with the reasons, as many as ``PageLimit/granted(_:)`` allows, and their
    /// total number.
    ///
    /// - Throws: `storage`.
    func scanFailures(offset: Int, limit: Int) async throws(Failure) -> ScanFailurePage

    /// Returns every track of the library with its tags, page by page, in no particular order.
    ///
    /// - Parameters:
    ///   - start: 0, or the start of the next page as given by the page before.
    ///   - limit: As many as ``PageLimit/granted(_:)`` allows.
    /// - Throws: `storage`.
    func libraryTracks(from start: UInt64, limit: Int) async throws(Failure) -> LibraryTrackPage

    /// Returns the updates of scans from now on, until the reader stops, without missing any that results from later
    /// calls.
    func libraryUpdates() async throws(Failure) -> AsyncStream<LibraryUpdate>
}

/// A part of the files that could not be read.
package struct ScanFailurePage: Sendable, Equatable {
    /// The number of all failures.
    package var total: Int
    package var failures: [ScanReport.Failure]

    package init(total: Int, failures: [ScanReport.Failure]) {
        (self.total, self.failures) = (total, failures)
    }
}

// MARK: On the bus

package enum LibraryMethods {
    package static let status = Method<Nothing, Only<LibraryStatus>>(
        ServiceNames.library, "GetStatus", isRepeatable: true)
    package static let addFolder = Method<Only<String>, Nothing>(ServiceNames.library, "AddFolder")
    package static let removeFolder = Method<Only<String>, Nothing>(ServiceNames.library, "RemoveFolder")
    package static let scan = Method<Nothing, Nothing>(ServiceNames.library, "Scan")
    package static let scanAll = Method<Nothing, Nothing>(ServiceNames.library, "ScanAll")
    package static let pauseScan = Method<Nothing, Nothing>(ServiceNames.library, "PauseScan")
    package static let resumeScan = Method<Nothing, Nothing>(ServiceNames.library, "ResumeScan")
    package static let cancelScan = Method<Nothing, Nothing>(ServiceNames.library, "CancelScan")
    package static let failures = Method<Pair<Int, Int>, ScanFailurePage>(
        ServiceNames.library, "GetFailures", isRepeatable: true)
    package static let tracks = Method<Pair<UInt64, Int>, LibraryTrackPage>(
        ServiceNames.library, "GetTracks", isRepeatable: true)
    package static let trackColumns = Method<Pair<UInt64, Int>, LibraryTrackColumns>(
        ServiceNames.library, "GetTrackColumns", isRepeatable: true)
    package static let progressed = Event<Only<LibraryScanProgress>>(ServiceNames.library, "ScanProgressed")
    package static let finished = Event<Only<ScanReport>>(ServiceNames.library, "ScanFinished")

    package static func bindings<Service: LibraryService>() -> [Binding<Service>] {
        [
            Binding(status) { library, _ in Only(try await library.libraryStatus()) },
            Binding(addFolder) { library, folder in try await library.addFolder(Self.folder(folder.value)) },
            Binding(removeFolder) { library, folder in try await library.removeFolder(Self.folder(folder.value)) },
            Binding(scan) { library, _ in try await library.scan() },
            Binding(scanAll) { library, _ in try await library.scanAll() },
            Binding(pauseScan) { library, _ in try await library.pauseScan() },
            Binding(resumeScan) { library, _ in try await library.resumeScan() },
            Binding(cancelScan) { library, _ in try await library.cancelScan() },
            Binding(failures) { library, page in
                try await library.scanFailures(offset: page.first, limit: page.second)
            },
            Binding(tracks) { library, page in
                try await library.libraryTracks(from: page.first, limit: page.second)
            },
            Binding(trackColumns) { library, page in
                LibraryTrackColumns(try await library.libraryTracks(from: page.first, limit: page.second))
            },
        ]
    }

    /// - Throws: `invalidValue` if it is not the address of a file.
    private static func folder(_ address: String) throws(ServiceError) -> MediaLocation {
        guard let location = MediaLocation(uri: address), location.filePath != nil else {
            throw ServiceError(
                .invalidValue, "\"\(address.prefix(200))\" is not a folder; expected an absolute file:// URI")
        }
        return location
    }
}

extension LibraryWatching: WireField {}
extension LibraryScanProgress.Phase: WireField {}

extension LibraryStatus: DictionaryForm {
    package static var blank: LibraryStatus {
        LibraryStatus(
            folders: [], trackCount: 0, albumCount: 0, artistCount: 0, totalDuration: .zero,
            revision: ContentTree.Revision(0))
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("folders", &folders)
        fields("tracks", &trackCount)
        fields("albums", &albumCount)
        fields("artists", &artistCount)
        fields("duration", &totalDuration)
        fields("revision", &revision)
        fields("watching", &watching)
        fields("paused", &isPaused, .ifSet)
        fields("scan", &scan)
        fields("report", &lastReport)
    }
}

extension LibraryScanProgress: DictionaryForm {
    package static var blank: LibraryScanProgress {
        LibraryScanProgress(phase: .looking, found: 0, toRead: 0, read: 0, failed: 0, elapsed: .zero)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("phase", &phase)
        fields("found", &found)
        fields("toRead", &toRead)
        fields("read", &read)
        fields("failed", &failed)
        fields("elapsed", &elapsed)
        fields.derived("rate", rate, .always)
        fields.derived("timeLeft", timeLeft, .ifSet)
        fields("paused", &isPaused, .ifSet)
    }
}

extension ScanReport: DictionaryForm {
    package static var blank: ScanReport { ScanReport() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("added", &added)
        fields("changed", &changed)
        fields("removed", &removed)
        fields("unchanged", &unchanged)
        fields("failed", &failed)
        fields("elapsed", &elapsed)
        fields("cancelled", &isCancelled, .ifSet)
        fields("error", &error)
    }
}

extension ScanReport.Failure: StructureForm {
    package static var blank: ScanReport.Failure { ScanReport.Failure(location: .blank, reason: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("file", &location)
        fields("reason", &reason)
    }
}

extension ScanFailurePage: WireForm {
    package static var blank: ScanFailurePage { ScanFailurePage(total: 0, failures: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("failures", &failures)
    }
}
