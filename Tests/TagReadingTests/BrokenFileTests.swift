// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import Testing

@testable import TagReading

/// Files that are damaged, hostile or no audio at all: an error or partial tags, soon, in little memory.
@Suite("Broken files")
struct BrokenFileTests {
    @Test(
        "files that are no audio",
        arguments: [
            ("empty.mp3", .empty), ("text.mp3", .noAudio), ("tags-only.mp3", .noAudio),
            ("garbage.flac", .notRecognised), ("cover.png", .notRecognised), ("truncated-5-full.mp3", .noAudio),
            ("truncated-30-full.aiff", .noAudio), ("truncated-40-full.wav", .noAudio),
            ("truncated-4000-full.m4a", .noAudio),
        ] as [(String, TagReadError.Code)])
    func refuses(name: String, code: TagReadError.Code) throws {
        for read in [{ _ = try TagReader.tags(ofFileAt: $0) }, { _ = try TagReader.picture(ofFileAt: $0) }] {
            let error = #expect(throws: TagReadError.self) { try read(Fixture.path(name)) }
            #expect(error?.code == code)
            #expect(error?.message.contains(name) == true)
        }
    }

    @Test("paths that lead to no readable file")
    func refusesPaths() throws {
        let directory = try TemporaryDirectory()
        let pipe = directory.file("pipe.mp3")
        #expect(pipe.withCPath { mkfifo($0, 0o600) } == 0)
        let loop = directory.file("loop.mp3")
        #expect(loop.withCPath { path in symlink(path, path) } == 0)

        func code(_ path: [UInt8]) -> TagReadError.Code? {
            #expect(throws: TagReadError.self) { try TagReader.tags(ofFileAt: path) }?.code
        }
        #expect(code(directory.file("missing.mp3")) == .notFound)
        #expect(code([]) == .notFound)
        #expect(code(Fixture.path("full.mp3") + [0]) == .notFound)
        #expect(code(Fixture.path("full.mp3/more")) == .notFound)
        #expect(code(directory.path) == .notAFile)
        #expect(code(pipe) == .notAFile)
        #expect(code(Array("/dev/null".utf8)) == .notAFile)
        #expect(code(loop) == .unreadable)
        #expect(code(directory.file(String(repeating: "x", count: 5000))) == .unreadable)
    }

    @Test("a file without read permission")
    func refusesForbidden() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("secret.mp3")
        try FileBytes.write([1], to: path)
        #expect(path.withCPath { chmod($0, 0) } == 0)

        let error = #expect(throws: TagReadError.self) { try TagReader.tags(ofFileAt: path) }

