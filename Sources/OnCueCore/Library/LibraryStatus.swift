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
    /// The scan in progress; `nil` between scans.
    package var scan: LibraryScanProgress?
    package var lastReport: ScanReport?
    package var watching: LibraryWatching
    /// Whether scans wait until they are resumed, both the current one and later ones.
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
