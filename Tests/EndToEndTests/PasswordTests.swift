// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

@Suite("Passwords of feeds and streams")
struct PasswordTests {
    private static let secret = "s3cret"
    /// What HTTP makes of `name:s3cret`.
    private static let credentials = "Basic bmFtZTpzM2NyZXQ="

    private static func serve() throws -> HTTPServer {
        let sound = SoundFiles.silence(seconds: 180)
        return try HTTPServer { request in
            guard request.fields["authorization"] == credentials else {
                return HTTPServer.Response(401, [("WWW-Authenticate", "Basic realm=\"listeners\"")])
            }
            guard request.path == "/feed" else { return HTTPServer.file(sound, tag: "\"1\"", for: request) }
            return .text("<rss><channel><title>The Show</title><item><title>One</title></item></channel></rss>")
        }
    }

    /// `http://name:PASSWORD@host/PATH`
    private static func address(_ server: HTTPServer, _ path: String, password: String = secret) -> String {
        "http://name:\(password)@" + server.address.dropFirst("http://".count) + path
    }

    @Test("What needs a password is read and played, and no list, error, log or other program sees it")
    func keeps() async throws {
        let machine = try await Machine()
        let server = try Self.serve()
        let daemon = try await machine.startDaemon("--output", "silent", "--log", "debug")
        var told = ""

        told += try await machine.done("podcast", "add", Self.address(server, "/feed"))
        told += try await machine.done("podcast", "list", "--json")
        #expect(told.contains("name:***@"))
        told += try await machine.done("radio", "add", "Own", Self.address(server, "/live.wav"))
        try machine.directory.write("work/list.m3u", (Self.address(server, "/listed.wav") + "\n").utf8)
        for words in [
            ["play", "Radio/Own"], ["play", "list.m3u"], ["now", "--json"],
            ["play", Self.address(server, "/more.wav")], ["now", "--json"], ["now"],
            ["bookmarks", "add"], ["bookmarks", "--json"], ["queue", "--json"], ["history", "--json"],
            ["radio", "--json"],
        ] {
            let result = try await machine.oncue(words)
            #expect(result.status == 0, "\(words): \(result.errors)")
            told += result.output + result.errors
        }
        told += try await machine.playerctl("metadata")
        #expect(try await machine.json("now")["url"]?.stringValue?.contains("name:***@") == true)

        for words in [
            ["play", Self.address(server, "/x", password: Self.secret + "wrong")],
            ["podcast", "add", Self.address(server, "/feed", password: Self.secret + "wrong")],
            ["podcast", "remove", Self.address(server, "/none")], ["info", Self.address(server, "/none")],
            ["library", "add", Self.address(server, "/none")],
        ] {
            let result = try await machine.oncue(words)
            #expect(result.status != 0, "\(words)")
            told += result.output + result.errors
        }
        #expect(told.contains("name:***@"))
        told += daemon.errors.lines.joined(separator: "\n")
        #expect(!told.contains(Self.secret), "\(told.split(separator: "\n").filter { $0.contains(Self.secret) })")
    }

    @Test("An address comes from standard input, where the list of processes does not show it")
    func reads() async throws {
        let machine = try await Machine()
        let server = try Self.serve()
        try machine.directory.write("work/address", (Self.address(server, "/feed") + "\n").utf8)
        try machine.directory.write("work/empty", "\n".utf8)
        func run(_ command: String) async throws -> ChildProcess.Result {
            try await ChildProcess.run(
                "sh", ["-c", "exec '\(Products.program("oncue"))' " + command], environment: machine.environment,
                directory: machine.directory.file("work"))
        }

        let added = try await run("podcast add - < address")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try await machine.json("podcast")["items"]?[0]?["title"] == "The Show")
        #expect(try await run("radio add Own - < address").status == 0)
        let refused = try await run("podcast add - < empty")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("standard input had no address"))

        let exported = try await machine.oncue("podcast", "export", "list.opml")
        #expect(exported.errors.contains("contains passwords"))
    }
}
