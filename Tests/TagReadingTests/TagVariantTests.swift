// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import TagReading

/// Tags as people and programs really write them.
@Suite("Tag variants")
struct TagVariantTests {
    @Test(
        "odd track numbers",
        arguments: [
            ("03", 3, nil), ("slash-blank", 7, 9), ("of", 7, 9), ("side", nil, nil), ("zero", nil, nil),
            ("huge", nil, nil), ("total-only", nil, 12), ("negative", nil, nil),
        ] as [(String, Int?, Int?)])
    func readsOddTrackNumbers(name: String, number: Int?, total: Int?) throws {
        let tags = try TagReader.tags(ofFileAt: Fixture.path("track-\(name).mp3"))

        #expect(tags.trackNumber == number)
        #expect(tags.trackTotal == total)
    }

    @Test("Latin-1 text, a blank value and a numeric genre in ID3v2.3")
    func readsLatin1() throws {
        let tags = try TagReader.tags(ofFileAt: Fixture.path("latin1.mp3"))

        #expect(tags.title == "Café Müller")
        #expect(tags.artists == [])
        #expect(tags.genres == ["Rock"])
    }

    @Test(
        "what is marked as explicit in MP4 (rtng), 1 or 4 as older files have it",
        arguments: [(1, true), (4, true), (2, false)])
    func readsRating(value: UInt8, isExplicit: Bool) throws {
        var bytes = try Fixture.bytes("full.m4a")
        let name = try #require(bytes.firstRange(of: Array("cpil".utf8)))
        bytes.replaceSubrange(name, with: Array("rtng".utf8))
        // The box `data`, its type and its locale stand before the value.
        bytes[name.upperBound + 16] = value
        let folder = try TemporaryDirectory()
        try FileBytes.write(bytes, to: folder.file("rated.m4a"))

        let tags = try TagReader.tags(ofFileAt: folder.file("rated.m4a"))

        #expect(tags.isExplicit == isExplicit)
        #expect(!tags.isCompilation)
    }

