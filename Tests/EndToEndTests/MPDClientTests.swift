// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Clients of MPD", .timeLimit(.minutes(10)))
struct MPDClientTests {
    private func mpc(_ stage: MPDStage, _ words: String...) async throws -> String {
        let result = try await ChildProcess.run(
            "mpc", words, environment: stage.machine.environment.merging(["MPD_HOST": stage.socket]) { $1 })
        #expect(result.status == 0, "mpc \(words): \(result.errors)")
        return result.output
    }

    @Test("mpc plays, seeks, changes the queue, saves playlists and looks for songs")
    func mpc() async throws {
        let stage = try await MPDStage()

        #expect(try await mpc(stage, "ls").hasPrefix("Inland Ferry Orchestra\n"))
        _ = try await mpc(stage, "add", "Inland Ferry Orchestra")
        #expect(try await mpc(stage, "playlist").split(separator: "\n").count == 3)
        #expect(try await mpc(stage, "play").contains("[playing] #1/3"))
        _ = try await stage.machine.waitForNow("playing") { $0["status"] == "playing" }
        #expect(try await mpc(stage, "pause").contains("[paused]"))
        #expect(try await mpc(stage, "volume", "30").contains("volume: 30%"))
        #expect(try await stage.machine.json("now")["volume"] == 30)
        #expect(try await mpc(stage, "seek", "10").contains("0:10/"))
        #expect(try await mpc(stage, "next").contains("#2/3"))
        #expect(try await mpc(stage, "repeat", "on").contains("repeat: on"))
        #expect(try await mpc(stage, "single", "on").contains("single: on"))
        #expect(try await stage.machine.json("now")["repeat"] == "one")
        _ = try await mpc(stage, "del", "1")
        _ = try await mpc(stage, "save", "From mpc")
        #expect(try await stage.machine.done("playlist").contains("From mpc"))
        #expect(try await mpc(stage, "lsplaylists").contains("From mpc"))
        _ = try await mpc(stage, "clear")
        _ = try await mpc(stage, "load", "From mpc")
        #expect(try await mpc(stage, "playlist").split(separator: "\n").count == 2)
        #expect(try await mpc(stage, "search", "title", "kettle").contains("01 Kettle Song.opus"))
        #expect(try await mpc(stage, "list", "album").split(separator: "\n").count == 3)
        #expect(try await mpc(stage, "find", "(artist == 'Juniper Vale')").split(separator: "\n").count == 2)
        #expect(try await mpc(stage, "stats").contains("Songs:       11"))
        let song = "Valve & Feather/Postcards from the Workbench/04 Lamp Off.m4a"
        _ = try await mpc(stage, "sticker", song, "set", "rating", "8")
        #expect(try await mpc(stage, "sticker", song, "get", "rating") == "rating=8\n")
        #expect(try await mpc(stage, "sticker", song, "list") == "rating=8\n")
        #expect(try await mpc(stage, "sticker", "", "find", "rating") == "\(song): rating=8\n")
        _ = try await mpc(stage, "sticker", song, "delete", "rating")
        #expect(try await mpc(stage, "sticker", song, "list").isEmpty)
        _ = try await mpc(stage, "play")
        _ = try await mpc(stage, "crop")
        #expect(try await mpc(stage, "playlist").split(separator: "\n").count == 1)
        // What was done here can be undone there.
        let before = try await stage.machine.json("queue")["total"]
        try await stage.machine.done("undo")
        #expect(try await stage.machine.json("queue")["total"] != before)
    }

