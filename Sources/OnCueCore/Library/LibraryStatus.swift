// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The contents of the library and the state of the scanner.
package struct LibraryStatus: Sendable, Equatable {
    package var folders: [MediaLocation]
    package var trackCount: Int
    package var albumCount: Int
    package var artistCount: Int
    package var totalDuration: Duration
    package var revision: ContentTree.Revision
    /// The scan under way; `nil` between scans.
    package var scan: LibraryScanProgress?
    package var lastReport: ScanReport?
    package var watching: LibraryWatching
    /// Scans wait until they are resumed, the one under way and those to come.
    package var isPaused = false

    package init(
        folders: [MediaLocation], trackCount: Int, albumCount: Int, artistCount: Int, totalDuration: Duration,
        revision: ContentTree.Revision, scan: LibraryScanProgress? = nil, lastReport: ScanReport? = nil,
        watching: LibraryWatching = .off
    ) {
        self.folders = folders
        self.trackCount = trackCount
        self.albumCount = albumCount
        self.artistCount = artistCount
        self.totalDuration = totalDuration
        self.revision = revision
        self.scan = scan
        self.lastReport = lastReport
        self.watching = watching
    }
}
