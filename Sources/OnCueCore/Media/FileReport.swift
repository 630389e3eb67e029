// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The contents of a media file: its tags and headers, and the sources of its picture and lyrics.
package struct FileReport: Sendable, Equatable {
    /// One value of a tag; a name may occur several times.
    package struct Tag: Sendable, Equatable {
        /// The name in capitals, such as `ALBUMARTIST`.
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The origin of the picture.
    package enum Picture: Sendable, Equatable {
        case tags
        /// A file next to the medium.
        case file(MediaLocation)
        /// The Cover Art Archive, stored in a file.
        case web(MediaLocation)
    }

    package var tags: [Tag] = []
    /// The size, in bytes.
    package var size: Int64?
    /// Seconds since 1970.
    package var modified: Int64?
    package var duration: Duration?
    /// The average bit rate, in bits per second; `nil` if unknown, like the following values.
    package var bitRate: Int?
    package var sampleRate: Int?
    package var channelCount: Int?
    /// The gain in decibels and the peak as a fraction of full scale; `nil` if nothing was measured.
    package var replayGain: ReplayGain?
    /// The source of the picture; `nil` if one is drawn instead.
    package var picture: Picture?
    /// The source of the lyrics; `nil` if there are none.
    package var lyrics: FoundLyrics.Source?

    package init() {}

    /// Returns the report on a part of the file: with its own length and gain, and with the tags from the library
    /// instead of those of the whole file.
    package func part(_ track: Track) -> FileReport {
        var report = self
        report.duration = track.duration
        report.replayGain = track.replayGain ?? replayGain
        let tags = Self.tags(of: track)
        let names = Set(tags.map(\.name)).union(["TRACKTOTAL", "DISCTOTAL", "CUESHEET"])
        report.tags = tags + self.tags.filter { !names.contains($0.name) }
        return report
    }

    private static func tags(of track: Track) -> [Tag] {
        let values: [(name: String, values: [String])] = [
            ("TITLE", [track.title]), ("ARTIST", track.artists), ("ALBUM", track.album.map { [$0] } ?? []),
            ("ALBUMARTIST", track.albumArtists), ("COMPOSER", track.composers), ("GENRE", track.genres),
            ("TRACKNUMBER", number(track.trackNumber, of: track.trackTotal)),
            ("DISCNUMBER", number(track.discNumber, of: track.discTotal)), ("DATE", track.date.map { [$0] } ?? []),
        ]
        return values.flatMap { name, values in values.map { Tag(name, $0) } }
    }

    /// `3/12`
    private static func number(_ number: Int?, of total: Int?) -> [String] {
        guard let number else { return [] }
        return [total.map { "\(number)/\($0)" } ?? "\(number)"]
    }
}