    @Test("A client that waits is told of what others do")
    func idle() async throws {
        let stage = try await MPDStage()
        let (waiting, acting) = (try await stage.talk(), try await stage.talk())

        _ = try await waiting.ask("status")
        try await waiting.send("idle playlist")
        _ = try await acting.ask("add \"Valve & Feather\"")
        #expect(try await waiting.reply() == ["changed: playlist", "OK"])
        try await waiting.send("idle mixer")
        try await stage.machine.done("volume", "20")
        #expect(try await waiting.reply() == ["changed: mixer", "OK"])
        // What changed while nobody waited is told at once, and once.
        _ = try await acting.ask("setvol 30")
        _ = try await waiting.ask("status")
        #expect(try await waiting.ask("idle mixer") == ["changed: mixer", "OK"])
        #expect(try await waiting.ask("ping") == ["OK"])
        try await waiting.send("idle options player")
        try await stage.machine.done("play", "Night Crossing")
        #expect(try await waiting.reply().contains("changed: player"))
        try await waiting.send("idle stored_playlist")
        try await stage.machine.done("playlist", "create", "New")
        #expect(try await waiting.reply() == ["changed: stored_playlist", "OK"])
        try await waiting.send("idle message")
        #expect(try await waiting.ask("noidle") == ["OK"])
        #expect(try await waiting.ask("noidle\nping") == ["OK"])
        try await waiting.send("idle database")
        let folder = stage.machine.directory.file("work/music")
        try FileManager.default.copyItem(
            atPath: folder + "/Small Hours Collective/Kitchen Table Sessions/03 Two Chairs.ogg",
            toPath: folder + "/new.ogg")
        try await stage.machine.done("library", "scan")
        #expect(try await waiting.reply() == ["changed: database", "OK"])
        #expect(try await waiting.ask("stats").contains("songs: 12"))
        #expect(try await waiting.ask("idle message\nstatus").isEmpty, "it may say nothing else")
    }

    @Test("Lists of commands are answered as a whole, also empty ones, and end at the first refusal")
    func lists() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()

