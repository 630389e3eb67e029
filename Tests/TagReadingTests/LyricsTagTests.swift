// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import TagReading
import Testing

@Suite("Lyrics in tags")
struct LyricsTagTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/oncue-lyrics-XXXXXX".utf8CString)
        folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    private func lyrics(_ bytes: [UInt8], _ name: String, limit: Int = 1000) throws -> String? {
        let path = Array((folder + "/" + name).utf8)
        let file = try #require(fopen(folder + "/" + name, "we"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        fclose(file)
        defer {
            unlink(folder + "/" + name)
            rmdir(folder)
        }
        return try TagReader.lyrics(ofFileAt: path, limit: limit)
    }

    /// MP3 with an ID3v2.4 tag of one frame.
    private func mp3(_ identifier: String, _ body: [UInt8]) throws -> [UInt8] {
        func synchsafe(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (21 - 7 * $0) & 0x7F) } }
        let frame = Array(identifier.utf8) + synchsafe(body.count) + [0, 0] + body
        return Array("ID3".utf8) + [4, 0, 0] + synchsafe(frame.count) + frame + (try Fixture.bytes("untagged.mp3"))
    }

    private func utf16(_ text: String) -> [UInt8] {
        [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    @Test("ID3v2 has them in USLT, in every encoding, with or without a description")
    func unsynchronised() throws {
        let bodies: [[UInt8]] = [
            [3] + Array("eng\0One\nÄnder".utf8), [3] + Array("engwords\0One\nÄnder".utf8),
            [0] + Array("eng\0One\n".utf8) + [0xC4] + Array("nder".utf8),
            [1] + Array("eng".utf8) + utf16("") + [0, 0] + utf16("One\nÄnder"),
            [1] + Array("eng".utf8) + utf16("d") + [0, 0] + utf16("One\nÄnder"),
        ]
        for body in bodies {
            #expect(try lyrics(try mp3("USLT", body), "a.mp3") == "One\nÄnder")
            mkdir(folder, 0o700)
        }
    }

    /// A frame with these texts and milliseconds.
    private func timed(
        _ entries: [(String, UInt32)], encoding: UInt8 = 3, times: UInt8 = 2, kind: UInt8 = 1
    ) -> [UInt8] {
        func coded(_ text: String) -> [UInt8] {
            switch encoding {
            case 0: text.unicodeScalars.map { UInt8($0.value) } + [0]
            case 1: utf16(text) + [0, 0]
            case 2: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } + [0, 0]
            default: Array(text.utf8) + [0]
            }
        }
        let body = entries.flatMap { text, time in
            coded(text) + (0..<4).map { UInt8(truncatingIfNeeded: time >> (24 - 8 * $0)) }
        }
        return [encoding] + Array("eng".utf8) + [times, kind] + coded("d") + body
    }

    @Test(
        "ID3v2 has them with times in SYLT, in every encoding, before those without",
        arguments: 0...3 as ClosedRange<UInt8>)
    func synchronised(encoding: UInt8) throws {
        let body = timed([("One", 1_050), ("", 5_000), ("Änder", 3_661_007)], encoding: encoding)

        #expect(
            try lyrics(try mp3("SYLT", body), "a.mp3") == "[00:01.050]One\n[00:05.000]\n[61:01.007]Änder\n")
    }

    @Test("Texts whose bytes are marked at the first only are read")
    func markedOnce() throws {
        let unmarked = Array(utf16("One").dropFirst(2)) + [0, 0, 0, 0, 0, 9]
        let body = [1] + Array("eng".utf8) + [2, 1] + utf16("") + [0, 0] + unmarked

        #expect(try lyrics(try mp3("SYLT", body), "a.mp3") == "[00:00.009]One\n")
    }

    @Test(
        "Parts are put together into lines, which begin behind breaks",
        arguments: [
            [("\nCast ", 10), ("off", 20), ("\nThe ", 30), ("lights", 40)],
            [("Cast ", 10), ("off\n", 20), ("The ", 30), ("lights\r\n", 40)],
        ] as [[(String, UInt32)]])
    func parts(entries: [(String, UInt32)]) throws {
        #expect(
            try lyrics(try mp3("SYLT", timed(entries)), "a.mp3") == "[00:00.010]Cast off\n[00:00.030]The lights\n")
    }

    @Test("Lines that are sung together have one time")
    func together() throws {
        #expect(
            try lyrics(try mp3("SYLT", timed([("One", 1), ("Two\nmore", 2)])), "a.mp3")
                == "[00:00.001]One\n[00:00.002]Two\n[00:00.002]more\n")
    }

    @Test("What is no lyrics, has other times, or is cut off is left out")
    func noLyrics() throws {
        let whole = timed([("One", 1), ("Two", 2)])
        for (body, expected) in [
            (timed([("C7", 1)], kind: 5), nil), (timed([("One", 1)], times: 1), nil), (Array(whole.prefix(6)), nil),
            (timed([]), nil), (Array(whole.dropLast(2)), "[00:00.001]One\n"),
            (Array(whole.dropLast(6)), "[00:00.001]One\n"), ([9] + whole.dropFirst(), nil),
        ] as [([UInt8], String?)] {
            #expect(try lyrics(try mp3("SYLT", body), "a.mp3") == expected)
            mkdir(folder, 0o700)
        }
    }

    @Test("ID3v2 has them under a name, too")
    func named() throws {
        #expect(try lyrics(try mp3("TXXX", [3] + Array("LYRICS\0[00:01.00]One".utf8)), "a.mp3") == "[00:01.00]One")
    }

    @Test(
        "Frames that are cut off or lie about themselves do no harm",
        arguments: [
            [], [3], [3, 0x65], [9] + Array("eng\0x".utf8), [1] + Array("eng".utf8), [3] + Array("engnoend".utf8),
        ]
            as [[UInt8]])
    func broken(body: [UInt8]) throws {
        let text = try lyrics(try mp3("USLT", body), "a.mp3")

        #expect(text == nil || text == "noend" || text == "engnoend")
    }

    @Test("FLAC has them as a comment", arguments: ["LYRICS", "lyrics", "UNSYNCEDLYRICS"])
    func flac(name: String) throws {
        #expect(try lyrics(try flac([(name, "One\nTwo")]), "a.flac") == "One\nTwo")
    }

    @Test("those with times come first, one with too much text is refused, and a file without any has none")
    func choice() throws {
        #expect(
            try lyrics(try flac([("LYRICS", "plain"), ("SYNCEDLYRICS", "[00:01.00]timed")]), "a.flac")
                == "[00:01.00]timed")
        mkdir(folder, 0o700)
        #expect(throws: TagReadError.self) {
            try lyrics(try flac([("LYRICS", String(repeating: "la", count: 501))]), "a.flac")
        }
        mkdir(folder, 0o700)
        #expect(try lyrics(try Fixture.bytes("untagged.mp3"), "a.mp3") == nil)
    }

    /// FLAC with these comments in the place of others.
    private func flac(_ comments: [(String, String)]) throws -> [UInt8] {
        func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }
        func block(_ text: String) -> [UInt8] { little(text.utf8.count) + Array(text.utf8) }
        let body = block("test") + little(comments.count) + comments.flatMap { block("\($0)=\($1)") }
        let bytes = try Fixture.bytes("untagged.flac")
        // The stream information stands first: 4 bytes of mark, 4 of header, 34.
        let information = [UInt8(0)] + bytes[5..<42]
        let size = [UInt8(body.count >> 16 & 0xFF), UInt8(body.count >> 8 & 0xFF), UInt8(body.count & 0xFF)]
        var rest = bytes[42...]
        var isLast = bytes[4] & 0x80 != 0
        while !isLast {
            let header = Array(rest.prefix(4))
            isLast = header[0] & 0x80 != 0
            rest = rest.dropFirst(4 + Int(header[1]) << 16 + Int(header[2]) << 8 + Int(header[3]))
        }
        return Array("fLaC".utf8) + information + [0x84] + size + body + rest
    }
}