    @Test("what is marked as explicit in ID3 (ITUNESADVISORY)")
    func readsAdvisory() throws {
        let text = [0] + Array("ITUNESADVISORY".utf8) + [0] + Array("1".utf8)
        let frame = Array("TXXX".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        let folder = try TemporaryDirectory()
        try FileBytes.write(tag + Fixture.bytes("id3v1.mp3"), to: folder.file("advised.mp3"))

        let tags = try TagReader.tags(ofFileAt: folder.file("advised.mp3"))

        #expect(tags.isExplicit)
        #expect(tags.title == "Très court")
        #expect(!(try TagReader.tags(ofFileAt: Fixture.path("id3v1.mp3")).isExplicit))
    }

    @Test(
        "ratings of ID3 popularimeters, as players write them and in between",
        arguments: [(1, 2), (13, 1), (64, 4), (128, 6), (196, 8), (200, 8), (255, 10), (0, nil)] as [(UInt8, Int?)])
    func readsPopularimeter(byte: UInt8, halves: Int?) throws {
        let content = Array("Windows Media Player 9 Series".utf8) + [0, byte, 0, 0, 0, 0]
        #expect(try tags(withFrame: "POPM", content).halfStars == halves)
    }

    @Test(
        "ratings in named texts, whatever their scale",
        arguments: [
            ("FMPS_Rating", "0.9", 9), ("FMPS_RATING", "1.0", 10), ("RATING", "4", 8), ("RATING", "4.5", 9),
            ("RATING", "0.5", 5), ("RATING", "9", 9), ("RATING", "80", 8), ("RATING", "80%", 8), ("RATING", "196", 8),
            ("RATING", "0", nil), ("RATING", "-3", nil), ("RATING", "nan", nil), ("RATING", "1e9", nil),
            ("RATING", "good", nil), ("FMPS_RATING", "7", nil),
        ] as [(String, String, Int?)])
    func readsNamedRating(name: String, value: String, halves: Int?) throws {
        let content = [0] + Array(name.utf8) + [0] + Array(value.utf8)
        #expect(try tags(withFrame: "TXXX", content).halfStars == halves)
    }

    private func tags(withFrame name: String, _ content: [UInt8]) throws -> FileTags {
        let frame = Array(name.utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        let folder = try TemporaryDirectory()
        try FileBytes.write(tag + Fixture.bytes("id3v1.mp3"), to: folder.file("rated.mp3"))
        return try TagReader.tags(ofFileAt: folder.file("rated.mp3"))
    }

    @Test("an ID3v1 tag alone")
    func readsID3v1() throws {
        let tags = try TagReader.tags(ofFileAt: Fixture.path("id3v1.mp3"))

        #expect(tags.title == "Très court")
        #expect(tags.artists == ["Old Artist"])
        #expect(tags.album == "Old Album")
        #expect(tags.date == "1987")
        #expect(tags.year == 1987)
        #expect(tags.trackNumber == 5)
        #expect(tags.genres == ["Rock"])
        #expect(tags.duration == .milliseconds(287))
    }

    @Test("an ID3v2.2 tag with its picture")
    func readsID3v22() throws {
        let tags = try TagReader.tags(ofFileAt: Fixture.path("id3v22.mp3"))

        #expect(tags.title == "Old Title")
        #expect(tags.artists == ["Old Artist"])
        #expect(tags.trackNumber == 2)
        #expect(tags.trackTotal == 4)
        #expect(tags.date == "1999")
        let picture = try #require(try TagReader.picture(ofFileAt: Fixture.path("id3v22.mp3")))
        #expect(picture.data == (try Fixture.bytes("cover.png")))
        #expect(picture.mimeType == "image/png")
    }

    @Test("half of a surrogate pair is replaced, the rest is kept")
    func repairsText() throws {
        #expect(try TagReader.tags(ofFileAt: Fixture.path("half-surrogate.mp3")).title == "a\u{FFFD}b")
    }

    @Test("an APE tag adds loudness to an ID3v2 tag, and nothing that is there already")
    func mergesTags() throws {
        let tags = try TagReader.tags(ofFileAt: Fixture.path("ape-loudness.mp3"))

        #expect(tags.title == "From ID3")
        #expect(tags.loudness == FormatTests.fullTags.loudness)
    }

    @Test("repeated values count once, empty ones not at all")
    func dropsRepetitions() throws {
        let tags = try TagReader.tags(ofFileAt: Fixture.path("repeated.mp3"))

        #expect(tags.artists == ["Same", "Other"])
        #expect(tags.genres == ["Pop"])
    }

    @Test("a picture that is only a link is no picture")
    func ignoresLinks() throws {
        #expect(try !TagReader.tags(ofFileAt: Fixture.path("link-picture.mp3")).hasPicture)
        #expect(try TagReader.picture(ofFileAt: Fixture.path("link-picture.mp3")) == nil)
    }

    @Test("a picture's type is what its bytes say")
    func correctsPictureType() throws {
        let picture = try TagReader.picture(ofFileAt: Fixture.path("wrong-picture-type.mp3"))

        #expect(picture?.mimeType == "image/png")
    }

    @Test("a picture over the limit is refused, one of exactly the limit is not")
    func limitsPictures() throws {
        let size = try Fixture.bytes("cover.png").count + 60000
        let path = Fixture.path("big-picture.flac")

        #expect(try TagReader.picture(ofFileAt: path, limit: size)?.data.count == size)
        let error = #expect(throws: TagReadError.self) {
            try TagReader.picture(ofFileAt: path, limit: size - 1)
        }
        #expect(error?.code == .tooLarge)
        #expect(try TagReader.tags(ofFileAt: path).hasPicture)
    }

    @Test(
        "the year comes from the date",
        arguments: [
            ("1959", 1959), ("1959-08-17", 1959), ("1959/08", 1959), ("19590817", nil), ("59", nil), ("May 1959", nil),
            ("0000", nil), ("", nil),
        ] as [(String, Int?)])
    func findsYear(date: String, year: Int?) {
        var tags = FileTags()
        tags.date = date

        #expect(tags.year == year)
    }

    @Test(
        "gains in all spellings",
        arguments: [
            ("-6.48 dB", -6.48), ("+3.2dB", 3.2), ("-1,5 DB", -1.5), ("0", 0), ("dB", nil), ("loud", nil),
            ("nan", nil), ("inf dB", nil), ("999 dB", nil),
        ] as [(String, Double?)])
    func readsGains(text: String, gain: Double?) {
        #expect(value(text).gain == gain)
    }

    @Test("an Opus gain is a number of 1/256 dB, relative to another level")
    func readsOpusGains() {
        #expect(value("-256").r128Gain == 4)
        #expect(value("40000").r128Gain == nil)
        #expect(value("-6.48 dB").r128Gain == nil)
    }

    @Test("bytes that are not UTF-8 are replaced")
    func repairsBytes() {
        let bytes: [UInt8] = [0x20, 0x61, 0xFF, 0x62, 0x0A]

        let text = bytes.withUnsafeBytes { TagText($0).text }

        #expect(text == "a\u{FFFD}b")
    }

    private func value(_ text: String) -> TagText {
        Array(text.utf8).withUnsafeBytes { TagText($0) }
    }
}
