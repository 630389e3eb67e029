// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import JSON
import OnCueTestSupport
import Testing

@Suite("Lyrics and covers from web servers", .timeLimit(.minutes(10)))
struct WebFindingTests {
    private static let release = "76df3287-6cda-33eb-8e9a-044b5e15ffdd"

    /// A song of silence whose tags have everything but lyrics and a picture.
    private static func song(_ title: String) -> [UInt8] {
        func frame(_ name: String, _ text: String) -> [UInt8] {
            let body = [3] + Array(text.utf8)
            return Array(name.utf8) + big(body.count) + [0, 0] + body
        }
        let frames =
            frame("TIT2", title) + frame("TPE1", "Ada & Co") + frame("TALB", "Blue")
            + frame("TXXX", "MusicBrainz Album Id\0" + release)
        let tag = Array("ID3".utf8) + [4, 0, 0] + big(frames.count) + frames
        var file = SoundFiles.silence(seconds: 30) + Array("id3 ".utf8) + big(tag.count).reversed() + tag
        file.replaceSubrange(4..<8, with: big(file.count - 8).reversed())
        return file
    }

    /// Small numbers are the same in the form of ID3, with seven bits in a byte.
    private static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func switchOn(_ machine: Machine, _ daemon: ChildProcess, _ address: String) async throws {
        let settings = [
            ("lyrics.server", address), ("lyrics.web", "true"), ("artwork.server", address), ("artwork.web", "true"),
        ]
        for (key, value) in settings {
            try await machine.done("config", "set", key, value)
            _ = try await daemon.errors.waitForLine { $0.contains("changed key=\(key)") }
        }
    }

    @Test("Nothing is asked until it is switched on; then what is missing comes once, with its origin, and stays")
    func whole() async throws {
        let machine = try await Machine()
        let cover = PictureFile.png(500, 400)
        let server = try HTTPServer { request in
            if request.path.hasPrefix("/api/get?") {
                return request.path.contains("track_name=Song&")
                    ? .text("{\"plainLyrics\":\"One\",\"syncedLyrics\":\"[00:01.50]One\"}") : HTTPServer.Response(404)
            }
            if request.path == "/release/\(Self.release)/front-500" {
                return HTTPServer.Response(307, [("Location", "/picture.png")])
            }
            return request.path == "/picture.png" ? HTTPServer.Response(200, [], cover) : HTTPServer.Response(404)
        }
        for name in ["Song", "Other"] { try machine.directory.write("work/music/\(name).wav", Self.song(name)) }
        let daemon = try await machine.startDaemon("--output", "silent", "--log", "info")
        try await machine.done("play", "music/Song.wav")
        try await machine.done("pause")
        #expect(try await machine.oncue("now", "--lyrics").status == 3)
        _ = try await machine.waitForNow("a picture") { $0["artUrl"] != .null }
        #expect(server.requests.isEmpty)

        try await Self.switchOn(machine, daemon, server.address)
        let lyrics = try await machine.json("now", "--lyrics")
        #expect(lyrics["source"] == "web" && lyrics["timed"] == true)
        let shown = try await machine.oncue("now", "--lyrics")
        #expect(shown.output == "[00:01.50]One\n" && shown.errors.contains("from LRCLIB"))
        let now = try await machine.waitForNow("the cover") { now in
            guard let url = now["artUrl"]?.stringValue, let file = URL(string: url) else { return false }
            return (try? Array(Data(contentsOf: file))) == cover
        }
        #expect(now["artwork"]?["small"] != .null)
        let info = try await machine.json("info")
        #expect(info["lyrics"] == "web")
        #expect(info["picture"]?["source"] == "web")
        #expect(try await machine.done("info").contains("from LRCLIB"))

        try await machine.done("play", "music/Other.wav")
        try await machine.done("pause")
        for _ in 0..<2 { #expect(try await machine.oncue("now", "--lyrics").status == 3) }
        try await machine.done("play", "music/Song.wav")
        try await machine.done("pause")
        try await machine.done("quit")
        _ = try await daemon.ending()
        _ = try await machine.startDaemon("--output", "silent", "--log", "info")
        #expect(try await machine.json("now", "--lyrics")["source"] == "web")
        try await machine.done("play", "music/Other.wav")
        #expect(try await machine.oncue("now", "--lyrics").status == 3)

        let paths = server.requests.map(\.path)
        #expect(paths.filter { $0.hasPrefix("/api/get?") }.count == 2, "\(paths)")
        #expect(paths.filter { $0.hasPrefix("/release/") }.count == 1, "\(paths)")
        #expect(
            paths.contains("/api/get?artist_name=Ada%20%26%20Co&track_name=Song&album_name=Blue&duration=30"),
            "\(paths)")
        #expect(server.requests.allSatisfy { $0.fields["user-agent"]?.hasPrefix("OnCue/") == true })
    }

    @Test("A server that is away costs nothing but itself, and is not asked again and again")
    func away() async throws {
        let machine = try await Machine()
        let server = try HTTPServer { _ in HTTPServer.Response(503) }
        for name in ["Song", "Other"] { try machine.directory.write("work/music/\(name).wav", Self.song(name)) }
        let daemon = try await machine.startDaemon("--output", "silent", "--log", "info")
        try await Self.switchOn(machine, daemon, server.address)

        for name in ["Song", "Other", "Song"] {
            try await machine.done("play", "music/\(name).wav")
            #expect(try await machine.oncue("now", "--lyrics").status == 3)
            _ = try await machine.waitForNow("a picture") { $0["artUrl"] != .null }
        }

        #expect(server.requests.filter { $0.path.hasPrefix("/api/get?") }.count == 1)
        #expect(server.requests.filter { $0.path.hasPrefix("/release/") }.count == 1)
    }

    @Test("An address that is none is refused", arguments: ["lrclib.net", "ftp://a", "https://", "https://a/?b", "x"])
    func refused(address: String) async throws {
        let machine = try await Machine()
        let result = try await machine.oncue("config", "set", "lyrics.server", address)
        #expect(result.status == 2)
        #expect(result.errors.contains("expected an http or https address without a query"))
    }
}
