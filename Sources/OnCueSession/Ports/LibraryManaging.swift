// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Looks after the folders of the library and scans them.
package protocol LibraryManaging: Sendable {
    func status() async throws(LibraryError) -> LibraryStatus

    /// Adds a folder and starts to scan it. Adding a folder twice, or one inside another, is no error.
    ///
    /// - Throws: `noSuchFolder`, `permissionDenied`, `storage`.
    func addFolder(_ folder: MediaLocation) async throws(LibraryError)

    /// Takes a folder and everything in it out of the library; the files are not touched.
    ///
    /// - Throws: `notInLibrary`, `storage`.
    func removeFolder(_ folder: MediaLocation) async throws(LibraryError)

    /// Starts a scan of all folders, or marks that another is due when one runs; returns at once.
    func scan() async

    /// Holds the scan under way until it is resumed or cancelled, and those that are asked for meanwhile.
    func pauseScan() async

    /// Lets a scan that was paused go on.
    func resumeScan() async

    /// Ends a scan under way, with a report that says so, and forgets those that are due; what was read stays.
    func cancelScan() async

    /// What could not be read and why, a page at a time, and how much there is.
    ///
    /// - Throws: `storage`.
    func failures(
        offset: Int, limit: Int
    ) async throws(LibraryError) -> (total: Int, failures: [ScanReport.Failure])

    /// Ends a scan under way and returns when nothing is being read or written any more.
    func close() async

    /// What happens from now on; every call gives an own stream.
    ///
    /// Progress comes at most every 100 ms. A slow reader gets the newest 64 events.
    func events() async -> AsyncStream<LibraryEvent>
}
