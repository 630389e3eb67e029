// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// The formats of real files, beside what FFmpeg says of them.
    @MediaActor
    @Suite
    struct FormatFileTests {
        private nonisolated static let folder: String =
            "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures/"

        struct Case: CustomTestStringConvertible, Sendable {
            var file: String
            var expected: MediaFormat

            var testDescription: String { file }

            init(
                _ file: String, _ codec: String, kilobits: Int?, rate: Int = 44_100, bits: Int? = nil,
                channels: Int = 2,
                gain: Double? = -6.48
            ) {
                self.file = file
                expected = MediaFormat(
                    codec: codec, bitRate: kilobits.map { $0 * 1000 }, sampleRate: rate, bitDepth: bits,
                    channelCount: channels, gain: gain)
            }
        }

        @Test(
            "A file of each kind tells its format",
            arguments: [
                Case("full.mp3", "mp3", kilobits: 61), Case("full.flac", "flac", kilobits: 100, bits: 16),
                Case("full-flac.oga", "flac", kilobits: nil, bits: 16),
                Case("full.opus", "opus", kilobits: nil, rate: 48_000, gain: -5),
                Case("full.ogg", "vorbis", kilobits: 64), Case("full.m4a", "aac", kilobits: 61),
                Case("full-alac.m4a", "alac", kilobits: 141, bits: 16),
                Case("full.aac", "aac", kilobits: 59, gain: nil),
                Case("full.wav", "pcm", kilobits: 353, rate: 22_050, bits: 16, channels: 1, gain: nil),
                Case("full.aiff", "pcm", kilobits: 353, rate: 22_050, bits: 16, channels: 1),
                Case("full.wv", "wavpack", kilobits: 166, bits: 16), Case("full.tta", "tta", kilobits: nil, bits: 16),
                Case("titled.spx", "speex", kilobits: 28, rate: 16_000, channels: 1, gain: nil),
            ])
        func fixtures(_ example: Case) async throws {
            let stage = try FileStage()
            let path = Self.folder + example.file

            let format = try await format(of: path, stage)

            #expect(format == example.expected)
            try await compare(format, with: path, stage)
        }

        @Test(
            "Sound of any depth and bit rate is what FFmpeg finds",
            arguments: [
                "24.flac", "24.m4a", "24.wv", "24.wav", "float.wav", "24.w64", "24.caf", "au", "mp3", "vbr.mp3", "ogg",
                "m4a", "ac3", "mp2", "wma", "mulaw.wav", "webm", "mka",
            ])
        func encoded(_ name: String) async throws {
            let stage = try FileStage()
            let path = try await stage.write(.rising(seconds: 3))
            let coding: [String] =
                switch name {
                case "24.flac": ["-c:a", "flac", "-sample_fmt", "s32", "-ar", "96000", "-bits_per_raw_sample", "24"]
                case "24.m4a": ["-c:a", "alac", "-sample_fmt", "s32p"]
                case "24.wv": ["-c:a", "wavpack", "-sample_fmt", "s32p"]
                case "24.wav", "24.w64", "24.caf": ["-c:a", "pcm_s24le"]
                case "float.wav": ["-c:a", "pcm_f32le"]
                case "mulaw.wav": ["-c:a", "pcm_mulaw", "-ar", "8000", "-ac", "1"]
                case "mp3": ["-b:a", "192k"]
                case "vbr.mp3": ["-q:a", "2"]
                case "ogg", "webm": ["-c:a", "libvorbis"]
                case "mka": ["-c:a", "flac"]
                default: []
                }
            let coded = path + "." + name
            try #require(try await runProgram(["ffmpeg", "-v", "error", "-y", "-i", path] + coding + [coded]) == 0)

            try await compare(try await format(of: coded, stage), with: coded, stage)
        }

        @Test("A file of VBR is told as good as once, and its format stays when it is sought in")
        func rarely() async throws {
            let stage = try FileStage()
            let request = try await stage.request(.rising(seconds: 30), as: "vbr.mp3")
            stage.engine.load(request, at: .zero, playing: true)
            #expect(await stage.events.wait(for: .started(request.token)) != nil)

            for second in [20, 3, 28] { stage.engine.seek(to: .seconds(second)) }

            #expect(await stage.events.wait(.seconds(20), for: .ended(request.token)) != nil)
            let formats = formats(stage, request)
            #expect((1...3).contains(formats.count), "\(formats)")
            #expect(formats.last?.bitRate != nil)
            await stage.engine.shutDown()
        }

        @Test("Each of two files that follow without a gap has its own format and gain")
        func follower() async throws {
            let stage = try FileStage()
            let first = try await stage.request(.tone(500, seconds: 0.5), as: "mp3")
            let flac = try await stage.write(.tone(500, seconds: 0.5), as: "flac")
            let second = stage.request(path: try await tagged(flac, ["REPLAYGAIN_TRACK_GAIN=-4.20 dB"]))
            stage.engine.load(first, at: .zero, playing: true)

            stage.engine.cue(second)

            #expect(await stage.events.wait(for: .ended(second.token)) != nil)
            #expect(formats(stage, first).allSatisfy { $0.codec == "mp3" && $0.gain == nil })
            #expect(formats(stage, second).map(\.codec).first == "flac")
            #expect(formats(stage, second).last?.gain == -4.2)
            let start = try #require(stage.events.events.firstIndex(of: .started(second.token)))
            let before = stage.events.events[..<start]
            #expect(!before.contains { if case .formatChanged(second.token, _) = $0 { true } else { false } })
            await stage.engine.shutDown()
        }

        @Test("The gain is that which the file itself states", arguments: ["flac", "opus"])
        func gain(_ format: String) async throws {
            let stage = try FileStage()
            let path = try await stage.write(.tone(500, seconds: 0.5), as: format)
            let comment = format == "opus" ? "R128_TRACK_GAIN=-2560" : "REPLAYGAIN_TRACK_GAIN=-5.00 dB"

            let found = try await self.format(of: try await tagged(path, [comment]), stage)

            #expect(found.gain == -5)
        }

        // MARK: Internals

        /// The last format that is told of a file, when all of it has been heard.
        private func format(of path: String, _ stage: FileStage) async throws -> MediaFormat {
            let request = stage.request(path: path)
            stage.engine.load(request, at: .zero, playing: true)
            #expect(await stage.events.wait(for: .ended(request.token)) != nil)
            await stage.engine.shutDown()
            let formats = formats(stage, request)
            #expect(formats.count <= 3, "\(formats)")
            return try #require(formats.last)
        }

        private func formats(_ stage: FileStage, _ request: PlaybackRequest) -> [MediaFormat] {
            stage.events.events.compactMap {
                if case .formatChanged(request.token, let format) = $0 { format } else { nil }
            }
        }

        /// Compares with what FFmpeg says.
        private func compare(_ format: MediaFormat, with path: String, _ stage: FileStage) async throws {
            let answer = stage.files.path("probe.txt")
            let fields = "codec_name,sample_rate,channels,bits_per_raw_sample,bits_per_sample,bit_rate"
            let probe = "ffprobe -v error -select_streams a:0 -show_entries stream=\(fields) -of default=nw=1 "
            try #require(try await runProgram(["sh", "-c", probe + "\"$0\" >\"$1\"", path, answer]) == 0)
            let lines = try String(contentsOfFile: answer, encoding: .utf8).split(separator: "\n")
            var facts: [String: String] = [:]
            for line in lines {
                let parts = line.split(separator: "=", maxSplits: 1)
                if parts.count == 2 { facts[String(parts[0])] = String(parts[1]) }
            }
            let name = try #require(facts["codec_name"])
            let words = ["pcm_mulaw": "mulaw", "wmav2": "wma", "mp3float": "mp3"]
            #expect(format.codec == words[name] ?? (name.hasPrefix("pcm_") ? "pcm" : name))
            #expect(format.sampleRate == facts["sample_rate"].flatMap { Int($0) })
            #expect(format.channelCount == facts["channels"].flatMap { Int($0) })
            let bits = ["bits_per_raw_sample", "bits_per_sample"].compactMap { facts[$0].flatMap { Int($0) } }
            let isLossless = ["pcm", "flac", "alac", "wavpack", "tta"].contains(format.codec)
            #expect(format.bitDepth == (isLossless ? bits.first { $0 > 0 } : nil), "\(path)")
            if let found = facts["bit_rate"].flatMap({ Double($0) }), let rate = format.bitRate {
                #expect(abs(Double(rate) - found) < found * 0.1 + 1000, "\(rate) for \(found)")
            }
        }
    }
}
