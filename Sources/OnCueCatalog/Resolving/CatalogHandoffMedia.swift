// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import SQLite

/// Finds the media of a handed queue in the library: by the recording, by the path in the library and the size, and by
/// tags and duration.
package struct CatalogHandoffMedia: HandoffMedia {
    private let catalog: Catalog

    package init(catalog: Catalog) { self.catalog = catalog }

    package func described(_ tracks: [Track]) async -> [HandedEntry?] {
        let described = try? await catalog.read { (queries) throws(SQLiteError) in
            let roots = try queries.roots()
            var entries: [HandedEntry?] = []
            for track in tracks {
                guard track.identifier.kind == .track, let key = StableKey(text: track.identifier.key),
                    let place = try queries.place(of: key)
                else {
                    entries.append(nil)
                    continue
                }
                var entry = HandedEntry(track)
                entry.size = place.size
                entry.medium = key
                let root = roots.filter { PathBytes.isInside(place.path, $0) }.max { $0.count < $1.count }
                entry.path = root.map { Array(place.path.dropFirst($0.count).drop { $0 == UInt8(ascii: "/") }) } ?? []
                entries.append(entry.bounded)
            }
            return entries
        }
        return described ?? tracks.map { _ in nil }
    }

    package func found(_ entries: [HandedEntry]) async -> [Track?] {
        let found = try? await catalog.read { (queries) throws(SQLiteError) in
            let roots = try queries.roots()
            let recorded = try queries.tracks(ofRecordings: entries.compactMap(\.recording))
            var tracks: [Track?] = []
            for entry in entries {
                let same = (entry.recording.flatMap { recorded[$0] } ?? []).filter { $0.segment == entry.segment }
                // Of several copies of a recording, the one on the same album is preferred.
                if let track = same.first(where: { $0.album == entry.album }) ?? same.first {
                    tracks.append(track)
                } else {
                    tracks.append(try queries.track(at: entry, in: roots))
                }
            }
            // Without a duration, a match by tags is not certain enough.
            let open = entries.indices.filter {
                tracks[$0] == nil && entries[$0].duration != nil && !entries[$0].isLive
            }
            let titled = try queries.tracks(titled: open.map { (index: Int) in entries[index].title })
            for index in open {
                tracks[index] = titled[TextFolding.fold(entries[index].title)]?.first { entries[index].resembles($0) }
            }
            return tracks
        }
        return found ?? entries.map { _ in nil }
    }
}

extension CatalogQueries {
    /// Returns the path of the file of a track, and its size in bytes.
    fileprivate func place(of key: StableKey) throws(SQLiteError) -> (path: [UInt8], size: Int64)? {
        let statement = try connection.cached(
            "SELECT f.path, t.name, t.size FROM tracks t JOIN folders f ON f.id = t.folder_id WHERE t.key = ?")
        statement.bind(1, key.number)
        return try statement.first { (PathBytes.joined($0.blob(0), $0.blob(1)), $0.integer(2)) }
    }

    /// Returns the track with the path of an entry in one of the library folders, if its file has the same size.
    fileprivate func track(at entry: HandedEntry, in roots: [[UInt8]]) throws(SQLiteError) -> Track? {
        guard !entry.path.isEmpty, let size = entry.size else { return nil }
        for root in roots {
            let path = PathBytes.joined(root, entry.path)
            let whole = try track(atPath: path)
            let tracks = if let whole { [whole] } else { try parts(atPath: path) }
            guard let track = tracks.first(where: { $0.segment == entry.segment }),
                let key = StableKey(text: track.identifier.key), try place(of: key)?.size == size
            else { continue }
            return track
        }
        return nil
    }

    /// Returns the tracks of recordings. Reads all tracks once, however many recordings there are.
    func tracks(ofRecordings recordings: [String]) throws(SQLiteError) -> [String: [Track]] {
        let wanted = Set(recordings)
        guard !wanted.isEmpty else { return [:] }
        let rows = try connection.cached("SELECT id, recording FROM tracks WHERE recording IS NOT NULL").all {
            wanted.contains($0.text(1)) ? $0.integer(0) : nil
        }
        var found: [String: [Track]] = [:]
        for track in try tracks(rows.compactMap(\.self)) {
            if let recording = track.musicBrainzRecording { found[recording, default: []].append(track) }
        }
        return found
    }

    /// Returns the tracks with these titles, compared folded. Reads all titles once, however many are requested.
    func tracks(titled titles: [String]) throws(SQLiteError) -> [String: [Track]] {
        let wanted = Set(titles.map { TextFolding.fold($0) })
        guard !wanted.isEmpty else { return [:] }
        let rows = try connection.cached("SELECT id, title FROM tracks").all {
            wanted.contains(TextFolding.fold($0.text(1))) ? $0.integer(0) : nil
        }
        var found: [String: [Track]] = [:]
        for track in try tracks(rows.compactMap(\.self)) {
            found[TextFolding.fold(track.title), default: []].append(track)
        }
        return found
    }
}
