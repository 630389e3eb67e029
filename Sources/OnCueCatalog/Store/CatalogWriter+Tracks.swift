// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore
internal import SQLite
internal import TagReading

extension CatalogWriter {
    /// Stores the records read from a file over the tracks of the file: those of the same parts keep their identity and
    /// their age, others are removed.
    func store(_ records: [TrackRecord], file: PlannedFile, folder: Int64, time: Int64) throws(SQLiteError) {
        var old: [Int: OldTrack] = [:]
        for track in file.tracks {
            let part = try part(of: track)
            guard records.contains(where: { $0.partNumber == part }) else {
                try removeTrack(track)
                continue
            }
            old[part] = try takeOut(track)
        }
        for record in records { try store(record, old[record.partNumber], file: file, folder: folder, time: time) }
    }

    private func store(
        _ record: TrackRecord, _ old: OldTrack?, file: PlannedFile, folder: Int64, time: Int64
    ) throws(SQLiteError) {
        let part = record.partNumber
        let back = if old == nil { try returnVanished(file, part: part) } else { VanishedTrack?.none }
        let key = if let known = old?.key ?? back?.key { known } else { try freeTrackKey(file.path, part: part) }
        if let old, let place = try place(of: old) { try noteMove(of: key, from: place, to: file, time: time) }
        if let back { try noteMove(of: key, from: (back.folder, back.name), to: file, time: time) }
        let album = try record.album.map { (album) throws(SQLiteError) in try albumID(album) }
        try insertRow(
            record, file,
            Placement(
                id: old?.id, key: key, folder: folder, album: album,
                added: old?.added ?? back?.added ?? time,
                listening: old?.listening ?? listening?.listening(ofTrack: key) ?? back?.listening ?? TrackListening()))
        let id = old?.id ?? connection.lastInsertedRow
        try connect(record, track: id, album: album)
        pending.search.add(SearchKind.track.row(id), record.searchText)

        pending.isContentChanged = true
        pending.trackCount += 1
        pending.duration += record.tags.duration?.wholeMicroseconds ?? 0
        pending.folders[folder, default: 0] += 1
        if let album { pending.albums.insert(album) }
        if old == nil { pending.outcome.added += 1 } else { pending.outcome.changed += 1 }
    }

    /// Removes a track whose file is gone, and remembers the data that cannot be reread.
    func removeTrack(_ track: TrackID) throws(SQLiteError) {
        try rememberVanished(track)
        if try takeOut(track) != nil { pending.outcome.removed += 1 }
    }

    // MARK: Removing

    private struct OldTrack {
        var id: Int64
        var key: Int64
        var added: Int64
        var folder: Int64
        var name: [UInt8]
        var album: Int64?
        var duration: Int64
        var sort: String
        var listening: TrackListening
    }

    /// Returns the number of the part of the file that a track is; 0 for the whole file.
    private func part(of track: TrackID) throws(SQLiteError) -> Int {
        let query = try connection.cached("SELECT part FROM tracks WHERE id = ?")
        query.bind(1, track.row)
        return try query.first { $0.int(0) } ?? 0
    }

    /// Removes the row and everything that points to it; returns `nil` if there is no such track.
    private func takeOut(_ track: TrackID) throws(SQLiteError) -> OldTrack? {
        let query = try connection.cached(
            """
            SELECT key, added, folder_id, album_id, duration, sort, play_count, skip_count, last_played,
                resume_position, favourite, stars, name
            FROM tracks WHERE id = ?
            """)
        query.bind(1, track.row)
        let found = try query.first { row in
            OldTrack(
                id: track.row, key: row.integer(0), added: row.integer(1), folder: row.integer(2),
                name: row.blob(12), album: row.optionalInteger(3),
                duration: row.integer(4), sort: row.text(5), listening: TrackListening(row, from: 6))
        }
        guard let old = found else { return nil }
        try disconnect(track, old)
        pending.search.remove(SearchKind.track.row(track.row))
        let deletion = try connection.cached("DELETE FROM tracks WHERE id = ?")
        deletion.bind(1, track.row)
        try deletion.run()

        pending.isContentChanged = true
        pending.trackCount -= 1
        pending.duration -= old.duration
        pending.folders[old.folder, default: 0] -= 1
        if let album = old.album { pending.albums.insert(album) }
        return old
    }

    private func place(of old: OldTrack) throws(SQLiteError) -> (folder: [UInt8], name: [UInt8])? {
        let query = try connection.cached("SELECT path FROM folders WHERE id = ?")
        query.bind(1, old.folder)
        return try query.first { ($0.blob(0), old.name) }
    }

    private func disconnect(_ track: TrackID, _ old: OldTrack) throws(SQLiteError) {
        for table in NameTable.allCases {
            if old.album == nil {
                let query = try connection.cached(table.statements.ofTrack)
                query.bind(1, track.row)
                for name in try query.all({ $0.integer(0) }) {
                    pending.names[table, default: []].insert(name)
                    try connection.cached(table.statements.disconnectSingle).runSingle(name, old.sort, track.row)
                }
            }
            let deletion = try connection.cached(table.statements.disconnectTrack)
            deletion.bind(1, track.row)
            try deletion.run()
        }
    }

    // MARK: Adding

