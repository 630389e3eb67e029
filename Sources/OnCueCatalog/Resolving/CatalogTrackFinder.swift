// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import SQLite

/// Finds tracks of the catalog by their files.
package struct CatalogTrackFinder: TrackFinding {
    private let catalog: Catalog

    package init(catalog: Catalog) {
        self.catalog = catalog
    }

    package func tracks(at locations: [MediaLocation]) async -> [MediaLocation: [Track]] {
        let paths = locations.compactMap { file in file.filePath.map { (file, PathBytes.normalized($0)) } }
        let known = await catalog.knownTracks(paths.map(\.1))
        var tracks: [MediaLocation: [Track]] = [:]
        for (file, path) in paths { tracks[file] = known[path] }
        return tracks
    }

    package func tracks(formerlyAt locations: [MediaLocation]) async -> [MediaLocation: [Track]] {
        let paths = locations.compactMap { file in file.filePath.map { (file, PathBytes.normalized($0)) } }
        let moved = try? await catalog.read { (queries) throws(SQLiteError) in
            var moved: [(file: MediaLocation, path: [UInt8])] = []
            for (file, path) in paths {
                if let now = try queries.movedPath(from: path) { moved.append((file, now)) }
            }
            return moved
        }
        guard let moved, !moved.isEmpty else { return [:] }
        let known = await catalog.knownTracks(moved.map(\.path))
        var tracks: [MediaLocation: [Track]] = [:]
        for (file, path) in moved { tracks[file] = known[path] }
        return tracks
    }
}
