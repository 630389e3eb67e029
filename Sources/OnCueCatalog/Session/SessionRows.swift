// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Reads and writes the rows of the saved session.
struct SessionRows {
    let connection: Connection

    // MARK: Writing

    func save(_ session: SavedSession) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in
            try connection.cached("DELETE FROM entries").run()
            var turns: [PlaybackQueue.EntryID: Int] = [:]
            for (turn, id) in session.shuffleOrder.enumerated() { turns[id] = turn }
            for (place, entry) in session.entries.enumerated() {
                try insert(entry, at: place, turn: turns[entry.id])
            }
            try write(session.context)
            try writeState(session)
        }
    }

    func savePosition(_ session: SavedSession) throws(SQLiteError) {
        try connection.transaction { () throws(SQLiteError) in try writeState(session) }
    }

    private func writeState(_ session: SavedSession) throws(SQLiteError) {
        let row = try connection.cached(
            """
            INSERT OR REPLACE INTO session (id, current, next_entry, repeat_mode, is_shuffled, position, was_active,
                volume, is_muted, shuffle_mode, shuffle_seed)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(1, session.current.map { Int64(bitPattern: $0.number) })
        row.bind(2, Int64(bitPattern: session.nextEntryNumber))
        row.bind(3, session.repeatMode.rawValue)
        row.bind(4, session.shuffleMode != .off)
        row.bind(5, session.position.wholeMicroseconds)
        row.bind(6, session.wasActive)
        row.bind(7, session.volume)
        row.bind(8, session.isMuted)
        row.bind(9, session.shuffleMode.rawValue)
        row.bind(10, Int64(bitPattern: session.shuffleSeed))
        try row.run()
    }

    private func insert(_ entry: PlaybackQueue.Entry, at place: Int, turn: Int?) throws(SQLiteError) {
        let track = entry.track
        let row = try connection.cached(
            """
            INSERT INTO entries (place, entry, identifier, location, title, artists, album_artists, album,
                album_identifier, composers, genres, number, number_total, disc, disc_total, date, duration, recording,
                track_gain, track_peak, album_gain, album_peak, has_gain, part_start, part_end, picture,
                turn, context_number)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(1, place)
        row.bind(2, Int64(bitPattern: entry.id.number))
        row.bind(3, track.identifier.description)
        row.bind(4, track.location.uri)
        row.bind(5, track.title)
        row.bind(6, TextList.joined(track.artists))
        row.bind(7, TextList.joined(track.albumArtists))
        row.bind(8, track.album)
        row.bind(9, track.albumIdentifier?.description)
        row.bind(10, TextList.joined(track.composers))
        row.bind(11, TextList.joined(track.genres))
        row.bind(12, track.trackNumber)
        row.bind(13, track.trackTotal)
        row.bind(14, track.discNumber)
        row.bind(15, track.discTotal)
        row.bind(16, track.date)
        row.bind(17, track.duration?.wholeMicroseconds)
        row.bind(18, track.musicBrainzRecording)
        row.bind(19, track.replayGain?.trackGain)
        row.bind(20, track.replayGain?.trackPeak)
        row.bind(21, track.replayGain?.albumGain)
        row.bind(22, track.replayGain?.albumPeak)
        row.bind(23, track.replayGain != nil)
        row.bind(24, track.segment?.start.wholeMicroseconds)
        row.bind(25, track.segment?.end?.wholeMicroseconds)
        row.bind(26, track.picture?.uri)
        row.bind(27, turn)
        row.bind(28, entry.contextNumber)
        try row.run()
    }

    // MARK: Reading

    func load() throws(SQLiteError) -> SavedSession {
        try connection.transaction(.deferred) { () throws(SQLiteError) in
            let query = try connection.cached(
                """
                SELECT current, next_entry, repeat_mode, is_shuffled, position, was_active, volume, is_muted,
                    shuffle_mode, shuffle_seed
                FROM session
                """)
            let state = try query.first { (row) throws(SQLiteError) in
                SavedSession(
                    current: row.isNull(0) ? nil : PlaybackQueue.EntryID(try Self.number(row, 0)),
                    nextEntryNumber: try Self.number(row, 1),
                    repeatMode: RepeatMode(rawValue: row.text(2)) ?? .off, shuffleMode: Self.shuffleMode(row),
                    shuffleSeed: UInt64(bitPattern: row.integer(9)),
                    position: Self.time(row, 4) ?? .zero, wasActive: row.integer(5) != 0,
                    volume: min(max(row.double(6), 0), 1), isMuted: row.integer(7) != 0)
            }
            guard var session = state else { return SavedSession() }
            session.entries = try entries()
            session.context = try context()
            if session.shuffleMode != .off { session.shuffleOrder = try shuffleOrder() }
            return session
        }
    }

    private func entries() throws(SQLiteError) -> [PlaybackQueue.Entry] {
        let query = try connection.cached(
            """
            SELECT entry, identifier, location, title, artists, album_artists, album, album_identifier, composers,
                genres, number, number_total, disc, disc_total, date, duration, recording, track_gain, track_peak,
                album_gain, album_peak, has_gain, part_start, part_end, picture, context_number
            FROM entries ORDER BY place
            """)
        // A row whose address makes no sense cannot be played, so it is left out.
        return try query.all { (row) throws(SQLiteError) in
            let id = PlaybackQueue.EntryID(try Self.number(row, 0))
            let number = row.optionalInt(25)
            return Self.track(row).map { PlaybackQueue.Entry(id: id, track: $0, contextNumber: number) }
        }.compactMap { $0 }
    }

    private func shuffleOrder() throws(SQLiteError) -> [PlaybackQueue.EntryID] {
        let query = try connection.cached("SELECT entry FROM entries WHERE turn IS NOT NULL ORDER BY turn")
        return try query.all { (row) throws(SQLiteError) in PlaybackQueue.EntryID(try Self.number(row, 0)) }
    }

    /// Rows of before there were modes only tell whether the queue was shuffled.
    private static func shuffleMode(_ row: Statement) -> ShuffleMode {
        row.optionalText(8).flatMap { ShuffleMode(rawValue: $0) } ?? (row.integer(3) != 0 ? .tracks : .off)
    }

    /// More entries than any queue ever has; counting on from here is safe.
    private static let highestNumber: Int64 = 1 << 53
    /// In microseconds: some 270 years, which fit into 64 bits as nanoseconds, too.
    private static let longestTime: Int64 = 1_000_000 << 33

    /// The number of an entry; one that was never given is damage, because counting on from it could not go well.
    private static func number(_ row: Statement, _ column: Int32) throws(SQLiteError) -> UInt64 {
        let number = row.integer(column)
        guard (0...highestNumber).contains(number) else {
            throw SQLiteError(code: .corrupt, message: "an entry has the number \(number)", sql: "")
        }
        return UInt64(number)
    }

    /// `nil` for NULL and for a time that no medium has.
    private static func time(_ row: Statement, _ column: Int32) -> Duration? {
        row.optionalInteger(column).flatMap { (0...longestTime).contains($0) ? .microseconds($0) : nil }
    }

    private static func track(_ row: Statement) -> Track? {
        guard let identifier = ContentIdentifier(row.text(1)), let location = MediaLocation(uri: row.text(2)) else {
            return nil
        }
        let gain = ReplayGain(
            trackGain: row.optionalDouble(17), trackPeak: row.optionalDouble(18), albumGain: row.optionalDouble(19),
            albumPeak: row.optionalDouble(20))
        return Track(
            identifier: identifier, location: location, title: row.text(3),
            artists: TextList.divided(row.optionalText(4)), albumArtists: TextList.divided(row.optionalText(5)),
            album: row.optionalText(6), albumIdentifier: row.optionalText(7).flatMap { ContentIdentifier($0) },
            composers: TextList.divided(row.optionalText(8)), genres: TextList.divided(row.optionalText(9)),
            trackNumber: row.optionalInt(10), trackTotal: row.optionalInt(11), discNumber: row.optionalInt(12),
            discTotal: row.optionalInt(13), date: row.optionalText(14),
            duration: time(row, 15), musicBrainzRecording: row.optionalText(16),
            replayGain: row.integer(21) != 0 ? gain : nil,
            segment: time(row, 22).map { MediaSegment(start: $0, end: time(row, 23)) },
            picture: row.optionalText(24).flatMap { MediaLocation(uri: $0) })
    }
}
