// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

extension CatalogWriter {
    /// Updates the listening columns from the listening file.
    ///
    /// - Returns: The containers in which tracks look different, or `nil` if there was nothing new.
    func mirrorListening() throws(SQLiteError) -> Set<ContentIdentifier>? {
        guard let listening else { return nil }
        let seen = try connection.cached("SELECT listening_change FROM catalog").first { $0.integer(0) } ?? 0
        guard let news = listening.news(after: seen) else { return nil }
        return try connection.transaction { () throws(SQLiteError) in
            if news.isAnother { try forgetListening() }
            var containers: Set<ContentIdentifier> = []
            for track in news.tracks {
                guard let row = try store(track.listening, key: track.key) else { continue }
                // A long list is represented by its sections only.
                if news.tracks.count <= 64 { try insertContainers(ofTrack: row, into: &containers) }
            }
            let statement = try connection.cached("UPDATE catalog SET listening_change = ?")
            statement.bind(1, news.change)
            try statement.run()
            containers.formUnion([ContentSection.tracks, .recentlyAdded].map(\.identifier))
            return containers
        }
    }

    private func forgetListening() throws(SQLiteError) {
        try connection.cached(
            """
            UPDATE tracks SET play_count = 0, skip_count = 0, last_played = NULL, resume_position = NULL, favourite = 0,
                stars = NULL
            WHERE play_count > 0 OR skip_count > 0 OR last_played IS NOT NULL OR resume_position IS NOT NULL
                OR favourite = 1 OR stars IS NOT NULL
            """
        ).run()
    }

    private func store(_ listening: TrackListening, key: Int64) throws(SQLiteError) -> Int64? {
        let statement = try connection.cached(
            """
            UPDATE tracks SET play_count = ?, skip_count = ?, last_played = ?, resume_position = ?, favourite = ?,
                stars = ?
            WHERE key = ? RETURNING id
            """)
        listening.bind(statement, from: 1)
        statement.bind(7, key)
        var row: Int64?
        try statement.eachRow { row = $0.integer(0) }
        return row
    }

    private func insertContainers(
        ofTrack row: Int64, into containers: inout Set<ContentIdentifier>
    ) throws(SQLiteError) {
        let query = try connection.cached(
            """
            SELECT f.key, a.key FROM tracks t JOIN folders f ON f.id = t.folder_id
                LEFT JOIN albums a ON a.id = t.album_id
            WHERE t.id = ?
            """)
        query.bind(1, row)
        let keys = try query.first { (folder: $0.integer(0), album: $0.optionalInteger(1)) }
        guard let keys else { return }
        containers.insert(StableKey(number: keys.folder).identifier(.folder))
        if let album = keys.album {
            containers.insert(StableKey(number: album).identifier(.album))
            return
        }
        for table in NameTable.allCases {
            let names = try connection.cached(table.statements.ofTrack)
            names.bind(1, row)
            for name in try names.all({ $0.integer(0) }) {
                let key = try connection.cached(table.statements.key)
                key.bind(1, name)
                if let number = try key.first({ $0.integer(0) }) {
                    containers.insert(StableKey(number: number).identifier(table.kind))
                }
            }
        }
    }
}
