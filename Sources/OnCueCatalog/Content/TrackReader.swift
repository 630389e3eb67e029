// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Makes tracks of rows, one after the other.
///
/// Neighbouring rows usually have the same artists, album and genres. Equal values are not read again, and are in
/// memory once, which matters if thousands of tracks are kept, such as those of the queue.
struct TrackReader {
    /// Returns a statement that selects the columns that ``track(_:)`` reads, of the tracks whose `id` or `key` is
    /// among numbers, in their order.
    static func selection(by column: String) -> String {
        "\(columns) FROM numbers(?1) r CROSS JOIN tracks t ON t.\(column) = r.value\(tables)"
    }

    private static let columns = """
        SELECT t.key, f.path, t.name, t.title, t.artists, t.album_artists, a.title, a.key, t.composers, t.genres,
            t.number, t.number_total, t.disc, t.disc_total, t.date, t.duration, t.recording, t.track_gain,
            t.track_peak, t.album_gain, t.album_peak, a.artist, t.part_start, t.part_end, t.is_explicit
        """
    private static let tables = """
         CROSS JOIN folders f ON f.id = t.folder_id LEFT JOIN albums a ON a.id = t.album_id
        """

    private struct Texts {
        private var text: String?
        private(set) var values: [String] = []

        mutating func read(_ row: Statement, _ column: Int32) -> [String] {
            guard !row.isText(column, text) else { return values }
            text = row.optionalText(column)
            values = TextList.divided(text)
            return values
        }
    }

    private struct Text {
        private var text: String?

        mutating func read(_ row: Statement, _ column: Int32) -> String? {
            if !row.isText(column, text) { text = row.optionalText(column) }
            return text
        }
    }

    private var artists = Texts()
    private var albumArtists = Texts()
    private var albumLine: (text: String?, values: [String]) = (nil, [])
    private var composers = Texts()
    private var genres = Texts()
    private var album = Text()
    private var date = Text()

    init() {}

    /// Returns the track of a row of the selection.
    mutating func track(_ row: Statement) -> Track {
        Track(
            identifier: StableKey(number: row.integer(0)).identifier(.track),
            location: CatalogQueries.location(row, folder: 1, name: 2), title: row.text(3),
            artists: artists.read(row, 4), albumArtists: albumArtists(row), album: album.read(row, 6),
            albumIdentifier: row.optionalInteger(7).map { StableKey(number: $0).identifier(.album) },
            composers: composers.read(row, 8), genres: genres.read(row, 9),
            trackNumber: row.optionalInt(10), trackTotal: row.optionalInt(11), discNumber: row.optionalInt(12),
            discTotal: row.optionalInt(13), date: date.read(row, 14),
            duration: row.optionalInteger(15).map { .microseconds($0) }, musicBrainzRecording: row.optionalText(16),
            replayGain: Self.replayGain(row), segment: CatalogQueries.segment(row, 22), isExplicit: row.integer(24) != 0
        )
    }

    /// Returns the artists from the tag, otherwise those determined for the album.
    private mutating func albumArtists(_ row: Statement) -> [String] {
        let own = albumArtists.read(row, 5)
        guard own.isEmpty else { return own }
        if !row.isText(21, albumLine.text) {
            // A line is not divided.
            let line = row.optionalText(21)
            albumLine = (line, [line].compactMap(\.self).filter { !$0.isEmpty })
        }
        return albumLine.values
    }

    private static func replayGain(_ row: Statement) -> ReplayGain? {
        let gain = ReplayGain(
            trackGain: row.optionalDouble(17), trackPeak: row.optionalDouble(18), albumGain: row.optionalDouble(19),
            albumPeak: row.optionalDouble(20))
        return gain.trackGain == nil && gain.albumGain == nil ? nil : gain
    }
}

extension CatalogQueries {
    static let tracksWithKeys = TrackReader.selection(by: "key")
    static let tracksAtRows = TrackReader.selection(by: "id")

    /// Returns the tracks with keys, in their order; those that no longer exist are left out.
    func tracks(withKeys keys: some Sequence<Int64>) throws(SQLiteError) -> [Track] {
        try tracks(Array(keys), by: Self.tracksWithKeys)
    }

    /// Returns the tracks of rows, in the same order; those that no longer exist are left out.
    func tracks(_ rows: [Int64]) throws(SQLiteError) -> [Track] { try tracks(rows, by: Self.tracksAtRows) }

    /// Returns the track of a row, or `nil` if it no longer exists.
    func track(_ id: Int64) throws(SQLiteError) -> Track? { try tracks([id]).first }

    private func tracks(_ numbers: [Int64], by selection: String) throws(SQLiteError) -> [Track] {
        let statement = try connection.cached(text: selection)
        statement.bind(1, numbers: numbers)
        // A selection can have up to 20,000 numbers, which SQLite would keep until the next one.
        defer { statement.bindNull(1) }
        var reader = TrackReader()
        var tracks: [Track] = []
        tracks.reserveCapacity(numbers.count)
        try statement.eachRow { row in tracks.append(reader.track(row)) }
        return tracks
    }
}
