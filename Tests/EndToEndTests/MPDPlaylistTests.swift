// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import JSON
import OnCueTestSupport
import Testing

@Suite("Playlists of clients of MPD", .timeLimit(.minutes(10)))
struct MPDPlaylistTests {
    private static let song = "Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac"

    @Test("A program whose content cannot be had hides no other playlist, and is in nobody's way")
    func failingProvider() async throws {
        let stage = try await MPDStage()
        let folder = try stage.machine.directory.makeDirectory("Songs")
        let provider = try ChildProcess(
            Products.source + "/Examples/python-provider/provider.py", [folder], environment: stage.machine.environment)
        defer { _ = provider }
        var providers = JSONValue.null
        try await waitUntil("it has registered; there was \(providers.text())") {
            providers = try await stage.machine.json("provider")
            return providers["items"]?.arrayValue?.contains {
                $0["name"]?.stringValue == "Songs" && $0["state"]?.stringValue == "available"
            } == true
        }
        try FileManager.default.moveItem(atPath: folder, toPath: folder + " of before")
        #expect(try await stage.machine.oncue("browse", "Songs").status != 0)
        let talk = try await stage.talk()

        #expect(try await talk.ask("save Mine") == ["OK"])
        // Pages that nobody waits for fail every second time.
        for _ in 0..<10 {
            #expect(try await talk.ask("listplaylists").contains("playlist: Mine"))
            #expect(try await talk.ask("playlistadd Mine \"\(Self.song)\"") == ["OK"])
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try await talk.ask("lsinfo \"\"").contains("playlist: Mine"))
        #expect(try await talk.ask("rename Mine Other") == ["OK"])
        #expect(try await talk.ask("load Other") == ["OK"])
        #expect(try await talk.ask("status").contains("playlistlength: 10"))
        #expect(try await talk.ask("rm Other") == ["OK"])
    }

    @Test("A client that waits is told of every change of a playlist, also of one in a folder")
    func changes() async throws {
        let stage = try await MPDStage()
        let (waiting, acting) = (try await stage.talk(), try await stage.talk())

        for line in [
            "save Calm/Rain", "playlistadd Calm/Rain \"\(Self.song)\"",
            "searchaddpl Calm/Rain title \"kettle\" position 0", "playlistmove Calm/Rain 0 1",
            "playlistdelete Calm/Rain 0", "playlistclear Calm/Rain", "rename Calm/Rain Calm/Snow", "rm Calm/Snow",
        ] {
            try await waiting.send("idle stored_playlist")
            #expect(try await acting.ask(line) == ["OK"])
            #expect(try await waiting.reply() == ["changed: stored_playlist", "OK"], "\(line)")
        }
    }

    @Test("Songs that a list of commands adds to a playlist are added at once; single ones look at no other lists")
    func additions() async throws {
        let stage = try await MPDStage(isRecorded: true)
        let talk = try await stage.talk()
        #expect(try await talk.ask("playlistadd Mine \"\(Self.song)\"") == ["OK"])
        _ = try await talk.ask("listplaylists")
        let recording = try await BusRecording(of: try #require(stage.machine.bus))
        func calls(_ member: String, while body: () async throws -> Void) async throws -> Int {
            try await recording.messages(while: body).count { $0.kind == 1 && $0.member == member }
        }
        let line = "playlistadd Mine \"\(Self.song)\"\n"
        let (list, wrong) = (String(repeating: line, count: 50), "playlistadd Mine \"not there\"\n")

        let adding = try await calls("AddPlaces") {
            let answer = try await talk.ask("command_list_ok_begin\n\(list)command_list_end")
            #expect(answer == Array(repeating: "list_OK", count: 50) + ["OK"])
        }
        #expect(adding == 1)
        let looking = try await calls("GetChildren") {
            for _ in 0..<10 {
                let answer = try await talk.ask(String(line.dropLast()))
                #expect(answer == ["OK"])
            }
            let first = try await talk.ask("playlistadd Mine \"\(Self.song)\" 0")
            #expect(first == ["OK"])
        }
        #expect(looking <= 24, "twice for each is plenty; there were \(looking)")
        #expect(
            try await talk.ask("command_list_ok_begin\n\(line)\(line)\(wrong)\(line)command_list_end")
                == ["list_OK", "list_OK", "ACK [50@2] {playlistadd} No such directory"])
        #expect(try await talk.ask("listplaylist Mine").count == 1 + 50 + 11 + 2 + 1)
        #expect(try await talk.ask("rename Mine Other") == ["OK"])
        #expect(try await talk.ask(String(line.dropLast())) == ["OK"], "it is made anew")
        #expect(try await talk.ask("listplaylist Mine").count == 2)
        try await stage.machine.done("playlist", "delete", "Mine")
        try await waitUntil("it has gone") { try await !talk.ask("listplaylists").contains("playlist: Mine") }
        #expect(try await talk.ask(String(line.dropLast())) == ["OK"])
        #expect(try await talk.ask("listplaylist Mine").count == 2)
    }

    @Test("A list that OnCue makes of albums alone is loaded with their songs, and no part of it")
    func albums() async throws {
        let stage = try await MPDStage()
        try await stage.machine.done("favourite", "Night Crossing")
        let talk = try await stage.talk()

        #expect(try await talk.ask("load \"For You/Favourites\"") == ["OK"])
        #expect(try await talk.ask("status").contains("playlistlength: 3"))
        #expect(try await talk.ask("load \"For You/Favourites\" 0:1").last?.hasPrefix("ACK [2@0] {load}") == true)
    }

    @Test("A playlist at an address is loaded as it is added")
    func address() async throws {
        let sound = StreamListener.sound(30)
        let entries = "#EXTM3U\n#EXTINF:30,One\none.wav\n#EXTINF:30,Two\ntwo.wav\n"
        let server = try HTTPServer { request in
            request.path.hasSuffix(".m3u")
                ? .text(entries, [("Content-Type", "audio/x-mpegurl")])
                : HTTPServer.Response(200, [("Content-Type", "audio/wav")], sound)
        }
        let stage = try await MPDStage()
        let talk = try await stage.talk()
        let list = server.address + "/list.m3u"

        #expect(try await talk.ask("add \"\(Self.song)\"") == ["OK"])
        #expect(try await talk.ask("load \"\(list)\" 0: 0") == ["OK"])
        let files = try await talk.ask("playlistinfo").filter { $0.hasPrefix("file: ") }
        #expect(files == ["/one.wav", "/two.wav"].map { "file: " + server.address + $0 } + ["file: " + Self.song])
        let listed = try await talk.ask("listplaylist \"\(list)\"")
        #expect(listed == files.prefix(2) + ["OK"])
        let told = try await talk.ask("listplaylistinfo \"\(list)\"")
        #expect(told.filter { $0.hasPrefix("file: ") } == Array(files.prefix(2)))
        #expect(told.filter { $0.hasPrefix("Title: ") } == ["Title: One", "Title: Two"])
        #expect(
            try await talk.ask("listplaylist \"\(server.address)/one.wav\"")
                == ["ACK [50@0] {listplaylist} No such playlist"])
        #expect(try await talk.ask("status").contains("playlistlength: 3"), "nothing was loaded")
        #expect(try await talk.ask("load \"\(list)\" 0:1").last?.hasPrefix("ACK [2@0] {load}") == true)
        #expect(try await talk.ask("load \"ftp://127.0.0.1/list.m3u\"") == ["ACK [50@0] {load} No such playlist"])
    }
}
