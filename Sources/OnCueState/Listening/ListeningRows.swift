// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueCore
internal import SQLite
internal import SharedListening

/// Reads and writes the tables of `listening.sqlite`; must be used on the thread that owns the connection.
struct ListeningRows {
    let connection: Connection

    var journal: JournalRows { JournalRows(connection: connection) }
    var bookmarks: BookmarkRows { BookmarkRows(connection: connection) }
    var shared: SharedRows { SharedRows(connection: connection) }

    // MARK: Writing

    /// Records events in one transaction.
    func record(_ events: [ListeningEvent]) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            for event in events {
                if case .noted(let entry) = event {
                    let log = try shared.ownLog()
                    try journal.append(entry, log: log, number: try shared.next(.plays, of: log))
                } else {
                    try take(event, change: try nextChange())
                    try shared.note(event)
                }
            }
        }
    }

    func nextChange() throws(SQLiteError) -> Int64 {
        let statement = try connection.cached("UPDATE state SET change = change + 1 RETURNING change")
        var change: Int64 = 0
        try statement.eachRow { change = $0.integer(0) }
        return change
    }

    private func take(_ event: ListeningEvent, change: Int64) throws(SQLiteError) {
        let identifier = try makeRecord(of: event, change: change)
        let statement: Statement
        switch event {
        case .heard(_, let time):
            statement = try connection.cached(
                "UPDATE records SET play_count = play_count + 1, last_played = ?2 WHERE identifier = ?1")
            statement.bind(2, time)
        case .skipped:
            statement = try connection.cached(
                "UPDATE records SET skip_count = skip_count + 1 WHERE identifier = ?1")
        case .left(_, let position, let time):
            statement = try connection.cached(
                "UPDATE records SET position = ?2, last_played = COALESCE(?3, last_played) WHERE identifier = ?1")
            statement.bind(2, position?.wholeMicroseconds)
            statement.bind(3, position == nil ? nil : time)
        case .favourite(_, let isFavourite):
            statement = try connection.cached(
                "UPDATE records SET favourite = ?2, disliked = disliked AND NOT ?2 WHERE identifier = ?1")
            statement.bind(2, isFavourite)
        case .disliked(_, let isDisliked):
            statement = try connection.cached(
                "UPDATE records SET disliked = ?2, favourite = favourite AND NOT ?2 WHERE identifier = ?1")
            statement.bind(2, isDisliked)
        case .rated(_, let stars):
            statement = try connection.cached("UPDATE records SET stars = ?2 WHERE identifier = ?1")
            statement.bind(2, stars?.halves)
        case .played(_, true, let time):
            statement = try connection.cached(
                """
                UPDATE records SET play_count = MAX(play_count, 1), last_played = ?2, position = NULL
                WHERE identifier = ?1
                """)
            statement.bind(2, time)
        case .begun(_, let time):
            statement = try connection.cached("UPDATE records SET last_played = ?2 WHERE identifier = ?1")
            statement.bind(2, time)
        case .noted: return
        case .played(_, false, let time):
            statement = try connection.cached(
                """
                UPDATE records SET play_count = 0, last_played = NULL, position = NULL, position_erased = ?2
                WHERE identifier = ?1
                """)
            statement.bind(2, time)
        }
        statement.bind(1, identifier.description)
        try statement.run()
    }

    /// Erases a part of the journal in one transaction.
    func erase(_ query: JournalQuery) throws(SQLiteError) -> (count: Int, items: Set<ContentIdentifier>) {
        let erased = try connection.transaction { () throws(SQLiteError) in
            try journal.erase(query, change: try nextChange())
        }
        // The write-ahead log contains the former pages.
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return erased
    }

    /// Ensures that there is a record, with the details needed to show an item whose source is gone.
    private func makeRecord(of event: ListeningEvent, change: Int64) throws(SQLiteError) -> ContentIdentifier {
        let (identifier, track) = event.subject
        let statement = try connection.cached(
            """
            INSERT INTO records (identifier, kind, track_key, title, location, change) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (identifier) DO UPDATE SET title = COALESCE(excluded.title, title),
                location = COALESCE(excluded.location, location), change = excluded.change
            """)
        statement.bind(1, identifier.description)
        statement.bind(2, identifier.kind.rawValue)
        statement.bind(3, identifier.kind == .track ? StableKey(text: identifier.key)?.number : nil)
        statement.bind(4, track?.title)
        statement.bind(5, track?.location.description)
        statement.bind(6, change)
        try statement.run()
        return identifier
    }

    /// Copies the readable rows of a damaged file.
    ///
    /// - Returns: The number of rows.
    func salvage(from damaged: [UInt8]) throws(SQLiteError) -> Int {
        let count = try Salvage.copy(from: damaged, into: connection)
        try shared.retire()
        // Make sure that the next change has a number that no mirror has seen.
        try connection.execute(
            "UPDATE state SET change = MAX(change, COALESCE((SELECT MAX(change) FROM records), 0))")
        return count
    }

    /// Restores the history of a lost file from the mirror in the catalog.
    func restore(_ tracks: [ListenedTrack]) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            let change = try nextChange()
            let statement = try connection.cached(
                """
                INSERT OR IGNORE INTO records (identifier, kind, track_key, title, change, play_count, skip_count,
                    last_played, position, favourite, stars)
                VALUES (?, 'track', ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
            for track in tracks {
                statement.bind(1, StableKey(number: track.key).identifier(.track).description)
                statement.bind(2, track.key)
                statement.bind(3, track.title)
                statement.bind(4, change)
                track.listening.bind(statement, from: 5)
                try statement.run()
            }
        }
    }

    // MARK: Reading

    func record(of identifier: ContentIdentifier) throws(SQLiteError) -> ListeningRecord? {
        let statement = try connection.cached(
            """
            SELECT play_count, skip_count, last_played, position, favourite, stars, disliked FROM records
            WHERE identifier = ?
            """)
        statement.bind(1, identifier.description)
        return try statement.first { ListeningRecord($0) }
    }

    /// Returns the time when the position of an item was last erased, or `nil` if it never was.
    func erasedPosition(of identifier: ContentIdentifier) throws(SQLiteError) -> Int64? {
        let statement = try connection.cached(
            """
            SELECT MAX(COALESCE(positions_erased, 0),
                COALESCE((SELECT position_erased FROM records WHERE identifier = ?), 0)) FROM state
            """)
        statement.bind(1, identifier.description)
        let time = try statement.first { $0.integer(0) } ?? 0
        return time > 0 ? time : nil
    }

    /// Returns the positions of items that resume.
    func resumePositions() throws(SQLiteError) -> [ContentIdentifier: Duration] {
        var positions: [ContentIdentifier: Duration] = [:]
        try connection.cached("SELECT identifier, position FROM records WHERE position IS NOT NULL").eachRow { row in
            if let identifier = ContentIdentifier(row.text(0)) { positions[identifier] = .microseconds(row.integer(1)) }
        }
        return positions
    }

    /// Returns all records of some kinds.
    func records(
        of kinds: Set<ContentKind>, favouritesOnly: Bool
    ) throws(SQLiteError) -> [ContentIdentifier: ListeningRecord] {
        var found: [ContentIdentifier: ListeningRecord] = [:]
        for kind in kinds {
            let statement: Statement
            if favouritesOnly {
                statement = try connection.cached(
                    """
                    SELECT play_count, skip_count, last_played, position, favourite, stars, disliked, identifier FROM records
                    WHERE favourite = 1 AND kind = ?
                    """)
                statement.bind(1, kind.rawValue)
            } else {
                // Identifiers begin with their kind, so this is a range of the table.
                statement = try connection.cached(
                    """
                    SELECT play_count, skip_count, last_played, position, favourite, stars, disliked, identifier FROM records
                    WHERE identifier > ? AND identifier < ?
                    """)
                statement.bind(1, kind.rawValue + ":")
                statement.bind(2, kind.rawValue + ";")
            }
            try statement.eachRow { row in
                guard let identifier = ContentIdentifier(row.text(7)) else { return }
                found[identifier] = ListeningRecord(row)
            }
        }
        return found
    }

    /// Returns the disliked items, sorted by title.
    func disliked() throws(SQLiteError) -> [ContentIdentifier] {
        var found: [ContentIdentifier] = []
        let statement = try connection.cached(
            "SELECT identifier FROM records WHERE disliked = 1 ORDER BY title, identifier")
        try statement.eachRow { row in
            if let identifier = ContentIdentifier(row.text(0)) { found.append(identifier) }
        }
        return found
    }

    /// Returns items of some kinds or of all, the most recently played first.
    func recent(_ kinds: Set<ContentKind>?, limit: Int) throws(SQLiteError) -> [ContentIdentifier] {
        let statement = try connection.cached(
            "SELECT identifier FROM records WHERE last_played IS NOT NULL ORDER BY last_played DESC")
        defer { statement.reset() }
        var found: [ContentIdentifier] = []
        while found.count < limit, try statement.step() {
            guard let identifier = ContentIdentifier(statement.text(0)) else { continue }
            if kinds?.contains(identifier.kind) ?? true { found.append(identifier) }
        }
        return found
    }
}

extension ListeningEvent {
    /// The item of the event, and its track if the event contains one.
    var subject: (identifier: ContentIdentifier, track: Track?) {
        switch self {
        case .heard(let track, _), .skipped(let track, _), .left(let track, _, _): (track.identifier, track)
        case .favourite(let identifier, _), .disliked(let identifier, _), .rated(let identifier, _),
            .played(let identifier, _, _),
            .begun(let identifier, _):
            (identifier, nil)
        case .noted(let entry): (entry.subject.identifier, nil)
        }
    }
}

extension ListeningEvent {
    /// The item that looks different after the event, if any.
    var changedItem: ContentIdentifier? {
        if case .noted = self { return nil }
        return subject.identifier
    }
}

extension ListeningRecord {
    init(_ listening: TrackListening) {
        self.init(
            playCount: Int(listening.playCount), skipCount: Int(listening.skipCount),
            lastPlayed: listening.lastPlayed, position: listening.position.map { .microseconds($0) },
            isFavourite: listening.isFavourite, stars: listening.stars.map { Stars(halves: Int($0)) })
    }

    /// Reads a record: the first columns are those of ``TrackListening``, followed by whether the item is disliked.
    init(_ row: Statement) {
        self.init(TrackListening(row, from: 0))
        isDisliked = row.integer(6) != 0
    }
}
