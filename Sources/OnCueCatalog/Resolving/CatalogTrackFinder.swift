// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

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
}
