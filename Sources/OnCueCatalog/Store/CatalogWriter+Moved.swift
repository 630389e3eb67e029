// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

extension CatalogWriter {
    /// The maximum number of former places that are remembered; the oldest are removed first.
    static let formerPlaceLimit = 200_000

    /// Remembers the previous place of the file of a track, if it has moved.
    func noteMove(
        of key: Int64, from old: (folder: [UInt8], name: [UInt8]), to file: PlannedFile, time: Int64
    ) throws(SQLiteError) {
        guard old.folder != file.folder || old.name != file.name else { return }
        let statement = try connection.cached(
            "INSERT OR REPLACE INTO former_places (folder, name, key, moved) VALUES (?, ?, ?, ?)")
        statement.bind(1, old.folder)
        statement.bind(2, old.name)
        statement.bind(3, key)
        statement.bind(4, time)
        try statement.run()
    }

    /// Removes the oldest former places beyond a number, and those that exceed the age limit of vanished tracks.
    func boundFormerPlaces(limit: Int = formerPlaceLimit, now: Int64) throws(SQLiteError) {
        let old = try connection.cached("DELETE FROM former_places WHERE moved < ?")
        old.bind(1, now - Self.vanishedAge)
        try old.run()
        let count = try connection.cached("SELECT count(*) FROM former_places").first { $0.int(0) } ?? 0
        guard count > limit else { return }
        let surplus = try connection.cached(
            """
            DELETE FROM former_places
            WHERE (folder, name) IN (SELECT folder, name FROM former_places ORDER BY moved LIMIT ?)
            """)
        surplus.bind(1, count - limit)
        try surplus.run()
    }
}

extension CatalogQueries {
    /// Returns the current path of the file that was at a path before; `nil` if no track of the library was there.
    func movedPath(from path: [UInt8]) throws(SQLiteError) -> [UInt8]? {
        guard let (folder, name) = PathBytes.divided(path) else { return nil }
        let statement = try connection.cached(
            """
            SELECT folders.path, tracks.name FROM former_places
            JOIN tracks ON tracks.key = former_places.key JOIN folders ON folders.id = tracks.folder_id
            WHERE former_places.folder = ? AND former_places.name = ?
            """)
        statement.bind(1, folder)
        statement.bind(2, name)
        return try statement.first { PathBytes.joined($0.blob(0), $0.blob(1)) }
    }
}
