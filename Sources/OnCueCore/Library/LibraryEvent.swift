// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An event from the library while it works.
package enum LibraryEvent: Sendable, Equatable {
    case scanProgressed(LibraryScanProgress)
    case scanFinished(ScanReport)
    /// Some folders were compared, because something in them has changed. Not on the bus.
    case partScanned(ScanReport, folders: [MediaLocation])
    /// The tree has a new revision; positions of earlier revisions are stale.
    case contentChanged(ContentTree.Revision)
}
