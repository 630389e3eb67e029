// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCatalog
internal import OnCueCore
internal import SQLite

/// The columns of tracks in the tables of the session.
enum TrackColumns {
    /// The names of 25 columns, in the order of `bind` and `track`.
    static let names = """
        identifier, location, title, artists, album_artists, album, album_identifier, composers, genres, number,
        number_total, disc, disc_total, date, duration, recording, track_gain, track_peak, album_gain, album_peak,
        has_gain, part_start, part_end, picture, is_explicit
        """

    static let count = 25

    /// - Parameters:
    ///   - column: The position of the first name, counted from 1.
    ///   - last: The track that the row was last bound to. Texts that are the same stay bound, since neighbours share
    ///     most of them.
    static func bind(_ track: Track, to row: some ColumnSink, from column: Int32, after last: Track? = nil) {
        row.bind(column, track.identifier.description)
        row.bind(column + 1, track.location.uri)
        row.bind(column + 2, track.title)
        if last?.artists != track.artists { row.bind(column + 3, TextList.joined(track.artists)) }
        if last?.albumArtists != track.albumArtists { row.bind(column + 4, TextList.joined(track.albumArtists)) }
        if last == nil || last?.album != track.album { row.bind(column + 5, track.album) }
        if last == nil || last?.albumIdentifier != track.albumIdentifier {
            row.bind(column + 6, track.albumIdentifier?.description)
        }
        if last?.composers != track.composers { row.bind(column + 7, TextList.joined(track.composers)) }
        if last?.genres != track.genres { row.bind(column + 8, TextList.joined(track.genres)) }
        row.bind(column + 9, track.trackNumber)
        row.bind(column + 10, track.trackTotal)
        row.bind(column + 11, track.discNumber)
        row.bind(column + 12, track.discTotal)
        row.bind(column + 13, track.date)
        row.bind(column + 14, track.duration?.wholeMicroseconds)
        row.bind(column + 15, track.musicBrainzRecording)
        row.bind(column + 16, track.replayGain?.trackGain)
        row.bind(column + 17, track.replayGain?.trackPeak)
        row.bind(column + 18, track.replayGain?.albumGain)
        row.bind(column + 19, track.replayGain?.albumPeak)
        row.bind(column + 20, track.replayGain != nil)
        row.bind(column + 21, track.segment?.start.wholeMicroseconds)
        row.bind(column + 22, track.segment?.end?.wholeMicroseconds)
        row.bind(column + 23, track.picture?.uri)
        row.bind(column + 24, track.isExplicit)
    }

    /// The longest time in microseconds: some 270 years, which fit into 64 bits as nanoseconds, too.
    private static let longestTime: Int64 = 1_000_000 << 33

    /// Returns the time in a column; `nil` for NULL, and for a time that no medium has.
    static func time(_ row: some ColumnSource, _ column: Int32) -> Duration? {
        row.optionalInteger(column).flatMap { (0...longestTime).contains($0) ? .microseconds($0) : nil }
    }

    /// Returns the track in a row; `nil` if its address is invalid.
    ///
    /// - Parameter column: The position of the first name in the row, counted from 0.
    static func track(_ row: some ColumnSource, from column: Int32) -> Track? {
        guard let identifier = ContentIdentifier(row.text(column)),
            let location = MediaLocation(uri: row.text(column + 1))
        else {
            return nil
        }
        let gain = ReplayGain(
            trackGain: row.optionalDouble(column + 16), trackPeak: row.optionalDouble(column + 17),
            albumGain: row.optionalDouble(column + 18),
            albumPeak: row.optionalDouble(column + 19))
        return Track(
            identifier: identifier, location: location, title: row.text(column + 2),
            artists: TextList.divided(row.optionalText(column + 3)),
            albumArtists: TextList.divided(row.optionalText(column + 4)),
            album: row.optionalText(column + 5),
            albumIdentifier: row.optionalText(column + 6).flatMap { ContentIdentifier($0) },
            composers: TextList.divided(row.optionalText(column + 7)),
            genres: TextList.divided(row.optionalText(column + 8)),
            trackNumber: row.optionalInt(column + 9), trackTotal: row.optionalInt(column + 10),
            discNumber: row.optionalInt(column + 11),
            discTotal: row.optionalInt(column + 12), date: row.optionalText(column + 13),
            duration: time(row, column + 14), musicBrainzRecording: row.optionalText(column + 15),
            replayGain: row.integer(column + 20) != 0 ? gain : nil,
            segment: time(row, column + 21).map { MediaSegment(start: $0, end: time(row, column + 22)) },
            picture: row.optionalText(column + 23).flatMap { MediaLocation(uri: $0) },
            isExplicit: row.integer(column + 24) != 0)
    }
}
