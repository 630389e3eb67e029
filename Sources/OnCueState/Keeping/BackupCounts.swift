// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueCore
internal import OnCueSuggestions
internal import SQLite

/// Counts the contents of a backup.
struct BackupCounts {
    private(set) var lines: [ErasureReport.Line] = []

    /// Counts the contents of a copy of a database.
    mutating func note(_ database: String, at path: String) {
        for (what, sql) in Self.queries[database] ?? [] { add(what, KeptFiles.count(sql, in: path)) }
        guard database == "suggestions" else { return }
        let state = ErasureCounts.state(in: path)
        add(.said, state.said.pinned.count + state.said.never.count + state.said.neverHere.count)
        add(.devices, state.devices.all.count)
        add(.places, state.places.all.count)
        add(.times, state.times.count)
    }

    /// Counts a file.
    mutating func note(_ name: String, isKey: Bool) {
        add(
            isKey
                ? .keys
                : name.hasPrefix("data/playlists/") ? .playlists : name.hasPrefix("data/trash/") ? .trash : .settings, 1
        )
    }

    private mutating func add(_ what: KeptKind, _ count: Int) {
        if let place = lines.firstIndex(where: { $0.what == what.rawValue }) {
            lines[place].count += count
        } else {
            lines.append(.init(what, count))
        }
    }

    /// Returns the folders of the library, as URIs: they are in the catalog, which is in no backup.
    func folders(in catalog: String) -> [String] {
        guard KeptFiles.isPresent(catalog), let connection = try? Connection(path: catalog, mode: .readOnly),
            let paths = try? connection.prepare("SELECT path FROM library_roots ORDER BY path").all({ $0.blob(0) })
        else {
            return LibraryFolderList(catalog: Array(catalog.utf8)).read()?.map { MediaLocation(filePath: $0).uri } ?? []
        }
        return paths.map { MediaLocation(filePath: $0).uri }
    }

    /// The queries that count the content of each database, by its name.
    static let queries: [String: [(KeptKind, String)]] = [
        "listening": [
            (.journal, "SELECT COUNT(*) FROM journal"),
            (.likes, "SELECT COUNT(*) FROM records WHERE favourite = 1 OR disliked = 1"),
            (.stars, "SELECT COUNT(*) FROM records WHERE stars IS NOT NULL"),
            (.bookmarks, "SELECT COUNT(*) FROM bookmarks"),
        ],
        "suggestions": [(.donations, "SELECT COUNT(*) FROM donations")],
        "activities": [
            (.activities, "SELECT COUNT(*) FROM activities"), (.foreign, "SELECT COUNT(*) FROM items"),
            (.events, "SELECT COUNT(*) FROM events"),
        ],
        "notifications": [(.notifications, "SELECT COUNT(*) FROM requests")],
        "podcasts": [
            (.podcasts, "SELECT COUNT(*) FROM podcasts"), (.trash, "SELECT COUNT(*) FROM trash"),
        ],
        "session": [
            (.queue, "SELECT (SELECT COUNT(*) FROM entries) + (SELECT COUNT(*) FROM waiting_entries)"),
            (.queue, "SELECT COALESCE(SUM(count), 0) FROM packed_entries"),
        ],
    ]
}
