// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Podcasts, from a web server to the sound")
struct PodcastEndToEndTests {
    private static func feed(_ host: String) -> String {
        let items = ["Second", "First"].enumerated().map { index, title in
            "<item><title>\(title)</title><guid>\(title)</guid><pubDate>2\(1 - index) Nov 2026 10:00 GMT</pubDate>"
                + "<itunes:duration>180</itunes:duration>"
                + "<enclosure url=\"http://\(host)/\(title).wav\" type=\"audio/wav\"/></item>"
        }
        return "<rss><channel><title>The Show</title>" + items.joined() + "</channel></rss>"
    }

    private static func serve() throws -> HTTPServer {
        let sound = SoundFiles.silence(seconds: 180)
        return try HTTPServer { request in
            request.path == "/feed"
                ? .text(feed(request.fields["host"] ?? "")) : HTTPServer.file(sound, tag: "\"1\"", for: request)
        }
    }

    @Test("A podcast is subscribed to, listed, played over the network, loaded, and played without it")
    func listens() async throws {
        let machine = try await Machine()
        let server = try Self.serve()

        let added = try await machine.json("podcast", "add", server.address + "/feed")
        #expect(added["title"] == "The Show")
        #expect(added["episodes"] == 2)
        let listing = try await machine.json("podcast", "episodes", "The Show")
        #expect(listing["items"]?[0]?["title"] == "Second")
        #expect(listing["items"]?[0]?["streaming"] == true)
        #expect(try await machine.done("browse", "Podcasts").contains("The Show"))

        try await machine.done("play", "Podcasts/The Show/First")
        let streamed = try await machine.json("now")
        #expect(streamed["title"] == "First")
        #expect(streamed["album"] == "The Show")
        #expect(streamed["url"]?.stringValue?.hasPrefix("http://") == true)
        try await machine.done("stop")

        let loaded = try await machine.json("podcast", "download", "The Show/Second")
        #expect(loaded["state"] == "finished")
        try await machine.done("play", "Podcasts/The Show/Second")
        let played = try await machine.json("now")
        #expect(played["url"]?.stringValue?.hasPrefix("file://") == true)

        // In a playlist it stays that episode, also when the download is gone.
        try await machine.done("playlist", "create", "Mix")
        try await machine.done("playlist", "add", "Mix", "Podcasts/The Show/Second")
        try await machine.done("podcast", "delete", "The Show/Second")
        let entry = try #require(try await machine.json("playlist", "show", "Mix")["items"]?[0])
        #expect(entry["identifier"]?.stringValue?.hasPrefix("episode:") == true)
        #expect(entry["unavailable"] == .bool(false))
        #expect(entry["streaming"] == .bool(true))

        let opml = try await machine.done("podcast", "export")
        #expect(opml.contains("xmlUrl=\"\(server.address)/feed\""))
        #expect(try await machine.json("podcast", "refresh")["podcasts"] == 1)
        try await machine.done("podcast", "remove", "The Show")
        #expect(try await machine.json("podcast")["total"] == 0)
    }

    @Test("The full-screen program shows how a download goes on, and ends it with the same key")
    func downloadOnScreen() async throws {
        let machine = try await Machine()
        let sound = SoundFiles.silence(seconds: 180)
        let server = try HTTPServer { request in
            guard request.path != "/feed" else { return .text(Self.feed(request.fields["host"] ?? "")) }
            var answer = HTTPServer.file(sound, tag: "\"1\"", for: request)
            answer.pauses = [HTTPServer.Pause(before: sound.count / 2, length: .seconds(60))]
            return answer
        }
        try await machine.done("podcast", "add", server.address + "/feed")
        let terminal = try PseudoTerminal(width: 100, height: 20)
        let program = try ChildProcess(
            Products.program("oncue"), words: [], environment: machine.environment.merging(["TERM": "xterm"]) { $1 },
            directory: machine.directory.file("work"), terminal: terminal.programEnd)

        terminal.type("6\r")
        try await terminal.wait("the episodes") { $0.hasLine("▸  Second") }
        terminal.type("D")
        try await terminal.wait("a part of it") { $0.hasLine("↓ ") && $0.hasLine("% of ") }
        terminal.type("D")
        try await terminal.wait("its end") { !$0.hasLine("↓ ") && $0.hasLine("▸  Second") }
        terminal.type("q")

        #expect(try await program.ending() == .exit(0))
    }

    @Test("Subscriptions survive kill -9, and what is no feed is told with status 1")
    func survives() async throws {
        let machine = try await Machine()
        let server = try Self.serve()
        try await machine.done("podcast", "add", server.address + "/feed")

        for process in machine.processes where process.name == "oncued" { kill(process.identifier, SIGKILL) }
        try await machine.waitUntilQuiet()
        // The bus may take a moment longer to see that the old daemon is gone; a new one waits for that.
        _ = try await machine.startDaemon()

        #expect(try await machine.json("podcast")["items"]?[0]?["title"] == "The Show")
        let refused = try await machine.oncue("podcast", "add", server.address + "/First.wav")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("not a feed"))
    }

    @Test("A podcast is treated as it is set: downloads, intro and speed, also after kill -9 and from a backup")
    func settings() async throws {
        let machine = try await Machine()
        let server = try Self.serve()
        try await machine.done("podcast", "add", server.address + "/feed")

        let set = try await machine.json(
            "podcast", "set", "The Show", "--download-latest", "1", "--remove-after", "2d", "--skip-intro", "20s",
            "--skip-outro", "30s", "--speed", "1.5", "--order", "oldest")
        try await waitUntil("the latest is downloaded") {
            try await machine.json("podcast", "show", "The Show")["podcast"]?["downloaded"] == 1
        }
        let episodes = try await machine.json("podcast", "episodes", "The Show")["items"]
        try await machine.done("play", "Podcasts/The Show")
        let now = try await machine.json("now")
        try await machine.done("stop")
        try await machine.done("backup", machine.directory.file("kept.sqlar"))

        #expect(episodes?[0]?["title"] == "First" && episodes?[1]?["streaming"] == false)
        #expect(now["title"] == "First")
        #expect((now["position"]?.doubleValue ?? 0) >= 20)
        #expect(now["rate"] == 1.5)
        for process in machine.processes where process.name == "oncued" { kill(process.identifier, SIGKILL) }
        try await machine.waitUntilQuiet()
        _ = try await machine.startDaemon()
        #expect(try await machine.json("podcast", "show", "The Show")["settings"] == set["settings"])

        try await machine.done("podcast", "set", "The Show", "--download-latest", "0", "--speed", "1")
        try await machine.done("restore", machine.directory.file("kept.sqlar"), "--yes")
        #expect(try await machine.json("podcast", "show", "The Show")["settings"] == set["settings"])
    }
}