        // Root may read everything, and finds nothing in it.
        #expect(error?.code == (geteuid() == 0 ? .noAudio : .permissionDenied))
    }

    @Test("EACCES is told apart from other system errors")
    func namesSystemErrors() {
        #expect(TagReadError(systemError: EACCES, path: []).code == .permissionDenied)
        let other = TagReadError(systemError: EIO, path: Array("/a\u{FF}".utf8))
        #expect(other.code == .unreadable)
        #expect(other.message == "cannot read tags of \"/aÿ\": Input/output error")
    }

    @Test("what is left of a truncated file is read")
    func readsTruncated() throws {
        #expect(try TagReader.tags(ofFileAt: Fixture.path("truncated-3000-full.ogg")).title == "Zwölf Töne")
        let wavPack = try TagReader.tags(ofFileAt: Fixture.path("truncated-300-full.wv"))
        #expect(wavPack.sampleRate == 44100)
    }

    @Test("sizes beyond the file do no harm", arguments: ["claims-256-mib.mp3", "claims-2-gib-picture.flac"])
    func survivesClaims(name: String) throws {
        let tags = try? TagReader.tags(ofFileAt: Fixture.path(name))

        #expect(tags?.hasPicture != true)
        #expect(try TagReader.tags(ofFileAt: Fixture.path("claims-2-gib-picture.flac")).duration == .milliseconds(200))
    }

    @Test("a compressed frame that unfolds to 8 MiB is left alone, the frame behind it is read")
    func leavesBombsAlone() throws {
        let tags = try TagReader.tags(ofFileAt: Fixture.path("zip-bomb.mp3"))

        #expect(tags.title == nil)
        #expect(tags.artists == ["Behind"])
    }

    @Test("MP4 atoms nested 200,000 deep do not overflow the stack")
    func survivesNestedAtoms() throws {
        let depth = 200_000
        var bytes: [UInt8] = [0, 0, 0, 20] + Array("ftypM4A ".utf8) + [0, 0, 0, 0] + Array("M4A ".utf8)
        for level in 0..<depth {
            bytes += bigEndian((depth - level) * 8) + Array("moov".utf8)
        }
        let directory = try TemporaryDirectory()
        try FileBytes.write(bytes, to: directory.file("nested.m4a"))

        let error = #expect(throws: TagReadError.self) {
            try TagReader.tags(ofFileAt: directory.file("nested.m4a"))
        }
        #expect(error?.code == .malformed)
    }

    @Test("chapters nested 60,000 deep do not overflow the stack", arguments: ["mp3", "wav", "aiff"])
    func survivesNestedChapters(container: String) throws {
        let depth = 60_000
        var tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0] + syncSafe(depth * 28)
        for level in 0..<depth {
            tag += Array("CHAP".utf8) + syncSafe((depth - level) * 28 - 10) + [0, 0, UInt8(ascii: "a")]
            tag += [UInt8](repeating: 0, count: 17)
        }
        let directory = try TemporaryDirectory()
        let path = directory.file("nested." + container)
        try FileBytes.write(try wrap(tag, in: container), to: path)

        #expect(try TagReader.tags(ofFileAt: path).title == nil)
    }

    @Test(
        "large files of nothing are given up on",
        arguments: [[], [0x49, 0x44, 0x33, 4, 0, 0, 127, 127, 127, 127]] as [[UInt8]])
    func givesUpOnLargeFiles(start: [UInt8]) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("huge.mp3")
        try FileBytes.write(start, to: path, size: 4 << 30)

        let time = processorTime {
            let error = #expect(throws: TagReadError.self) { try TagReader.tags(ofFileAt: path) }
            #expect(error?.code == .noAudio)
        }

        #expect(time < .seconds(5))
    }

    /// The time for which something had a processor.
    private func processorTime(of body: () -> Void) -> Duration {
        func now() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        let begin = now()
        body()
        return now() - begin
    }

    @Test("all broken files together need little time and memory")
    func staysSmall() throws {
        let names = try Fixture.names().filter { name in
            ["claims", "truncated", "zip", "garbage", "text", "empty"].contains { name.hasPrefix($0) }
        }
        #expect(names.count >= 16)
        let before = peakMemory()

        let time = processorTime {
            for name in names {
                _ = try? TagReader.tags(ofFileAt: Fixture.path(name))
                _ = try? TagReader.picture(ofFileAt: Fixture.path(name))
            }
        }

        #expect(time < .seconds(2))
        #expect(peakMemory() - before < 64 << 20)
    }

    @Test("a fixture cut off at any length never crashes and never gives a picture that is not there")
    func survivesEveryLength() throws {
        let directory = try TemporaryDirectory()
        for name in ["full.mp3", "full.flac", "full.ogg", "full.opus", "full.m4a", "full.wav", "full.wv"] {
            let whole = try Fixture.bytes(name)
            for length in stride(from: 1, to: whole.count, by: 37) {
                let path = directory.file("\(length)-\(name)")
                try FileBytes.write(Array(whole[..<length]), to: path)
                let picture = try? TagReader.picture(ofFileAt: path)
                #expect(picture.map { $0.data.count < length } ?? true)
                _ = try? TagReader.tags(ofFileAt: path)
                _ = path.withCPath { unlink($0) }
            }
        }
    }

    private func wrap(_ tag: [UInt8], in container: String) throws -> [UInt8] {
        switch container {
        case "wav":
            let wave = try Fixture.bytes("untagged.wav")
            return wave + Array("id3 ".utf8) + bigEndian(tag.count).reversed() + tag
        case "aiff":
            let form = try Fixture.bytes("untagged.aiff")
            return form + Array("ID3 ".utf8) + bigEndian(tag.count) + tag
        default:
            return try tag + Fixture.bytes("untagged.mp3")
        }
    }

    private func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private func syncSafe(_ value: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) }
    }

    /// In bytes.
    private func peakMemory() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
    }
}
