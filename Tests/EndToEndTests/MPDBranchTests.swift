// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import JSON
import OnCueTestSupport
import Testing

@Suite("What OnCue has beside the music, for clients of MPD", .timeLimit(.minutes(10)))
struct MPDBranchTests {
    private static let song = "Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac"

    /// A station, and a podcast with two episodes.
    private static func serve() throws -> HTTPServer {
        let sound = SoundFiles.silence(seconds: 180)
        return try HTTPServer { request in
            guard request.path == "/feed" else { return HTTPServer.file(sound, tag: "\"1\"", for: request) }
            let host = request.fields["host"] ?? ""
            let items = ["Second", "First"].enumerated().map { index, title in
                "<item><title>\(title)</title><guid>\(title)</guid><pubDate>2\(1 - index) Nov 2026 10:00 GMT</pubDate>"
                    + "<enclosure url=\"http://\(host)/\(title).wav\" type=\"audio/wav\" length=\"1000\"/></item>"
            }
            return .text("<rss><channel><title>The Show</title>" + items.joined() + "</channel></rss>")
        }
    }

    /// A program that provides a folder as "Songs": a song, a set of two, and folders in folders.
    private static func provide(_ machine: Machine) async throws -> ChildProcess {
        let folder = try machine.directory.makeDirectory("Songs")
        try machine.directory.makeDirectory("Songs/Set")
        try machine.directory.makeDirectory("Songs/" + (1...12).map { "d\($0)" }.joined(separator: "/"))
        for name in ["Top.flac", "Set/One.flac", "Set/Two.flac"] {
            try FileManager.default.copyItem(atPath: Products.media + "/" + song, toPath: folder + "/" + name)
        }
        // Its folders are played as a whole, too.
        let example = try String(
            contentsOfFile: Products.source + "/Examples/python-provider/provider.py", encoding: .utf8)
        let program = try machine.directory.write(
            "work/provider.py",
            example.replacing(
                "    return values", with: "    values[\"playable\"] = GLib.Variant(\"b\", True)\n    return values"
            ).utf8)
        let provider = try ChildProcess("/usr/bin/python3", [program, folder], environment: machine.environment)
        var providers = JSONValue.null
        try await waitUntil("it has registered; there was \(providers.text())") {
            providers = try await machine.json("provider")
            return providers["items"]?.arrayValue?.contains {
                $0["name"]?.stringValue == "Songs" && $0["state"]?.stringValue == "available"
            } == true
        }
        return provider
    }

    @Test("A podcast, a station and what a program provides are folders, songs and playlists")
    func branches() async throws {
        let web = try Self.serve()
        let stage = try await MPDStage()
        try await stage.machine.done("radio", "add", "Station", web.address + "/stream")
        try await stage.machine.done("podcast", "add", web.address + "/feed")
        let provider = try await Self.provide(stage.machine)
        let talk = try await stage.talk()
        func values(_ name: String, _ line: String) async throws -> [String] {
            try await talk.ask(line).filter { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
        }
        var top: [String] = []
        try await waitUntil("all are there; there was \(top)") {
            top = try await talk.ask("lsinfo \"\"")
            let folders = ["For You", "Podcasts", "Radio", "Songs"].map { "directory: " + $0 }
            let lists = ["Podcasts/The Show", "Radio", "Songs/Set"].map { "playlist: " + $0 }
            return (folders + lists).allSatisfy(top.contains)
        }

        // Folders
        let station = try #require(try await values("file", "lsinfo Radio").first)
        #expect(station.hasPrefix("oncue://station:"))
        #expect(try await values("Name", "lsinfo Radio") == ["Station"])
        #expect(try await values("directory", "lsinfo Podcasts") == ["Podcasts/The Show"])
        #expect(try await values("Title", "lsinfo \"Podcasts/The Show\"") == ["Second", "First"])
        let episodes = try await values("file", "lsinfo \"Podcasts/The Show\"")
        #expect(episodes.count == 2 && episodes.allSatisfy { $0.hasPrefix("oncue://episode:") })
        #expect(try await values("Title", "lsinfo Songs") == ["Top"])
        #expect(try await values("directory", "lsinfo Songs") == ["Songs/Set", "Songs/d1"])

        // Everything in them
        #expect(try await talk.ask("listall Radio") == ["directory: Radio", "file: " + station, "OK"])
        let podcasts =
            ["directory: Podcasts", "directory: Podcasts/The Show"] + episodes.map { "file: " + $0 } + ["OK"]
        #expect(try await talk.ask("listall Podcasts") == podcasts)
        #expect(try await values("Title", "listallinfo Podcasts") == ["Second", "First"])
        #expect(try await talk.ask("listall \"Podcasts/The Show/First\"") == ["file: " + episodes[1], "OK"])
        #expect(try await values("Title", "listallinfo Songs") == ["Top", "One", "Two"])
        let folders = try await values("directory", "listall Songs")
        #expect(folders.prefix(3) == ["Songs", "Songs/Set", "Songs/d1"])
        #expect(folders.last == "Songs/d1/d2/d3/d4/d5/d6/d7/d8", "not without end")
        #expect(try await values("file", "listall \"For You\"").contains(Self.song))
        #expect(try await talk.ask("listall \"Radio/None\"") == ["ACK [50@0] {listall} No such directory"])

        // Playlists
        #expect(try await talk.ask("listplaylist Radio") == ["file: " + station, "OK"])
        #expect(try await values("Title", "listplaylistinfo \"Podcasts/The Show\"") == ["Second", "First"])
        #expect(try await values("Title", "listplaylistinfo \"Songs/Set\"") == ["One", "Two"])
        for (line, titles) in [
            ("load Radio", ["Station"]), ("load \"Podcasts/The Show\" 1:", ["First"]),
            ("load \"Songs/Set\"", ["One", "Two"]), ("add \"Songs/Set\"", ["One", "Two"]),
            ("add \"\(episodes[0])\"", ["Second"]), ("add \"Podcasts/The Show/First\"", ["First"]),
        ] {
            #expect(try await talk.ask("clear") == ["OK"])
            #expect(try await talk.ask(line) == ["OK"])
            #expect(try await values("Title", "playlistinfo") == titles, "\(line)")
        }
        withExtendedLifetime((provider, web)) {}
    }
}
