// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueSession
internal import SQLite

/// Finds tracks by the recording, otherwise by title and artist as a service writes them.
package struct CatalogLovedTracks: LovedTrackFinding {
    private let catalog: Catalog

    package init(catalog: Catalog) { self.catalog = catalog }

    package func found(_ loves: [NamedTrack]) async -> [ContentIdentifier?] {
        let found = try? await catalog.read { (queries) throws(SQLiteError) in
            let recorded = try queries.tracks(ofRecordings: loves.compactMap(\.recording))
            let titled = try queries.tracks(titled: loves.map(\.title).filter { !$0.isEmpty })
            return loves.map { love -> ContentIdentifier? in
                if let track = love.recording.flatMap({ recorded[$0] })?.first { return track.identifier }
                let artist = TextFolding.fold(love.artist)
                let same = titled[TextFolding.fold(love.title)]?.first { track in
                    track.artists.contains { TextFolding.fold($0) == artist }
                        || TextFolding.fold(track.artists.joined(separator: ", ")) == artist
                }
                return same?.identifier
            }
        }
        return found ?? loves.map { _ in nil }
    }
}
