// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import TagReading

/// Every field in every format, and what the streams themselves say.
@Suite("Reading formats")
struct FormatTests {
    /// The tags of every `full` file, apart from the stream.
    static let fullTags: FileTags = {
        var tags = FileTags()
        tags.title = "Zwölf Töne"
        tags.artists = ["Anna Åström", "Боб"]
        tags.albumArtists = ["The Fixtures"]
        tags.album = "Short Tones"
        tags.trackNumber = 3
        tags.trackTotal = 12
        tags.discNumber = 1
        tags.discTotal = 2
        tags.date = "1959-08-17"
        tags.genres = ["Jazz", "Cool"]
        tags.composers = ["Clara Composer"]
        tags.titleSort = "Zwolf Tone"
        tags.artistSorts = ["Astrom, Anna"]
        tags.albumArtistSorts = ["Fixtures, The"]
        tags.albumSort = "Tones, Short"
        tags.isCompilation = true
        tags.loudness.trackGain = -6.48
        tags.loudness.trackPeak = 0.988647
        tags.loudness.albumGain = -7.25
        tags.loudness.albumPeak = 1.012345
        tags.musicBrainz.recording = "11111111-1111-4111-8111-111111111111"
        tags.musicBrainz.track = "22222222-2222-4222-8222-222222222222"
        tags.musicBrainz.release = "33333333-3333-4333-8333-333333333333"
        tags.musicBrainz.releaseGroup = "44444444-4444-4444-8444-444444444444"
        tags.musicBrainz.artists = ["55555555-5555-4555-8555-555555555555"]
        tags.musicBrainz.albumArtists = ["66666666-6666-4666-8666-666666666666"]
        tags.hasPicture = true
        return tags
    }()

    /// A file with what its stream is made of. Lossy formats add the silence of their codec.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let milliseconds: Int
        let sampleRate: Int
        let channels: Int
        let bitRates: ClosedRange<Int>

