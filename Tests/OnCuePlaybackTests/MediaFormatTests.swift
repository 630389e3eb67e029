// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import Testing

@testable import OnCuePlayback

@Suite("Formats")
struct MediaFormatTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var type: String?
        var numbers: [String: Int] = [:]
        var rate = 44_100
        var depth = 16
        var expected: MediaFormat

        var testDescription: String { "\(type ?? "plain") \(numbers.sorted { $0.key < $1.key }.map { "\($0)" })" }

        init(
            _ type: String?, _ numbers: [String: Int] = [:], rate: Int = 44_100, depth: Int = 16, is codec: String,
            bitRate: Int? = nil, sampleRate: Int? = 44_100, bits: Int? = nil, channels: Int? = 2
        ) {
            (self.type, self.numbers, self.rate, self.depth) = (type, numbers, rate, depth)
            expected = MediaFormat(
                codec: codec, bitRate: bitRate, sampleRate: sampleRate, bitDepth: bits, channelCount: channels)
        }
    }

    @Test(
        "What GStreamer says of a stream becomes the format that people know",
        arguments: [
            Case("audio/mpeg", ["mpegversion": 1, "layer": 3], is: "mp3"),
            Case("audio/mpeg", ["mpegversion": 1, "layer": 2], depth: 32, is: "mp2"),
            Case("audio/mpeg", ["mpegversion": 1], is: "mp3"),
            Case("audio/mpeg", ["mpegversion": 4, "channels": 1, "rate": 22_050], depth: 32, is: "aac"),
            Case("audio/mpeg", ["mpegversion": 2], depth: 32, is: "aac"),
            Case("audio/x-vorbis", ["channels": 6], depth: 32, is: "vorbis", channels: 6),
            Case(
                "audio/x-opus", ["rate": 44_100, "channels": 1], rate: 16_000, is: "opus", sampleRate: 48_000,
                channels: 1),
            Case("audio/x-speex", is: "speex"), Case("audio/x-musepack", depth: 32, is: "musepack"),
            Case("audio/x-ac3", ["channels": 6], depth: 32, is: "ac3", channels: 6), Case("audio/x-eac3", is: "eac3"),
            Case("audio/x-dts", ["depth": 16], depth: 32, is: "dts"), Case("audio/x-adpcm", is: "adpcm"),
            Case("audio/x-mulaw", is: "mulaw"), Case("audio/x-alaw", is: "alaw"), Case("audio/AMR", is: "amr"),
            Case("audio/AMR-WB", is: "amrwb"), Case("audio/x-wma", ["wmaversion": 2, "depth": 16], is: "wma"),
            Case("audio/x-wma", ["wmaversion": 4, "depth": 24], depth: 32, is: "wmalossless", bits: 24),
            Case("audio/x-flac", is: "flac", bits: 16), Case("audio/x-flac", depth: 24, is: "flac", bits: 24),
            Case("audio/x-alac", ["samplesize": 24], depth: 32, is: "alac", bits: 24),
            Case("audio/x-tta", depth: 32, is: "tta"),
            Case("audio/x-wavpack", ["depth": 24], depth: 32, is: "wavpack", bits: 24),
            Case("audio/x-ffmpeg-parsed-ape", ["depth": 16], is: "ape", bits: 16),
            Case(nil, is: "pcm", bitRate: 1_411_000, bits: 16),
            Case(nil, rate: 96_000, depth: 24, is: "pcm", bitRate: 4_608_000, sampleRate: 96_000, bits: 24),
            Case(nil, depth: 32, is: "pcm", bitRate: 2_822_000, bits: 32),
            Case(
                "audio/x-gst-av-dsd_lsbf_planar", rate: 352_800, depth: 32, is: "dsd", bitRate: 5_645_000,
                sampleRate: 2_822_400, bits: 1),
            Case("audio/x-midi-event", is: "midi", sampleRate: nil, channels: nil),
            Case("audio/x-mod", is: "module", sampleRate: nil, channels: nil),
            Case("audio/x-gst-av-qdmc", is: "qdmc"), Case("audio/x-Something", is: "something"),
        ])
    func maps(_ example: Case) {
        let stream = StreamFormat(
            type: example.type, numbers: example.numbers, sampleRate: example.rate, channelCount: 2,
            sampleDepth: example.depth)

        #expect(MediaFormat(stream) == example.expected)
    }

    @Test("A bit rate that tags state counts before one that follows from the samples")
    func stated() {
        let stream = StreamFormat(sampleRate: 44_100, channelCount: 2, sampleDepth: 16)

        #expect(MediaFormat(stream, bitRate: 1_412_000).bitRate == 1_412_000)
    }
}

@Suite("Bit rates")
struct BitRateTests {
    private func tags(nominal: Int? = nil, average: Int? = nil) -> StreamTags {
        var tags = StreamTags()
        (tags.nominalBitRate, tags.averageBitRate) = (nominal, average)
        return tags
    }

    @Test("An average that is corrected again and again is news when it is a tenth off")
    func averages() {
        var rate = BitRate()

        let news = [190_000, 190_400, 200_000, 205_000, 208_400, 209_000, 215_000].map { rate.take(tags(average: $0)) }

        #expect(news == [true, false, false, false, false, true, false])
        #expect(rate.value == 209_000)
    }

    @Test("A nominal rate replaces an average for good, and is news in steps of 1000")
    func nominal() {
        var rate = BitRate()

        let news = [
            tags(average: 300_000), tags(nominal: 192_000, average: 300_000),
            tags(nominal: 192_400, average: 100_000), tags(average: 64_000),
        ].map { rate.take($0) }

        #expect(news == [true, true, false, false])
        #expect(rate.value == 192_000)
    }

    @Test("Without a number, or with none that makes sense, nothing is known")
    func unknown() {
        var rate = BitRate()

        let news = [tags(), tags(nominal: 0, average: 0), tags(nominal: -1)].map { rate.take($0) }

        #expect(news == [false, false, false])
        #expect(rate.value == nil)
    }
}
