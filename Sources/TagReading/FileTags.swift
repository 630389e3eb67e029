// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The tags and properties of one audio file.
///
/// Texts are trimmed, contain no zero characters and are never empty; a value that a file lacks, or has in an invalid
/// form, is `nil` or an empty array. If a file has several tags, each field comes from the first that has it: Vorbis
/// comment or MP4, then ID3v2, APE, ID3v1 or RIFF INFO.
package struct FileTags: Sendable, Equatable {
    package var title: String?
    /// Every performer, in the file's order, without repetitions.
    package var artists: [String] = []
    package var albumArtists: [String] = []
    package var album: String?
    /// Position on its disc, 1 or more.
    package var trackNumber: Int?
    package var trackTotal: Int?
    package var discNumber: Int?
    package var discTotal: Int?
    /// The date as written, for example `1959`, `1959-08` or `1959-08-17`.
    package var date: String?
    /// Every genre, with the numbers of old tags turned into their names.
    package var genres: [String] = []
    package var composers: [String] = []

    package var titleSort: String?
    package var albumSort: String?
    /// The sort names of the artists; used for the names only if there are as many of them.
    package var artistSorts: [String] = []
    package var albumArtistSorts: [String] = []
    package var composerSorts: [String] = []

    /// Whether it is marked as part of a compilation of several artists.
    package var isCompilation = false
    /// Whether it is marked as explicit (`ITUNESADVISORY`).
    package var isExplicit = false

    /// The rating in half stars, 1 to 10; `nil` if the file has none.
    package var halfStars: Int?

    /// The text of a CUE sheet that divides the file into tracks; at most 64 Ki characters.
    package var cueSheet: String?

    package var loudness = Loudness()
    package var musicBrainz = MusicBrainzIdentifiers()

    /// `nil` where unknown. Exact to the millisecond, except for MPEG audio with a changing bit rate and no index,
    /// where it is an estimate.
    package var duration: Duration?
    /// Average, in kbit/s.
    package var bitRate: Int?
    /// In Hz.
    package var sampleRate: Int?
    package var channels: Int?

    /// Whether there is a picture for `TagReader.picture(ofFileAt:limit:)`.
    package var hasPicture = false

    /// No tags at all.
    package init() {}

    /// The year that `date` begins with.
    package var year: Int? {
        guard let digits = date?.utf8.prefix(5), digits.count >= 4 else { return nil }
        // Five digits are not a year but some other number.
        guard digits.count == 4 || !isDigit(digits[digits.index(digits.startIndex, offsetBy: 4)]) else { return nil }
        let year = digits.prefix(4)
        guard year.allSatisfy(isDigit) else { return nil }
        let value = year.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return value > 0 ? value : nil
    }
}

extension FileTags {
    /// The gains and peaks of the file for ReplayGain 2 (reference level -18 LUFS).
    package struct Loudness: Sendable, Equatable {
        /// In dB.
        package var trackGain: Double?
        /// Largest sample, 1 being full scale; may exceed 1.
        package var trackPeak: Double?
        /// In dB.
        package var albumGain: Double?
        package var albumPeak: Double?

        package init() {}
    }

    /// Identifiers of the MusicBrainz database, as written.
    package struct MusicBrainzIdentifiers: Sendable, Equatable {
        /// The recording, which may appear on many releases. Most tags call it "track id".
        package var recording: String?
        /// The track of this very release.
        package var track: String?
        package var release: String?
        package var releaseGroup: String?
        package var artists: [String] = []
        package var albumArtists: [String] = []

        package init() {}
    }
}

private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}