        #expect(try await talk.ask("command_list_begin\ncommand_list_end") == ["OK"])
        #expect(
            try await talk.ask("command_list_ok_begin\nping\ngetvol\ncommand_list_end").suffix(2) == ["list_OK", "OK"])
        let refused = try await talk.ask("command_list_ok_begin\nping\nplay 7\nping\ncommand_list_end")
        #expect(refused == ["list_OK", "ACK [2@1] {play} Bad song index"])
        #expect(
            try await talk.ask("command_list_begin\ncommand_list_begin\ncommand_list_end")
                == ["ACK [5@0] {} unknown command \"command_list_begin\""])
        #expect(
            try await talk.ask("command_list_begin\nidle\ncommand_list_end")
                == ["ACK [1@0] {idle} idle cannot be in a list of commands"])
        #expect(try await talk.ask("ping") == ["OK"])
    }

    @Test("Pictures come in parts, as large as a client likes")
    func pictures() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        let song = "\"Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac\""

        _ = try await talk.ask("binarylimit 1024")
        let first = try await talk.ask("readpicture \(song) 0")
        let size = try #require(first.first { $0.hasPrefix("size: ") }.flatMap { Int($0.dropFirst(6)) })
        #expect(first.contains { $0.hasPrefix("type: image/") })
        #expect(first.contains("binary: 1024"))
        #expect(try await talk.ask("readpicture \(song) \(size - 10)").contains("binary: 10"))
        let cover = "\"Small Hours Collective/Kitchen Table Sessions/03 Two Chairs.ogg\""
        #expect(try await talk.ask("albumart \(cover) 0").contains("binary: 1024"))
    }

    @Test("A cover in the folder of a song is its album's picture, whatever is embedded, if it is a harmless picture")
    func covers() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        let folder = "Inland Ferry Orchestra/Night Crossing"
        let song = "\"\(folder)/01 Casting Off.flac\""
        let embedded = try await talk.ask("albumart \(song) 0").first { $0.hasPrefix("size: ") }
        let cover = try Data(
            contentsOf: URL(filePath: Products.media + "/Small Hours Collective/Kitchen Table Sessions/cover.jpg"))
        try stage.machine.directory.write("work/secret", "nobody's business\n".utf8)
        try FileManager.default.createSymbolicLink(
            atPath: stage.machine.directory.file("work/music/\(folder)/cover.png"),
            withDestinationPath: stage.machine.directory.file("work/secret"))

        #expect(try await talk.ask("albumart \(song) 0").first { $0.hasPrefix("size: ") } == embedded)
        try stage.machine.directory.write("work/music/\(folder)/cover.jpg", cover)
        #expect(try await talk.ask("albumart \(song) 0").contains("size: \(cover.count)"))
        #expect(try await talk.ask("readpicture \(song) 0").first { $0.hasPrefix("size: ") } == embedded)
    }

    @Test(
        "python-mpd2 knows the answers of the commands that it has",
        .enabled(if: PythonForMPD.isThere, PythonForMPD.need))
    func python() async throws {
        let stage = try await MPDStage()
        let script = Products.source + "/Tests/Programs/mpd-client.py"

        let result = try await ChildProcess.run(
            PythonForMPD.program, [script, stage.socket], environment: stage.machine.environment, within: .seconds(60))

        #expect(result.status == 0, "\(result.output) \(result.errors)")
    }

    @Test(
        "Home Assistant's integration gets what it asks with its library",
        .enabled(if: PythonForMPD.isThere, PythonForMPD.need))
    func homeAssistant() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        _ = try await talk.ask("add \"Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac\"")
        _ = try await talk.ask("save Rooms")
        _ = try await talk.ask("clear")
        let script = Products.source + "/Tests/Programs/mpd-home-assistant.py"

        let result = try await ChildProcess.run(
            PythonForMPD.program, [script, stage.socket], environment: stage.machine.environment, within: .seconds(90))

        #expect(result.status == 0, "\(result.output) \(result.errors)")
    }

    @Test(
        "Music Assistant's provider gets what it asks with its library",
        .enabled(if: PythonForMPD.isThere, PythonForMPD.need))
    func musicAssistant() async throws {
        let sound = SoundFiles.silence(seconds: 180)
        let web = try HTTPServer { HTTPServer.file(sound, tag: "\"1\"", for: $0) }
        let port = Int(try FreePort.next())
        let stage = try await MPDStage(settings: "listen = 127.0.0.1:\(port)\npassword = x\ndefault = none\n")
        let script = Products.source + "/Tests/Programs/mpd-music-assistant.py"

        let result = try await ChildProcess.run(
            PythonForMPD.program, [script, "127.0.0.1", "\(port)", "x", web.address + "/flow.wav"],
            environment: stage.machine.environment, within: .seconds(120))

        #expect(result.status == 0, "\(result.output) \(result.errors)")
        withExtendedLifetime(web) {}
    }

    @Test("ncmpcpp shows the queue, browses, looks for songs and plays, on a terminal")
    func ncmpcpp() async throws {
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        _ = try await talk.ask("add \"Inland Ferry Orchestra\"")
        let terminal = try PseudoTerminal(width: 100, height: 30)
        let variables = ["TERM": "xterm", "LINES": "30", "COLUMNS": "100", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"]
        let program = try ChildProcess(
            "ncmpcpp", words: ["--host", stage.socket].map { Array($0.utf8) },
            environment: stage.machine.environment.merging(variables) { $1 },
            directory: stage.machine.directory.file("work"), terminal: terminal.programEnd)

        try await terminal.wait("the queue") { $0.wasWritten("Casting Off") && $0.wasWritten("Harbour Lights") }
        terminal.type("2")
        try await terminal.wait("the folders") { $0.wasWritten("Small Hours Collective") }
        terminal.type("4")
        try await terminal.wait("the library") { $0.wasWritten("Juniper Vale") && $0.wasWritten("Otto Meridian") }
        terminal.type("3")
        try await terminal.wait("the search") { $0.wasWritten("Filename") && $0.wasWritten("Search mode") }
        terminal.type("\r")
        terminal.type("kettle\r")
        try await terminal.wait("what is looked for") { $0.wasWritten("kettle") }
        terminal.type("y")
        try await terminal.wait("what was found") { $0.wasWritten("Found 2 songs") && $0.wasWritten("Kettle Song") }
        terminal.type("1\r")
        _ = try await stage.machine.waitForNow("it plays") { $0["status"] == "playing" }
        terminal.type("p")
        _ = try await stage.machine.waitForNow("it is paused") { $0["status"] == "paused" }
        terminal.type("q")
        #expect(try await program.ending() == .exit(0))
    }

    @Test("oncue mpd lets clients in, and out again")
    func command() async throws {
        let machine = try await Machine()

        #expect(try await machine.json("mpd")["on"] == false)
        #expect(try await machine.json("mpd", "on")["on"] == true)
        let socket = try #require(try await machine.json("mpd", "status")["socket"]?.stringValue)
        #expect(socket == machine.directory.file("run/mpd/socket"))
        #expect(try await MPDTalk(socket: socket).ask("status").contains("state: stop"))
        #expect(try await machine.done("mpd").contains(socket))
        #expect(try await machine.json("mpd", "on")["on"] == true)
        #expect(try await machine.json("mpd", "off")["on"] == false)
        await #expect(throws: SupportError.self) { try await MPDTalk(socket: socket) }
        _ = try? await machine.oncue("quit")
    }
}

/// The Python with the libraries of the tests.
private enum PythonForMPD {
    static let program = Products.source + "/.build/python/bin/python3"
    static let isThere = access(program, X_OK) == 0
    static let need: Comment = "it needs the Python of the tests, which Scripts/setup makes"
}
