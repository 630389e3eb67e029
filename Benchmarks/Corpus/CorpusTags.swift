// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What is written into a generated file.
struct CorpusTags {
    var title: String
    var artist: String
    var album: String
    var genre: String
    var year: Int
    var trackNumber: Int
    var trackTotal: Int

    /// The frames of an ID3v2.4 tag, without their headers' sizes.
    var id3Texts: [(frame: String, text: String)] {
        [
            ("TIT2", title), ("TPE1", artist), ("TPE2", artist), ("TALB", album), ("TCON", genre), ("TDRC", "\(year)"),
            ("TRCK", "\(trackNumber)/\(trackTotal)"), ("TPOS", "1/1"),
            ("TXXX", "REPLAYGAIN_TRACK_GAIN\0-7.25 dB"), ("TXXX", "REPLAYGAIN_TRACK_PEAK\0" + "0.97"),
        ]
    }

    /// The comments of a Vorbis comment block.
    var comments: [String] {
        [
            "TITLE=\(title)", "ARTIST=\(artist)", "ALBUMARTIST=\(artist)", "ALBUM=\(album)", "GENRE=\(genre)",
            "DATE=\(year)", "TRACKNUMBER=\(trackNumber)", "TRACKTOTAL=\(trackTotal)", "DISCNUMBER=1", "DISCTOTAL=1",
            "REPLAYGAIN_TRACK_GAIN=-7.25 dB", "REPLAYGAIN_TRACK_PEAK=0.97",
        ]
    }

    /// A Vorbis comment block without framing bit (Vorbis I specification, section 5).
    var commentBlock: [UInt8] {
        let vendor = Array("OnCue".utf8)
        var block = Self.little(vendor.count) + vendor + Self.little(comments.count)
        for comment in comments { block += Self.little(comment.utf8.count) + Array(comment.utf8) }
        return block
    }

    private static func little(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(number).littleEndian) { Array($0) }
    }
}