        var testDescription: String { name }
    }

    static let fullFiles = [
        Sample(name: "full.mp3", milliseconds: 287, sampleRate: 44100, channels: 2, bitRates: 20...200),
        Sample(name: "full-v23.mp3", milliseconds: 287, sampleRate: 44100, channels: 2, bitRates: 96...96),
        Sample(name: "full.aac", milliseconds: 279, sampleRate: 44100, channels: 2, bitRates: 20...100),
        Sample(name: "full.flac", milliseconds: 250, sampleRate: 44100, channels: 2, bitRates: 20...400),
        Sample(name: "full-flac.oga", milliseconds: 250, sampleRate: 44100, channels: 2, bitRates: 20...400),
        Sample(name: "full.ogg", milliseconds: 250, sampleRate: 44100, channels: 2, bitRates: 20...200),
        Sample(name: "full.opus", milliseconds: 250, sampleRate: 48000, channels: 2, bitRates: 10...100),
        Sample(name: "full.m4a", milliseconds: 273, sampleRate: 44100, channels: 2, bitRates: 20...100),
        Sample(name: "full-alac.m4a", milliseconds: 250, sampleRate: 44100, channels: 2, bitRates: 1411...1411),
        Sample(name: "full.wav", milliseconds: 250, sampleRate: 22050, channels: 1, bitRates: 353...353),
        Sample(name: "full.aiff", milliseconds: 250, sampleRate: 22050, channels: 1, bitRates: 353...353),
        Sample(name: "full.wv", milliseconds: 250, sampleRate: 44100, channels: 2, bitRates: 20...400),
        Sample(name: "full.tta", milliseconds: 250, sampleRate: 44100, channels: 2, bitRates: 20...400),
        Sample(name: "full.ape", milliseconds: 250, sampleRate: 44100, channels: 2, bitRates: 20...400),
        Sample(name: "full.mpc", milliseconds: 248, sampleRate: 44100, channels: 2, bitRates: 20...400),
    ]

    @Test("a fully tagged file gives every field", arguments: fullFiles)
    func readsEveryField(of sample: Sample) throws {
        var expected = Self.fullTags
        if sample.name == "full.opus" {
            // -2560 and -1280 steps of 1/256 dB towards -23 LUFS; Opus tags have no peak.
            expected.loudness = .init()
            expected.loudness.trackGain = -5
            expected.loudness.albumGain = 0
        }

        var tags = try TagReader.tags(ofFileAt: Fixture.path(sample.name))
        let (duration, bitRate) = (tags.duration, tags.bitRate)
        let (sampleRate, channels) = (tags.sampleRate, tags.channels)
        (tags.duration, tags.bitRate, tags.sampleRate, tags.channels) = (nil, nil, nil, nil)

        #expect(tags == expected)
        #expect(duration == .milliseconds(sample.milliseconds))
        #expect(sampleRate == sample.sampleRate)
        #expect(channels == sample.channels)
        #expect(sample.bitRates.contains(try #require(bitRate)))
    }

    @Test("the front cover is found behind a back cover, byte for byte", arguments: fullFiles)
    func findsFrontCover(of sample: Sample) throws {
        let picture = try TagReader.picture(ofFileAt: Fixture.path(sample.name))

        #expect(picture == EmbeddedPicture(data: try Fixture.bytes("cover.png"), mimeType: "image/png"))
    }

    @Test(
        "a file without tags has a duration and nothing else",
        arguments: ["untagged.mp3", "untagged.flac", "untagged.ogg", "untagged.m4a", "untagged.wav", "untagged.aiff"])
    func readsUntagged(name: String) throws {
        var tags = try TagReader.tags(ofFileAt: Fixture.path(name))

        #expect(try #require(tags.duration) >= .milliseconds(200))
        #expect(tags.sampleRate != nil)
        #expect(tags.channels != nil)
        (tags.duration, tags.bitRate, tags.sampleRate, tags.channels) = (nil, nil, nil, nil)
        #expect(tags == FileTags())
        #expect(try TagReader.picture(ofFileAt: Fixture.path(name)) == nil)
    }

    @Test("Speex is read")
    func readsSpeex() throws {
        let tags = try TagReader.tags(ofFileAt: Fixture.path("titled.spx"))

        #expect(tags.title == "Zwölf Töne")
        #expect(tags.artists == ["Anna Åström"])
        #expect(tags.sampleRate == 16000)
        #expect(try #require(tags.duration) > .milliseconds(250))
    }

    @Test("RIFF INFO is read where there is no ID3v2 tag")
    func readsInfo() throws {
        let tags = try TagReader.tags(ofFileAt: Fixture.path("info.wav"))

        #expect(tags.title == "Info Title")
        #expect(tags.artists == ["Info Artist"])
        #expect(tags.album == "Info Album")
        #expect(tags.genres == ["Info Genre"])
    }

    @Test("content counts more than the suffix")
    func readsByContent() throws {
        #expect(try TagReader.tags(ofFileAt: Fixture.path("lying-suffix.mp3")).title == "Zwölf Töne")
        #expect(try TagReader.tags(ofFileAt: Fixture.path("no-suffix")).title == "Zwölf Töne")
        #expect(try TagReader.tags(ofFileAt: Fixture.path("id3-before.flac")).title == "Only in ID3")
    }

    @Test("MPEG audio behind rubbish is found")
    func skipsRubbish() throws {
        let tags = try TagReader.tags(ofFileAt: Fixture.path("rubbish-first.mp3"))

        #expect(tags.duration == .milliseconds(287))
    }

    @Test("every suffix of a format that is read is recognised, in lower case")
    func recognisesSuffixes() throws {
        for sample in Self.fullFiles {
            let suffix = try #require(sample.name.split(separator: ".").last)
            #expect(TagReader.recognisedSuffixes.contains(String(suffix)))
        }
        #expect(TagReader.recognisedSuffixes.allSatisfy { $0 == $0.lowercased() && !$0.contains(".") })
        #expect(!TagReader.recognisedSuffixes.contains("png"))
    }
}
