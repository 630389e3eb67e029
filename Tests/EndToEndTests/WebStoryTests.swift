// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The page for browsers, by its interface")
struct WebStoryTests {
    @Test("A phone is paired, plays, and sees what happens elsewhere")
    func story() async throws {
        let stage = try await WebPageStage()
        let session = try stage.get("/api/1/session").json
        #expect(session["paired"] == true && session["name"] == "phone" && session["version"] == "0.1.0")
        // A browser that is in use keeps its cookie for another year.
        let renewed = try stage.get("/api/1/session").fields["set-cookie"]
        #expect(renewed?.hasPrefix(stage.cookie + "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict") == true)
        let socket = try stage.socket()
        let first = try #require(socket.message())
        #expect(first["type"] == "snapshot")
        let tracks = try stage.tracks()
        let a = try #require(tracks["a"])

        let played = try stage.post("play", ["places": [.string(a)]]).json
        #expect(played["title"] == "a" && played["count"] == 1)
        let now = try #require(socket.message { $0["now"]?["title"] == "a" && $0["now"]?["status"] == "playing" })
        #expect(now["now"]?["art"]?.stringValue?.hasPrefix("/api/1/art/track%3A") == true)
        #expect((now["clock"]?.intValue ?? 0) >= now["now"]?["timestamp"]?.intValue ?? .max)

        #expect(try stage.post("playback/pause").json == [:])
        #expect(socket.message { $0["now"]?["status"] == "paused" } != nil)
        try await stage.machine.done("volume", "30")
        #expect(socket.message { $0["now"]?["volume"] == 0.3 } != nil)
        try stage.post("playback/seek", ["position": 60_000_000])
        #expect(socket.message { $0["now"]?["position"] == 60_000_000 } != nil)
        try stage.post("playback/sleep", ["mode": "time", "time": 600_000_000])
        #expect(socket.message { $0["now"]?["sleep"] == "time" } != nil)
        // A page that comes later is told what is left by then.
        try await Task.sleep(for: .seconds(2))
        let left = try stage.socket().message { $0["type"] == "snapshot" }?["now"]?["sleepRemaining"]?.intValue ?? .max
        #expect(left <= 598_500_000)
        try stage.post("playback/repeat", ["mode": "all"])
        #expect(socket.message { $0["now"]?["repeat"] == "all" } != nil)
        #expect(try stage.post("playback/rate", ["rate": 9]).code == "InvalidValue")
        #expect(try stage.post("playback/chapter", ["index": 3]).code == "NoSuchChapter")
    }

