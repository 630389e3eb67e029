// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension SoundServerTests {
    /// Files of every kind, heard to their last frame, however they were cut off, and however short they are.
    @Suite
    struct FileFormatTests {
        struct Format: CustomTestStringConvertible, Sendable {
            var name: String
            /// Arguments of ffmpeg.
            var coding: [String]
            /// Frames that coders add.
            var added = 0

            var testDescription: String { name }
        }

        @Test(
            "Every format is heard in its whole length",
            arguments: [
                Format(name: "24.aiff", coding: ["-c:a", "pcm_s24be"]), Format(name: "aiff", coding: []),
                Format(name: "mulaw.aifc", coding: ["-c:a", "pcm_mulaw", "-f", "aiff"]),
                Format(name: "float.aifc", coding: ["-c:a", "pcm_f32be", "-f", "aiff"]),
                Format(name: "rf64", coding: ["-rf64", "always", "-f", "wav"]),
                Format(name: "w64", coding: ["-f", "w64"]), Format(name: "24.w64", coding: ["-c:a", "pcm_s24le"]),
                Format(name: "au", coding: []), Format(name: "float.au", coding: ["-c:a", "pcm_f32be"]),
                Format(name: "caf", coding: []), Format(name: "24.caf", coding: ["-c:a", "pcm_s24le"]),
                Format(name: "ac3", coding: ["-b:a", "192k"], added: 1536),
                Format(name: "eac3", coding: ["-b:a", "192k"], added: 1536),
                Format(name: "dts", coding: ["-strict", "-2", "-c:a", "dca"], added: 1024),
                Format(name: "mp3.wav", coding: ["-c:a", "libmp3lame"], added: 3456),
            ])
        func formats(_ format: Format) async throws {
            let stage = try await FileStage()
            let path = try await stage.write(.tone(500, seconds: 0.75))
            let coded = path + "." + format.name
            try #require(
                try await runProgram(["ffmpeg", "-v", "error", "-y", "-i", path] + format.coding + [coded]) == 0)
            let medium = await stage.request(path: coded)

            await stage.engine.load(medium, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            #expect((36_000...(36_000 + format.added)).contains(sound.samples.count))
            #expect(abs(sound.part(0.1, 0.6).frequency - 500) < 1)
        }

        @Test(
            "A jump in plain samples sounds at its place",
            arguments: [
                Format(name: "au", coding: []), Format(name: "float.au", coding: ["-c:a", "pcm_f32be"]),
                Format(name: "mulaw.au", coding: ["-c:a", "pcm_mulaw"]),
                Format(name: "be.caf", coding: ["-c:a", "pcm_s16be"]),
                Format(name: "24be.caf", coding: ["-c:a", "pcm_s24be"]),
                Format(name: "alaw.caf", coding: ["-c:a", "pcm_alaw"]), Format(name: "caf", coding: []),
                Format(name: "w64", coding: ["-f", "w64"]), Format(name: "aiff", coding: []),
            ])
        func jumps(_ format: Format) async throws {
            let stage = try await FileStage()
            let path = try await stage.write(.rising(seconds: 4))
            let coded = path + "." + format.name
            try #require(
                try await runProgram(["ffmpeg", "-v", "error", "-y", "-i", path] + format.coding + [coded]) == 0)
            let medium = await stage.request(path: coded)
            await stage.engine.load(medium, at: .seconds(1), playing: true)
            #expect(await stage.play(until: .milliseconds(1_300)))

            await stage.engine.seek(to: .seconds(3))

            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            #expect(abs(sound.risingPosition(at: 0) - 1) < 0.01)
            #expect(abs(sound.risingPosition(at: sound.seconds - 0.9) - 3.1) < 0.01)
            #expect(sound.longestSilence() < 0.001)
        }

        @Test("DSD in a DSF file is heard")
        func dsd() async throws {
            let stage = try await FileStage()
            let path = stage.files.path("tone.dsf")
            try DSDFile.tone(500, seconds: 0.5).write(to: URL(fileURLWithPath: path))
            let medium = await stage.request(path: path)

            await stage.engine.load(medium, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            #expect(abs(sound.seconds - 0.5) < 0.02)
            #expect(abs(sound.part(0.1, 0.4).frequency - 500) < 5)
        }

        @Test(
            "Sound whose header was never filled in, or that was cut off, is heard as far as it goes",
            arguments: ["length 0", "length of all ones", "cut", "cut aiff"])
        func unfinished(_ kind: String) async throws {
            let stage = try await FileStage()
            let path = try await stage.write(.tone(500, seconds: 1), as: kind == "cut aiff" ? "aiff" : "wav")
            var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            switch kind {
            case "length 0": bytes.replaceSubrange(40..<44, with: [0, 0, 0, 0])
            case "length of all ones": bytes.replaceSubrange(40..<44, with: [255, 255, 255, 255])
            default: bytes.removeLast(96_000)
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let medium = await stage.request(path: path)

            await stage.engine.load(medium, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            #expect(sound.samples.count == (kind.hasPrefix("cut") ? 24_000 : 48_000))
        }

        @Test("All links of a chain are heard", arguments: ["ogg", "opus"])
        func chains(_ format: String) async throws {
            let stage = try await FileStage()
            var links: [String] = []
            for (serial, frequency) in [500.0, 900].enumerated() {
                let path = try await stage.write(.tone(frequency, seconds: 0.6))
                let link = path + "." + format
                let ogg = ["oggenc", "--quiet", "--serial", "\(serial)", "--output", link, path]
                let opus = ["opusenc", "--quiet", "--serial", "\(serial)", path, link]
                try #require(try await runProgram(format == "ogg" ? ogg : opus) == 0)
                links.append(link)
            }
            let path = stage.files.path("chain." + format)
            var bytes = Data()
            for link in links { bytes += try Data(contentsOf: URL(fileURLWithPath: link)) }
            try bytes.write(to: URL(fileURLWithPath: path))
            let medium = await stage.request(path: path)

            await stage.engine.load(medium, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            #expect(abs(sound.seconds - 1.2) < 0.01)
            #expect(abs(sound.part(0.7, 1.1).frequency - 900) < 1)
        }

        @Test(
            "Links of a chain are heard whatever their serial numbers are, with their whole length and position",
            arguments: ["ogg", "opus"], [7, 8])
        func equalChains(_ format: String, _ serial: UInt8) async throws {
            let stage = try await FileStage()
            let path = stage.files.path("chain." + format)
            var bytes: [UInt8] = []
            for (seconds, serial) in [(2.0, 7), (3, serial)] {
                let link = try await stage.write(.rising(seconds: seconds), as: format)
                bytes += OggPages.renumbered(Array(try Data(contentsOf: URL(fileURLWithPath: link))), serial)
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let medium = await stage.request(path: path)

            await stage.engine.load(medium, at: .zero, playing: true)
            let isHeard = await stage.play(until: .milliseconds(2_500))

            #expect(isHeard, "the position goes on in the second link")
            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let length = await stage.events.events.compactMap { event -> Duration? in
                if case .prepared(medium.token, let duration, isSeekable: true) = event { duration } else { nil }
            }
            #expect(abs((length.first ?? .zero) / .seconds(1) - 5) < 0.01, "\(length)")
            let sound = try await stage.finish()
            #expect(abs(sound.seconds - 5) < 0.02)
            #expect(abs(sound.risingPosition(at: 1) - 1) < 0.02)
            #expect(abs(sound.risingPosition(at: 4) - 2) < 0.02)
        }

        struct Jump: CustomTestStringConvertible, Sendable {
            var format: String
            /// The serial number of each of three links.
            var serials: [UInt8] = [7, 8, 9]

            var testDescription: String { "\(format) \(serials)" }
        }

        @Test(
            "A jump in a chain leads to the right place of the right link, and from there on to the end",
            arguments: [
                Jump(format: "ogg"), Jump(format: "opus"), Jump(format: "oga"),
                Jump(format: "ogg", serials: [7, 7, 7]), Jump(format: "opus", serials: [7, 8, 7]),
            ],
            [0.75, 2.75, 4.5])
        func jumpsInChain(_ jump: Jump, _ target: Double) async throws {
            let stage = try await FileStage()
            let path = stage.files.path("chain." + jump.format)
            var bytes: [UInt8] = []
            for (number, serial) in jump.serials.enumerated() {
                let tone = ToneFile.tone(400 + 200 * Double(number), seconds: 2)
                let link = try await stage.write(tone, as: jump.format)
                bytes += OggPages.renumbered(Array(try Data(contentsOf: URL(fileURLWithPath: link))), serial)
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let medium = await stage.request(path: path)
            await stage.engine.load(medium, at: .milliseconds(500), playing: false)
            #expect(
                await stage.events.wait { event in
                    if case .prepared(medium.token, _, isSeekable: true) = event { true } else { false }
                } != nil)

            await stage.engine.seek(to: .seconds(target))
            #expect(await stage.events.wait(for: .seeked(medium.token, to: .seconds(target))) != nil)
            await stage.engine.setPlaying(true)

            #expect(await stage.play(until: .seconds(target + 0.1)))
            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            #expect(abs(sound.seconds - (6 - target)) < 0.005, "\(sound.seconds)")
            for number in 0..<3 {
                let (start, end) = (2 * Double(number) - target, 2 * Double(number + 1) - target)
                guard end > 0.1 else { continue }
                let part = sound.part(max(start, 0) + 0.05, end - 0.05)
                #expect(abs(part.frequency - (400 + 200 * Double(number))) < 2, "link \(number): \(part.frequency)")
            }
        }

        @Test("TTA that was cut off ends where it ends")
        func cutTTA() async throws {
            let stage = try await FileStage()
            let whole = try await stage.write(.tone(500, seconds: 5), as: "tta")
            let path = stage.files.path("cut.tta")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
            try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
            let medium = await stage.request(path: path)

            await stage.engine.load(medium, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            #expect((1.5...2.6).contains(sound.seconds))
            #expect(abs(sound.part(0.1, 1.4).frequency - 500) < 1)
        }

        @Test("DSD in a DSDIFF file is heard")
        func dsdiff() async throws {
            let stage = try await FileStage()
            let path = stage.files.path("tone.dff")
            try DSDFile.interchange(500, seconds: 0.5).write(to: URL(fileURLWithPath: path))
            let medium = await stage.request(path: path)

            await stage.engine.load(medium, at: .zero, playing: true)

            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            #expect(abs(sound.seconds - 0.5) < 0.02)
            #expect(abs(sound.part(0.1, 0.4).frequency - 500) < 5)
        }

        struct Short: CustomTestStringConvertible, Sendable {
            var format: String
            var frames: Int

            var testDescription: String { "\(frames) frames of \(format)" }
        }

        @Test(
            "A track of a few frames is heard each time",
            arguments: ["wav", "flac", "opus", "ogg"].flatMap { format in
                [441, 44, 1].map { Short(format: format, frames: $0) }
            })
        func short(_ short: Short) async throws {
            let stage = try await FileStage()
            let path = try await stage.write(.tone(500, seconds: Double(short.frames) / 48_000), as: short.format)
            for _ in 0..<8 {
                let medium = await stage.request(path: path)
                await stage.engine.load(medium, at: .zero, playing: true)
                #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            }

            let sound = try await stage.finish()

            #expect(sound.samples.count == 8 * short.frames)
        }

        @Test("MP3 with a changing bit rate and no table goes to any place in the length that its tags tell")
        func changingBitRate() async throws {
            let stage = try await FileStage()
            let path = stage.files.path("changing.mp3")
            // Noise first, from whose bit rate a much shorter length would follow.
            let graph = "anoisesrc=d=5:r=44100[n];sine=frequency=700:d=25:r=44100,volume=0.3[s];[n][s]concat=v=0:a=1"
            let coding = ["-c:a", "libmp3lame", "-q:a", "6", "-write_xing", "0", path]
            try #require(
                try await runProgram(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", graph] + coding) == 0)
            var medium = await stage.request(path: path)
            medium.length = .seconds(30)

            await stage.engine.load(medium, at: .seconds(28), playing: true)

            let prepared = EngineEvent.prepared(medium.token, duration: .seconds(30), isSeekable: true)
            #expect(await stage.events.wait(for: prepared) != nil)
            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            #expect(abs(sound.seconds - 2) < 0.2)
            #expect(abs(sound.part(0.2, 1.5).frequency - 700) < 2)
        }

        @Test("A file that grows while it plays goes on", arguments: ["mp3", "opus", "ogg", "flac", "wav"])
        func grows(_ format: String) async throws {
            let stage = try await FileStage()
            let whole = try await stage.write(.rising(seconds: 3), as: format)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
            let path = stage.files.path("growing." + format)
            try bytes.prefix(bytes.count * 2 / 3).write(to: URL(fileURLWithPath: path))
            let medium = await stage.request(path: path)
            await stage.engine.load(medium, at: .zero, playing: true)
            #expect(await stage.play(until: .milliseconds(300)))

            try append(Array(bytes.suffix(from: bytes.count * 2 / 3)), to: path)

            #expect(await stage.events.wait(for: .ended(medium.token)) != nil)
            let sound = try await stage.finish()
            #expect(abs(sound.seconds - 3) < 0.1)
            // The end is what was added.
            #expect(abs(sound.part(sound.seconds - 0.3, sound.seconds - 0.1).frequency - 3200) < 150)
        }
    }
}

private func append(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "a"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
}

/// Files with one bit a sample.
private enum DSDFile {
    private static let rate = 2_822_400

    /// The first sample is the most significant bit.
    private static func bits(_ frequency: Double, _ seconds: Double) -> [UInt8] {
        let samples = ToneFile.tone(frequency, seconds: seconds, rate: rate).samples
        var bits = [UInt8](repeating: 0, count: (samples.count + 7) / 8)
        var sum = 0.0
        for (index, sample) in samples.enumerated() {
            sum += sample
            if sum > 0 { bits[index / 8] |= 0x80 >> UInt8(index % 8) }
            sum += sum > 0 ? -1 : 1
        }
        return bits
    }

    /// The tone in the format of Philips: bytes of two channels in turn.
    static func interchange(_ frequency: Double, seconds: Double) -> Data {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + number(content.count, 8) + content + (content.count % 2 == 0 ? [] : [0])
        }
        let properties =
            chunk("FS  ", number(rate, 4)) + chunk("CHNL", number(2, 2) + Array("SLFTSRGT".utf8))
            + chunk("CMPR", Array("DSD ".utf8) + [14] + Array("not compressed".utf8))
        let sound = bits(frequency, seconds).flatMap { [$0, $0] }
        let form =
            Array("DSD ".utf8) + chunk("FVER", number(0x0105_0000, 4))
            + chunk("PROP", Array("SND ".utf8) + properties) + chunk("DSD ", sound)
        return Data(chunk("FRM8", form))
    }

    /// A tone by a modulator of the first order, in two channels.
    static func tone(_ frequency: Double, seconds: Double) -> Data {
        let block = 4096
        let count = Int(seconds * Double(rate))
        var bits = bits(frequency, seconds).map { byte in (0..<8).reduce(UInt8(0)) { $0 << 1 | byte >> UInt8($1) & 1 } }
        bits += [UInt8](repeating: 0, count: (block - bits.count % block) % block)
        var sound: [UInt8] = []
        for start in stride(from: 0, to: bits.count, by: block) {
            for _ in 0..<2 { sound += bits[start..<start + block] }
        }
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let fields = [1, 0, 2, 2, rate, 1].flatMap { number($0, 4) }
        let format = Array("fmt ".utf8) + number(52, 8) + fields + number(count, 8) + number(block, 4) + number(0, 4)
        let data = Array("data".utf8) + number(12 + sound.count, 8) + sound
        let size = 28 + format.count + data.count
        return Data(Array("DSD ".utf8) + number(28, 8) + number(size, 8) + number(0, 8) + format + data)
    }
}

/// Ogg files with another serial number.
enum OggPages {
    /// The same pages of a file with one stream under a serial number, as if its coder had chosen that.
    ///
    /// - Parameter delay: Added to the positions of the sound, as in a file that was cut out of a longer one.
    static func renumbered(_ file: [UInt8], _ serial: UInt8, delay: Int = 0) -> [UInt8] {
        var file = file
        var offset = 0
        while offset + 27 <= file.count {
            let count = Int(file[offset + 26])
            let size = 27 + count + file[(offset + 27)..<(offset + 27 + count)].reduce(0) { $0 + Int($1) }
            file.replaceSubrange(offset + 14..<offset + 18, with: [serial, 0, 0, 0])
            let place = (0..<8).reduce(0) { $0 | Int(file[offset + 6 + $1]) << (8 * $1) }
            if place > 0 {
                for index in 0..<8 {
                    file[offset + 6 + index] = UInt8(truncatingIfNeeded: (place + delay) >> (8 * index))
                }
            }
            file.replaceSubrange(offset + 22..<offset + 26, with: [0, 0, 0, 0])
            var sum: UInt32 = 0
            for byte in file[offset..<(offset + size)] {
                sum ^= UInt32(byte) << 24
                for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
            }
            for index in 0..<4 { file[offset + 22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
            offset += size
        }
        return file
    }
}