    private struct Placement {
        var id: Int64?
        var key: Int64
        var folder: Int64
        var album: Int64?
        var added: Int64
        var listening: TrackListening
    }

    private func insertRow(
        _ record: TrackRecord, _ file: PlannedFile, _ placement: Placement
    ) throws(SQLiteError) {
        let tags = record.tags
        let row = try connection.cached(
            """
            INSERT INTO tracks (id, key, folder_id, name, name_sort, size, modified, inode, added, title, sort,
                album_id, position, disc, disc_total, number, number_total, artists, album_artists, composers, genres,
                date, year, duration, is_compilation, recording, track_gain, track_peak, album_gain, album_peak,
                bit_rate, sample_rate, channels, alias, is_explicit, play_count, skip_count, last_played,
                resume_position, favourite, stars, sheets, part, part_start, part_end, tag_stars)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        row.bind(1, placement.id)
        row.bind(2, placement.key)
        row.bind(3, placement.folder)
        row.bind(4, file.name)
        row.bind(5, MediumPart.sortKey(of: file.name, part: record.partNumber))
        row.bind(6, file.fingerprint.size)
        row.bind(7, file.fingerprint.modified)
        row.bind(8, Int64(bitPattern: file.fingerprint.inode))
        row.bind(9, placement.added)
        row.bind(10, record.title)
        row.bind(11, record.sort)
        row.bind(12, placement.album)
        row.bind(13, record.position)
        row.bind(14, tags.discNumber)
        row.bind(15, tags.discTotal)
        row.bind(16, tags.trackNumber)
        row.bind(17, tags.trackTotal)
        row.bind(18, TextList.joined(record.artists.map(\.title)))
        row.bind(19, TextList.joined(record.albumArtists.map(\.title)))
        row.bind(20, TextList.joined(record.composers.map(\.title)))
        row.bind(21, TextList.joined(record.genres.map(\.title)))
        row.bind(22, tags.date)
        row.bind(23, tags.year)
        row.bind(24, tags.duration?.wholeMicroseconds)
        row.bind(25, tags.isCompilation)
        row.bind(26, tags.musicBrainz.recording)
        row.bind(27, tags.loudness.trackGain)
        row.bind(28, tags.loudness.trackPeak)
        row.bind(29, tags.loudness.albumGain)
        row.bind(30, tags.loudness.albumPeak)
        row.bind(31, tags.bitRate)
        row.bind(32, tags.sampleRate)
        row.bind(33, tags.channels)
        row.bind(34, record.alias)
        row.bind(35, tags.isExplicit)
        placement.listening.bind(row, from: 36)
        row.bind(42, record.sheets)
        row.bind(43, record.partNumber)
        row.bind(44, record.part?.segment.start.wholeMicroseconds)
        row.bind(45, record.part?.segment.end?.wholeMicroseconds)
        row.bind(46, tags.halfStars)
        try row.run()
    }

    private func connect(_ record: TrackRecord, track: Int64, album: Int64?) throws(SQLiteError) {
        try connect(.artist, record.artists, record, track, album)
        try connect(.genre, record.genres, record, track, album)
        try connect(.composer, record.composers, record, track, album)
        guard album != nil else { return }
        // Names that are only worth adding for their sort names; the album connects them at the end of the batch.
        for name in record.albumArtists where name.sort != nil { _ = try nameID(.artist, name) }
    }

    private func connect(
        _ table: NameTable, _ names: [FoldedName], _ record: TrackRecord, _ track: Int64, _ album: Int64?
    ) throws(SQLiteError) {
        for name in names {
            let id = try nameID(table, name)
            try connection.cached(table.statements.connectTrack).runPair(track, id)
            guard album == nil else { continue }
            pending.names[table, default: []].insert(id)
            try connection.cached(table.statements.connectSingle).runSingle(id, record.sort, track)
        }
    }

    private func freeTrackKey(_ path: [UInt8], part: Int) throws(SQLiteError) -> Int64 {
        // A path has no zero byte.
        try freeKey(hashing: part == 0 ? path : path + [0] + Array(String(part).utf8)) { () throws(SQLiteError) in
            try connection.cached(
                "SELECT 1 FROM tracks WHERE key = ?1 UNION ALL SELECT 1 FROM vanished_tracks WHERE key = ?1")
        }
    }

    /// Returns the first key that no other row has; needing more than one attempt is as rare as a collision of 60 bits.
    func freeKey(
        hashing bytes: some Sequence<UInt8>, _ query: () throws(SQLiteError) -> Statement
    ) throws(SQLiteError) -> Int64 {
        var salt: UInt64 = 0
        while true {
            let key = keyMaker(Array(bytes), salt)
            let statement = try query()
            statement.bind(1, key)
            if try statement.first({ _ in true }) == nil { return key }
            salt += 1
        }
    }
}

extension Statement {
    fileprivate func runPair(_ first: Int64, _ second: Int64) throws(SQLiteError) {
        bind(1, first)
        bind(2, second)
        try run()
    }

    fileprivate func runSingle(_ owner: Int64, _ sort: String, _ track: Int64) throws(SQLiteError) {
        bind(1, owner)
        bind(2, sort)
        bind(3, track)
        try run()
    }
}

extension Duration {
    /// The value for columns; bounded, so that no file can make it overflow.
    var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, 0), 1 << 40) * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