    @Test("Two people change the queue at once, see each other's changes, and lose none")
    func twoPeople() async throws {
        let stage = try await WebPageStage()
        let tracks = try stage.tracks()
        let places = try ["a", "b", "c", "d"].map { JSONValue.string(try #require(tracks[$0])) }
        try stage.post("play", ["places": .array(places)])
        #expect(try stage.queue() == ["a", "b", "c", "d"])
        let entries = try stage.entries()
        let (first, second) = (try stage.socket(), try stage.socket())
        #expect(first.message() != nil && second.message() != nil)

        // One saw the queue before the other changed it: it names entries, so that what it means is done.
        #expect(try stage.post("queue/remove", ["entries": [entries[1]]]).status == 200)
        #expect(try stage.post("queue/move", ["entries": [entries[3]], "before": entries[2]]).status == 200)
        #expect(try stage.queue() == ["a", "d", "c"])
        #expect(try stage.post("queue/add", ["places": [places[1]], "before": entries[2]]).status == 200)
        #expect(try stage.queue() == ["a", "d", "b", "c"])
        for socket in [first, second] {
            #expect(socket.message { $0["type"] == "queue" && $0["queue"]?["total"] == 4 } != nil)
        }
        // What one has removed is not moved by the other, who is told so.
        #expect(try stage.post("queue/move", ["entries": [entries[1]]]).code == "NoSuchEntry")
        #expect(try stage.post("queue/move", ["entries": [entries[0]], "before": entries[1]]).code == "NoSuchEntry")
        #expect(try stage.post("queue/move", ["entries": [entries[0]]]).status == 200)
        #expect(try stage.queue() == ["d", "b", "c", "a"])
        #expect(try stage.post("queue/undo").json["edit"] == "move")
        #expect(try stage.queue() == ["a", "d", "b", "c"])
        #expect(try stage.post("queue/redo").status == 200)
        // By its revision a change is undone only while it is the last one.
        let removed = try stage.post("queue/remove", ["entries": [entries[0]]]).json["revision"] ?? .null
        let added = try stage.post("queue/add", ["places": [places[0]]]).json["revision"] ?? .null
        #expect(try stage.post("queue/undo", ["revision": removed]).code == "Overtaken")
        try await stage.machine.done("playlist", "create", "Others")
        #expect(try stage.post("queue/undo", ["revision": added]).code == "Overtaken")
        try await stage.machine.done("undo")
        #expect(try stage.post("queue/undo", ["revision": added]).json["edit"] == "add")
        #expect(try stage.post("queue/undo").json["edit"] == "remove")
        #expect(try stage.queue() == ["d", "b", "c", "a"])
        #expect(try stage.post("queue/play", ["entry": entries[2]]).status == 200)
        #expect(try stage.get("/api/1/now").json["now"]?["title"] == "c")
        #expect(try stage.post("queue/clear").status == 200)
        #expect(try stage.queue() == [])
        #expect(try stage.post("queue/undo").status == 200)
        #expect(try stage.queue().count == 4)
    }

    @Test("Content, search and suggestions are shown in parts, and a wrong query says what is wrong")
    func content() async throws {
        let stage = try await WebPageStage()
        let root = try stage.get("/api/1/content?limit=2").json
        #expect(root["items"]?.arrayValue?.count == 2 && root["container"]?["identifier"] == "root:")
        let rest = try stage.get("/api/1/content?offset=2&limit=1").json
        #expect(rest["offset"] == 2 && rest["items"]?.arrayValue?.count == 1)
        #expect(try stage.get("/api/1/search?q=kind%3Atrack&limit=3").json["total"] == 4)
        #expect(try stage.get("/api/1/search?q=year%3Ax").code == "InvalidQuery")
        #expect(try stage.get("/api/1/search").code == "InvalidValue")
        let suggested = try stage.get("/api/1/suggestions?limit=1").json["suggestions"]?[0]
        let id = try #require(suggested?["id"]?.stringValue)
        #expect(try stage.get("/api/1/suggestions/why?id=\(id)").json["id"]?.stringValue == id)
        #expect(try stage.post("suggestions/dismiss", ["id": .string(id), "reason": "no"]).code == "InvalidValue")
        #expect(try stage.post("suggestions/accept", ["id": .string(id)]).json["title"] == suggested?["title"])
        let picture = try stage.get(try #require(suggested?["art"]?.stringValue) + "?size=128")
        #expect(picture.status == 200 && picture.fields["content-type"]?.hasPrefix("image/") == true)
        #expect(try stage.get("/api/1/outputs").json["outputs"] != nil)
        #expect(try stage.get("/api/1/rooms").json == ["rooms": []])
    }

    @Test(
        "What a car shows has the limits of the service for it, with the number of what is cut, also after the service began anew"
    )
    func endpoint() async throws {
        let stage = try await WebPageStage(["a.wav", "b.wav", "c.wav", "d.wav", "e.wav", "f.wav", "g.wav", "h.wav"])
        func look() throws {
            let tracks = try stage.get("/api/1/content?item=section%3Atracks&endpoint=car&limit=200").json
            #expect(tracks["items"]?.arrayValue?.count == 6 && tracks["total"] == 6 && tracks["state"]?["all"] == 8)
            // What would be deeper is played as a whole.
            let albums = try stage.get("/api/1/content?item=section%3Aalbums&endpoint=car").json["items"]?.arrayValue
            #expect(albums?.allSatisfy { $0["container"] != true && $0["playable"] == true } == true)
        }
        try look()
        try look()
        let none = try stage.get("/api/1/content?item=track%3Anone&endpoint=car")
        #expect(none.status == 404 && none.code == "NotFound")
        let daemon = try #require(stage.machine.processes.first { $0.name == "oncued" })
        kill(daemon.identifier, SIGKILL)
        try await waitUntil("it is back") { try await stage.machine.oncue("status").status == 0 }
        try look()
        #expect(try stage.get("/api/1/content?item=section%3Atracks&endpoint=boat").code == "InvalidValue")
        #expect(try stage.get("/api/1/content?item=section%3Atracks").json["total"] == 8)
    }

    @Test("The page outlives a daemon that is killed, and knows the phone after being killed itself")
    func killed() async throws {
        let stage = try await WebPageStage()
        let socket = try stage.socket()
        let run = try #require(socket.message { $0["type"] == "snapshot" && $0["service"] == true })["run"]
        let daemon = try #require(stage.machine.processes.first { $0.name == "oncued" })
        kill(daemon.identifier, SIGKILL)
        #expect(socket.message { $0["type"] == "service" && $0["service"] == false } != nil)
        // Whoever asks starts another one, as everywhere.
        #expect(try stage.get("/api/1/now").status == 200)
        let back = try #require(socket.message { $0["type"] == "snapshot" })
        #expect(back["service"] == true && back["run"] == run)

        let server = try #require(stage.machine.processes.first { $0.name == "oncue-web" })
        kill(server.identifier, SIGKILL)
        #expect(socket.isClosed())
        try await waitUntil("it is off") { try await stage.machine.json("web", "devices")["serving"] == false }
        try await stage.machine.done("web", "on")
        #expect(try stage.get("/api/1/session").json["name"] == "phone")
        #expect(try stage.socket().message()?["run"] != run)
    }

    @Test("In the network it is encrypted by a certificate of an authority that it offers")
    func encrypted() async throws {
        let stage = try await WebPageStage()
        let state = try await stage.machine.json("web", "on", "--network", "--host", "music.example.org")
        #expect(state["network"] == true && state["plain"] == false && state["serving"] == true)
        #expect(state["addresses"]?[0] == .string("https://music.example.org:\(stage.port)/"))
        let folder = stage.machine.directory.file("state/oncue/web")
        func ask(_ path: String, _ fields: String) async throws -> String {
            let request =
                "GET \(path) HTTP/1.1\\r\\nHost: music.example.org\\r\\n\(fields)Connection: close\\r\\n\\r\\n"
            let command =
                "printf '\(request)' | timeout 20 openssl s_client -connect 127.0.0.1:\(stage.port) -quiet -ign_eof "
                + "-CAfile \(folder)/authority.pem -verify_return_error -verify_hostname music.example.org 2>/dev/null"
            return try await ChildProcess.run("/bin/sh", ["-c", command]).output
        }
        let session = try await ask("/api/1/session", "")
        #expect(session.contains("200 OK") && session.contains("{\"paired\":false}"))
        let offered = try await ask("/ca.crt", "")
        #expect(offered.contains("BEGIN CERTIFICATE") && !offered.contains("PRIVATE"))
        // A cookie of the time without encryption is worth nothing, and without encryption nothing is answered.
        #expect(try await ask("/api/1/now", "Cookie: \(stage.cookie)\\r\\n").contains("401"))
        #expect(try WebPageStage.send("GET", "/", stage.port, [("Host", "localhost")]) == nil)
        try await stage.machine.done("web", "off")
        // A program that ends gives back what it has one after the other.
        try await waitUntil("nobody listens") { (try? WebCaller(port: stage.port)) == nil }
    }
}
