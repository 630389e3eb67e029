// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The library of clients of MPD", .timeLimit(.minutes(10)))
struct MPDLibraryTests {
    private static let album = "Small Hours Collective/Kitchen Table Sessions"

    @Test("A folder without songs is listed by listfiles, and nothing outside the music folder")
    func listFiles() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        try stage.machine.directory.makeDirectory("work/music/Scores")
        try stage.machine.directory.makeDirectory("work/music/Scores/Old")
        try stage.machine.directory.write("work/music/Scores/notes.txt", "notes".utf8)
        try stage.machine.directory.makeDirectory("work/secret")
        try FileManager.default.createSymbolicLink(
            atPath: stage.machine.directory.file("work/music/Scores/Out"),
            withDestinationPath: stage.machine.directory.file("work/secret"))

        let listed = try await talk.ask("listfiles Scores").filter { !$0.hasPrefix("Last-Modified: ") }

        #expect(listed == ["directory: Old", "directory: Out", "file: notes.txt", "size: 5", "OK"])
        #expect(try await talk.ask("listfiles Scores/Old") == ["OK"])
        for path in ["Scores/Out", "Scores/notes.txt", "Scores/../..", "..", "nowhere", ".", "Scores//Old"] {
            #expect(
                try await talk.ask("listfiles \"\(path)\"")
                    == ["ACK [50@0] {listfiles} No such file or directory"], "\(path)")
        }
    }

    @Test("rescan reads files again that have not changed, and both refuse what is no path of the music folder")
    func rescan() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        func report(behind line: String) async throws -> JSONValue {
            try await waitUntil("nothing is scanned") {
                try await stage.machine.json("library")["scan"] == .null
            }
            #expect(try await talk.ask(line).last == "OK", "\(line)")
            return try await waitFor("it has been scanned") {
                let library = try await stage.machine.json("library")
                return library["scan"] == .null ? library["report"] : nil
            }
        }

        #expect(try await report(behind: "update")["unchanged"] == 11)
        let everything = try await report(behind: "rescan \"\(Self.album)\"")
        #expect(everything["unchanged"] == 0 && everything["failed"] == 0, "\(everything.text())")
        #expect(try await talk.ask("update nowhere").last == "OK", "as by MPD")
        for line in ["update \"../x\"", "update \"/x\"", "rescan \"a//b\""] {
            #expect(try await talk.ask(line).last?.hasSuffix("Malformed path") == true, "\(line)")
        }
        #expect(try await talk.ask("update \"/\"").last == "OK")
    }

    @Test("stats tells another time of the library when it has changed, and only then")
    func changeTime() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        func told() async throws -> Int {
            let line = try #require(try await talk.ask("stats").first { $0.hasPrefix("db_update: ") })
            return try #require(Int(line.dropFirst(11)))
        }
        try await waitUntil("the library is read") { try await talk.ask("stats").contains("songs: 11") }
        let before = try await told()
        try await waitUntil("the clock has another second") { time(nil) > before }

        try await stage.machine.done("library", "scan")
        _ = try await talk.ask("update")
        try await stage.machine.done("volume", "30")
        #expect(try await told() == before, "nothing has changed")
        try await stage.server.end()
        let server = try await stage.listen()
        let other = try await stage.talk()
        #expect(try await other.ask("stats").contains("db_update: \(before)"), "nor when it starts again")

        let folder = stage.machine.directory.file("work/music/")
        try FileManager.default.copyItem(
            atPath: folder + Self.album + "/03 Two Chairs.ogg", toPath: folder + "new.ogg")
        try await stage.machine.done("library", "scan")
        try await waitUntil("it is told") {
            try await other.ask("stats").contains("songs: 12")
        }
        let line = try #require(try await other.ask("stats").first { $0.hasPrefix("db_update: ") })
        #expect(try #require(Int(line.dropFirst(11))) > before)
        try await server.end()
    }

    @Test(
        "Tags with line breaks, and long ones, come in lines that every client can read",
        .enabled(if: access(Products.source + "/.build/python/bin/python3", X_OK) == 0))
    func longTags() async throws {
        let stage = try await MPDStage()
        let script = Products.source + "/Tests/Programs/mpd-long-tags.py"
        let music = stage.machine.directory.file("work/music")
        let python = Products.source + "/.build/python/bin/python3"
        let song = music + "/Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac"

        let made = try await ChildProcess.run(python, [script, "make", song, music + "/long.flac"])
        #expect(made.status == 0, "\(made.errors)")
        try await stage.machine.done("library", "scan")
        let talk = try await stage.talk()
        try await waitUntil("it is known") { try await talk.ask("stats").contains("songs: 12") }
        let result = try await ChildProcess.run(
            python, [script, "read", stage.socket, "long.flac"], environment: stage.machine.environment,
            within: .seconds(60))

        #expect(result.status == 0, "\(result.output) \(result.errors)")
    }

    @Test("A large cover is sent as it is", arguments: [3, 20])
    func largeCover(megabytes: Int) async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        let folder = "Inland Ferry Orchestra/Night Crossing"
        let file = stage.machine.directory.file("work/music/\(folder)/cover.png")
        let script = """
            import random, struct, sys, zlib
            side = 1024 if sys.argv[2] == "3" else 2048
            depth = 8 if sys.argv[2] == "3" else 16
            row = 1 + side * 3 * depth // 8
            data = random.Random(1).randbytes(row * side)
            data = b"".join(b"\\0" + data[i * row + 1:(i + 1) * row] for i in range(side))
            chunk = lambda kind, body: struct.pack(">I", len(body)) + kind + body + struct.pack(
                ">I", zlib.crc32(kind + body))
            open(sys.argv[1], "wb").write(
                b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, depth, 2, 0, 0, 0))
                + chunk(b"IDAT", zlib.compress(data, 0)) + chunk(b"IEND", b""))
            """
        let made = try await ChildProcess.run("python3", ["-c", script, file, String(megabytes)])
        #expect(made.status == 0, "\(made.errors)")
        let size = try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
        #expect(size > megabytes << 20)

        let lines = try await talk.ask("albumart \"\(folder)/01 Casting Off.flac\" \(size - 100)")

        #expect(lines == ["size: \(size)", "binary: 100", "OK"])
    }
}
