// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import Testing

@testable import TagReading

/// Formats without tags that TagLib knows, and headers that were never finished.
@Suite("Plain formats")
struct PlainFormatTests {
    struct Coding: Sendable, CustomTestStringConvertible {
        var name: String
        var arguments: [String]
        var milliseconds = 2000
        var tolerance = 0

        var testDescription: String { name }
    }

    @Test(
        "the length is that of the sound",
        arguments: [
            Coding(name: "a.wma", arguments: ["-c:a", "wmav2"], tolerance: 120),
            Coding(name: "a.ac3", arguments: ["-b:a", "192k"], tolerance: 32),
            Coding(name: "a.eac3", arguments: ["-b:a", "192k"], tolerance: 32),
            Coding(name: "a.dts", arguments: ["-strict", "-2", "-c:a", "dca"], tolerance: 30),
            Coding(name: "a.au", arguments: []), Coding(name: "a.caf", arguments: []),
            Coding(name: "alac.caf", arguments: ["-c:a", "alac"], tolerance: 45), Coding(name: "a.w64", arguments: []),
            Coding(name: "a.rf64", arguments: ["-rf64", "always", "-f", "wav"]),
        ])
    func lengths(of coding: Coding) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.encode(coding.arguments, coding.name)

        let tags = try TagReader.tags(ofFileAt: path)

        let found = try #require(tags.duration)
        #expect(abs((found - .milliseconds(coding.milliseconds)) / .milliseconds(1)) <= Double(coding.tolerance) + 1)
        #expect(tags.sampleRate == 44_100)
        #expect(tags.channels == 2)
    }

    @Test("WMA has its tags")
    func windowsMedia() throws {
        let directory = try TemporaryDirectory()
        let words = ["-c:a", "wmav2", "-metadata", "title=Sky", "-metadata", "artist=Ann", "-metadata", "album=Air"]
        let tags = try TagReader.tags(ofFileAt: try directory.encode(words, "a.wma"))

        #expect((tags.title, tags.artists, tags.album) == ("Sky", ["Ann"], "Air"))
    }

    @Test(
        "a WAV file that was cut off, or whose length was never filled in, is as long as what is there",
        arguments: ["cut", "zero", "ones", "too long"])
    func unfinished(_ kind: String) throws {
        let directory = try TemporaryDirectory()
        var bytes = try FileBytes.read(try directory.encode(["-bitexact"], "a.wav"))
        let size = bytes.count - 44
        switch kind {
        case "zero": bytes.replaceSubrange(40..<44, with: [0, 0, 0, 0])
        case "ones": bytes.replaceSubrange(40..<44, with: [255, 255, 255, 255])
        case "too long": bytes.replaceSubrange(40..<44, with: [0, 0, 0, 16])
        default: bytes.removeLast(size / 2)
        }
        let path = directory.file("b.wav")
        try FileBytes.write(bytes, to: path)

        let tags = try TagReader.tags(ofFileAt: path)

        #expect(tags.duration == .milliseconds(kind == "cut" ? 1000 : 2000))
    }

    @Test("MP3 that was cut off is as long as what is there, whatever its table says")
    func cutTable() throws {
        let directory = try TemporaryDirectory()
        var bytes = try FileBytes.read(try directory.encode(["-c:a", "libmp3lame", "-b:a", "128k"], "a.mp3"))
        bytes.removeLast(bytes.count / 2)
        let path = directory.file("b.mp3")
        try FileBytes.write(bytes, to: path)

        let duration = try TagReader.tags(ofFileAt: path).duration ?? .zero

        #expect(duration > .milliseconds(900) && duration < .milliseconds(1_100), "\(duration)")
    }

    @Test("MP3 with a changing bit rate and no table is counted")
    func changingBitRate() throws {
        let directory = try TemporaryDirectory()
        // Silence first, for which a coder takes much less than for noise.
        let source = "anullsrc=r=44100:cl=stereo,atrim=duration=20[s];anoisesrc=r=44100:d=40,aformat=cl=stereo[n]"
        let graph = source + ";[s][n]concat=v=0:a=1"
        let path = try directory.encode(["-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0"], "a.mp3", graph: graph)

        let length = try #require(try TagReader.tags(ofFileAt: path).duration)

        #expect(abs(length / .seconds(1) - 60) < 0.2)
    }

    @Test(
        "what players know and nobody reads here has no tags",
        arguments: [["-f", "matroska"], ["-f", "mpegts"], ["-f", "flv"], ["-f", "avi"]])
    func unread(_ container: [String]) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.encode(["-c:a", "mp3"] + container, "a.bin")

        #expect(try TagReader.tags(ofFileAt: path) == FileTags())
    }
}

extension TemporaryDirectory {
    /// Writes two seconds of a tone, or what a graph of ffmpeg gives, in another format.
    fileprivate func encode(
        _ arguments: [String], _ name: String, graph: String = "sine=frequency=440:duration=2,aformat=cl=stereo"
    ) throws -> [UInt8] {
        let target = file(name)
        let words =
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", graph] + arguments
            + [String(decoding: target, as: UTF8.self)]
        var argv = words.map { strdup($0) } + [nil]
        defer { for text in argv { free(text) } }
        var number: pid_t = 0
        try #require(posix_spawnp(&number, "ffmpeg", nil, nil, &argv, environ) == 0)
        var status: Int32 = 0
        waitpid(number, &status, 0)
        try #require(status == 0)
        return target
    }
}
