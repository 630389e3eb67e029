// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import SQLite

/// Finds files of the library that are no longer at their location in the queue, because they were moved or renamed.
package struct MovedFileLocator: MediaLocating {
    private let catalog: Catalog

    package init(catalog: Catalog) {
        self.catalog = catalog
    }

    /// Returns the current location of the file; the same location if that is unknown. Never throws.
    package func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation {
        guard let path = location.filePath.map(PathBytes.normalized) else { return location }
        let moved = try? await catalog.read { (queries) throws(SQLiteError) in try queries.movedPath(from: path) }
        return (moved ?? nil).map { MediaLocation(filePath: $0) } ?? location
    }
}
