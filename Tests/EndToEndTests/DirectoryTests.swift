// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

@Suite("Open directories, from a server to the screen")
struct DirectoryTests {
    private static let feed =
        "<rss><channel><title>Backstage</title><item><title>One</title><guid>1</guid>"
        + "<enclosure url=\"http://127.0.0.1/1.wav\" type=\"audio/wav\"/></item></channel></rss>"

    /// The directories, a feed, a stream and pictures.
    private static func serve() throws -> HTTPServer {
        let sound = SoundFiles.silence(seconds: 60)
        return try HTTPServer { request in
            let base = "http://" + (request.fields["host"] ?? "")
            let path = String(request.path.prefix { $0 != "?" })
            switch path {
            case "/search": return .text(RecordedDirectories.apple(base))
            case "/json/stations/search": return .text(RecordedDirectories.stations(base))
            case "/feed.xml": return .text(feed)
            case "/600.png", "/icon.png":
                return HTTPServer.Response(200, [("Content-Type", "image/png")], PictureFile.png(64, 64))
            case "/live": return HTTPServer.file(sound, tag: "\"1\"", for: request)
            default: return HTTPServer.Response(404)
            }
        }
    }

    private func machine(_ server: HTTPServer) async throws -> Machine {
        let machine = try await Machine()
        try await machine.done("config", "set", "podcasts.directory", server.address + "/search")
        try await machine.done("config", "set", "radio.directory", server.address)
        return machine
    }

    @Test("Podcasts and stations are found, subscribed to, added and played by their numbers")
    func finds() async throws {
        let server = try Self.serve()
        let machine = try await machine(server)
        _ = try await machine.startDaemon()
        try await machine.done("podcast")
        #expect(server.requests.isEmpty, "nothing is asked before a search")

        let podcasts = try await machine.json("podcast", "search", "behind", "the stage", "-n", "3")
        #expect(podcasts["items"]?[0]?["title"] == "Backstage – Talks")
        #expect(podcasts["items"]?[0]?["episodes"] == 42)
        #expect(server.requests.map(\.path) == ["/search?media=podcast&term=behind%20the%20stage&limit=3"])
        #expect(server.requests.first?.fields["user-agent"]?.hasPrefix("OnCue/") == true)
        #expect(try await machine.done("podcast", "search", "stage").contains("Rosa Weld"))
        #expect(try await machine.json("podcast", "add", "1")["title"] == "Backstage")

        let text = try await machine.done("radio", "search", "jazz")
        #expect(text.contains("Kestrel Jazz") && text.contains("MP3 128 kbit/s") && text.contains("1234 votes"))
        try await machine.done("radio", "add", "1")
        let stations = try await machine.json("radio")
        #expect(stations["items"]?[0]?["title"] == "Kestrel Jazz")
        let file = try Machine.text(of: machine.directory.file("config/oncue/radio.m3u8"))
        #expect(file.contains("\(server.address)/live") && file.contains("#EXTIMG:\(server.address)/icon.png"))
        try await machine.done("play", "Radio/Kestrel Jazz")
        #expect(try await machine.json("now")["title"] == "Kestrel Jazz")
    }

    @Test("Without a server the message says what to do, with a status of its own")
    func offline() async throws {
        let machine = try await Machine()
        let closed = try HTTPServer { _ in HTTPServer.Response(200) }.address
        try await machine.done("config", "set", "podcasts.directory", closed + "/search")
        try await machine.done("config", "set", "radio.directory", closed)

        for (words, other) in [("podcast", "oncue podcast add URL"), ("radio", "oncue radio add NAME URL")] {
            let result = try await machine.oncue(words, "search", "jazz")
            #expect(result.status != 0)
            #expect(result.errors.contains("check the connection") && result.errors.contains(other), "\(result.errors)")
        }
        let none = try await machine.oncue("radio", "add", "1")
        #expect(none.errors.contains("oncue radio search WORDS"))
    }

    @Test("The full-screen program finds podcasts and stations, with the picture of the row in which one rests")
    func onScreen() async throws {
        let server = try Self.serve()
        let machine = try await machine(server)
        // The pictures are on this machine.
        try await machine.done("config", "set", "network.private-links", "true")
        let terminal = try PseudoTerminal(width: 140, height: 40)
        let program = try ChildProcess(
            Products.program("oncue"), words: [],
            environment: machine.environment.merging(["TERM": "xterm-256color", "COLORTERM": "truecolor"]) { $1 },
            directory: machine.directory.file("work"), terminal: terminal.programEnd)

        terminal.type("7n")
        try await terminal.wait("the question") { $0.hasLine("words to search") }
        terminal.type("late night\r")
        try await terminal.wait("what is found") { $0.hasLine("▸  Kestrel Jazz") && $0.hasLine("128 kbit/s") }
        try await terminal.wait("what is known of it") { $0.hasLine("Germany") && $0.hasLine("late night") }
        try await terminal.wait("its picture") { $0.wasWritten("8;2;") }
        #expect(server.requests.filter { $0.path == "/icon.png" }.count == 1)
        terminal.type("n")
        try await terminal.wait("its message") { $0.hasLine("Added station Kestrel Jazz") }
        terminal.type("h")
        try await terminal.wait("the stations") { $0.hasLine("▸  Kestrel Jazz") && !$0.hasLine("Bare") }

        terminal.type("6n")
        try await terminal.wait("the question") { $0.hasLine("words to search") }
        terminal.type("talks\r")
        try await terminal.wait("podcasts") { $0.hasLine("▸  Backstage – Talks") && $0.hasLine("42 episodes") }
        terminal.type("\r")
        try await terminal.wait("the subscription") { $0.hasLine("Subscribed to Backstage") }
        let asked = server.requests.filter { $0.path.hasPrefix("/search") }.count
        terminal.type("7")
        try await terminal.wait("the stations again") { $0.hasLine("▸  Kestrel Jazz") && !$0.hasLine("Backstage") }
        terminal.type("6")
        try await terminal.wait("them again") { $0.hasLine("▸  Backstage – Talks") }
        #expect(
            server.requests.filter { $0.path.hasPrefix("/search") }.count == asked, "nothing is asked again by itself")
        terminal.type("q")
        #expect(try await program.ending() == .exit(0))
    }
}
