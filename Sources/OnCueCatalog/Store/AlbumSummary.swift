// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// The properties of an album derived from its tracks.
struct AlbumSummary {
    /// The artist shown if the tracks of an album have several artists and no file names an album artist.
    static let variousArtists = "Various Artists"
    /// The year of albums without one, which sorts them after all others.
    static let unknownYear = 9999

    private(set) var trackCount = 0
    /// In microseconds.
    private(set) var duration: Int64 = 0
    private(set) var added = Int64.max
    private(set) var year = AlbumSummary.unknownYear
    /// The date as written in the first file that has one.
    private(set) var date: String?
    private(set) var firstTrack: Int64 = 0
    /// The artists that the album as a whole belongs to.
    private(set) var artists: [String] = []
    /// Whether it has tracks of several artists, or is marked as a compilation.
    private(set) var isCompilation = false
    private var hasSeveralArtists = false
    private var commonArtists: String?

    var artistLine: String { artists.joined(separator: ", ") }

    /// Reads the tracks of an album; `nil` if none is left.
    init?(album: Int64, _ connection: Connection) throws(SQLiteError) {
        let query = try connection.cached(
            """
            SELECT id, duration, added, year, artists, album_artists, is_compilation, date FROM tracks
            WHERE album_id = ? ORDER BY position, sort, name
            """)
        query.bind(1, album)
        try query.eachRow { note($0) }
        guard trackCount > 0 else { return nil }
        if artists.isEmpty {
            isCompilation = isCompilation || hasSeveralArtists
            artists = isCompilation ? [Self.variousArtists] : TextList.divided(commonArtists)
        } else if artists.count == 1, TextFolding.fold(artists[0]) == TextFolding.fold(Self.variousArtists) {
            isCompilation = true
        }
    }

    private mutating func note(_ row: Statement) {
        if trackCount == 0 { firstTrack = row.integer(0) }
        trackCount += 1
        duration += row.integer(1)
        added = min(added, row.integer(2))
        if year == Self.unknownYear, let known = row.optionalInt(3) { year = known }
        if artists.isEmpty { artists = TextList.divided(row.optionalText(5)) }
        isCompilation = isCompilation || row.integer(6) != 0
        date = date ?? row.optionalText(7)
        // The artists of the tracks matter only if no file names an album artist.
        guard artists.isEmpty, let own = row.optionalText(4), own != commonArtists else { return }
        // A track without an artist does not give the album several artists.
        if let known = commonArtists {
            hasSeveralArtists = hasSeveralArtists || TextFolding.fold(known) != TextFolding.fold(own)
        } else {
            commonArtists = own
        }
    }
}
