// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueCore
internal import SQLite

/// Reads and writes the bookmarks in `listening.sqlite`; must be used on the thread that owns the connection.
struct BookmarkRows {
    /// The distance below which two bookmarks are considered the same.
    private static let nearness: Int64 = 1_000_000

    let connection: Connection

    func add(
        _ track: Track, at position: Duration, name: String?, time: Int64
    ) throws(SQLiteError) -> Bookmark {
        try connection.transaction { () throws(SQLiteError) in
            let place = position.wholeMicroseconds
            let former = try near(place, in: track.identifier)
            let name = name ?? former?.name
            let row = try connection.cached(
                """
                INSERT OR REPLACE INTO bookmarks (id, identifier, location, title, artists, album, position, time, name)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
                """)
            row.bind(1, former?.number)
            row.bind(2, track.identifier.description)
            row.bind(3, track.location.uri)
            row.bind(4, track.title)
            row.bind(5, TextList.joined(track.artists))
            row.bind(6, track.album)
            row.bind(7, place)
            row.bind(8, time)
            row.bind(9, name)
            var made: Int64 = 0
            try row.eachRow { made = $0.integer(0) }
            return Bookmark(
                number: made, name: name, identifier: track.identifier, location: track.location,
                title: track.title, artists: track.artists, album: track.album, position: .microseconds(place),
                time: time)
        }
    }

    private func near(
        _ place: Int64, in item: ContentIdentifier
    ) throws(SQLiteError) -> (number: Int64, name: String?)? {
        let query = try connection.cached(
            "SELECT id, name FROM bookmarks WHERE identifier = ? AND position BETWEEN ? AND ? ORDER BY id LIMIT 1")
        query.bind(1, item.description)
        query.bind(2, place - Self.nearness)
        query.bind(3, place + Self.nearness)
        return try query.first { ($0.integer(0), $0.optionalText(1)) }
    }

    func page(offset: Int, limit: Int) throws(SQLiteError) -> BookmarkPage {
        let query = try connection.cached(
            """
            SELECT id, identifier, location, title, artists, album, position, time, name FROM bookmarks
            ORDER BY time DESC, id DESC LIMIT ? OFFSET ?
            """)
        query.bind(1, limit)
        query.bind(2, offset)
        let total = try connection.cached("SELECT COUNT(*) FROM bookmarks").first { $0.int(0) } ?? 0
        return BookmarkPage(bookmarks: try query.all { Self.bookmark($0) }.compactMap { $0 }, total: total)
    }

    private static func bookmark(_ row: Statement) -> Bookmark? {
        guard let identifier = ContentIdentifier(row.text(1)), let location = MediaLocation(uri: row.text(2)) else {
            return nil
        }
        return Bookmark(
            number: row.integer(0), name: row.optionalText(8), identifier: identifier, location: location,
            title: row.text(3), artists: TextList.divided(row.optionalText(4)), album: row.optionalText(5),
            position: .microseconds(row.integer(6)), time: row.integer(7))
    }

    /// - Returns: `false` if there is no bookmark with this number.
    func remove(_ number: Int64) throws(SQLiteError) -> Bool {
        let row = try connection.cached("DELETE FROM bookmarks WHERE id = ?")
        row.bind(1, number)
        try row.run()
        return connection.changedRows > 0
    }
}
