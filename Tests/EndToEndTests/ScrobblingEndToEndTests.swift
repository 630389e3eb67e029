// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Listens that go to services on the web")
struct ScrobblingEndToEndTests {
    /// A machine with tracks of some seconds by The Testers, a daemon, and an account at ListenBrainz.
    private struct Stage {
        let machine: Machine
        let server: ScrobbleServer

        init(_ titles: [String], seconds: Int = 3, addsAccount: Bool = true) async throws {
            machine = try await Machine()
            server = try ScrobbleServer()
            try machine.directory.makeDirectory("work/music")
            for title in titles {
                let result = try await ChildProcess.run(
                    "ffmpeg",
                    [
                        "-hide_banner", "-loglevel", "error", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t",
                        "\(seconds)", "-metadata", "title=\(title)", "-metadata", "artist=The Testers", "-metadata",
                        "album=Proofs", machine.directory.file("work/music/\(title).flac"),
                    ], environment: machine.environment)
                guard result.status == 0 else { throw SupportError(result.errors) }
            }
            try await machine.done("library", "add", "music")
            if addsAccount { try await addListenBrainz() }
        }

        func add(_ words: [String], input: String) async throws -> ChildProcess.Result {
            try await ChildProcess.run(
                "/bin/sh",
                ["-c", "printf '%s\\n' '\(input)' | exec '\(Products.program("oncue"))' scrobble add \"$@\"", "sh"]
                    + words, environment: machine.environment)
        }

        func addListenBrainz(token: String = "tok-1") async throws {
            let added = try await add(["listenbrainz", "--server", server.address], input: token)
            guard added.status == 0 else { throw SupportError(added.errors) }
        }

        /// Plays a track to its end.
        func listen(_ title: String) async throws {
            try await machine.done("play", "title:\(title) kind:track")
            try await machine.waitForNow("\(title) has ended") { $0["status"] == "stopped" }
        }

        func account(_ index: Int = 0) async throws -> JSONValue {
            try await machine.json("scrobble")["accounts"]?[index] ?? .null
        }

        func waitForAccount(_ what: String, _ matches: (JSONValue) -> Bool) async throws {
            var account = JSONValue.null
            try await waitUntil("\(what); there was \(account.text())", within: .seconds(60)) {
                account = try await self.account()
                return matches(account)
            }
        }
    }

    @Test("A track that is played to its end arrives once, with the time at which it began")
    func listens() async throws {
        // What plays is told after a second, which a busy machine needs longer for.
        let stage = try await Stage(["Alpha"], seconds: 12)
        let start = time(nil)
        try await stage.listen("Alpha")
        try await waitUntil("the listen is there") { stage.server.titles == ["Alpha"] }

        let listen = try #require(stage.server.now.listens.first)
        #expect(listen.artist == "The Testers" && (start - 1...start + 30).contains(listen.time))
        try await waitUntil("it was told that it plays") { stage.server.now.playing == ["Alpha"] }
        try await stage.waitForAccount("it is counted") { $0["sent"] == 1 && $0["state"] == "ready" }
        #expect(try await stage.account()["user"] == "ann")
        let file = stage.machine.directory.file("state/oncue/scrobbling.json")
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stage.server.now.submissions == 1)
    }

    @Test("What is listened to offline arrives later, in order and once, also after the daemon was ended")
    func offline() async throws {
        let stage = try await Stage(["Alpha", "Beta"])
        stage.server.close()
        for title in ["Alpha", "Beta", "Alpha"] { try await stage.listen(title) }
        try await stage.waitForAccount("they wait") { $0["waiting"] == 3 && $0["state"] == "waiting" }
        // It gives each check a few seconds.
        try await waitUntil("the doctor tells of them") {
            try await stage.machine.oncue("doctor").output.contains("listens wait")
        }
        try await stage.machine.done("quit")

        try await stage.server.open()
        try await stage.machine.done("status")
        try await waitUntil("all are there") { stage.server.titles.count == 3 }
        #expect(stage.server.titles == ["Alpha", "Beta", "Alpha"])
        #expect(stage.server.now.repeated == 0)
        try await stage.waitForAccount("none waits") { $0["waiting"] == 0 && $0["sent"] == 3 }
    }

    @Test("A daemon that is killed before it has the answer sends the same listen again, which counts once")
    func killed() async throws {
        let stage = try await Stage(["Alpha", "Beta"])
        var mute = HTTPServer.Response()
        mute.isMute = true
        stage.server.change { state in
            state.answers = [mute]
            state.keepsAnyway = true
        }
        try await stage.machine.done("play", "title:Alpha kind:track")
        try await waitUntil("it was sent") { stage.server.titles == ["Alpha"] }
        let daemon = try #require(stage.machine.processes.first { $0.name == "oncued" })
        kill(daemon.identifier, SIGKILL)
        try await waitUntil("it is dead") { !stage.machine.processes.contains { $0.identifier == daemon.identifier } }

        try await stage.machine.done("status")
        try await waitUntil("it was sent again") { stage.server.now.repeated == 1 }
        try await stage.waitForAccount("it is noted") { $0["waiting"] == 0 }
        try await stage.listen("Beta")
        try await waitUntil("and the next one once") { stage.server.titles == ["Alpha", "Beta"] }
        #expect(stage.server.now.repeated == 1)
    }

    @Test("Private listening, private items, tracks without an artist and erased listens stay here")
    func stayPrivate() async throws {
        let stage = try await Stage(["Alpha", "Beta", "Gamma"])
        try stage.machine.writeMusic("untagged.wav", seconds: 2)
        try await stage.machine.done("library", "scan")
        try await stage.machine.done("scrobble", "pause")
        try await stage.listen("Alpha")
        try await stage.machine.done("scrobble", "resume")
        try await stage.machine.done("scrobble", "private", "Tracks/Beta")
        try await stage.listen("Beta")
        try await stage.listen("untagged")
        stage.server.close()
        try await stage.listen("Gamma")
        try await stage.waitForAccount("one waits") { $0["state"] == "waiting" }
        try await stage.machine.done("history", "erase", "--item", "Tracks/Gamma", "--yes")
        try await stage.server.open()
        try await stage.machine.done("scrobble", "private", "--remove", "Tracks/Beta")
        try await stage.listen("Beta")

        try await stage.machine.done("scrobble", "now")
        try await waitUntil("the one that is not private is there") { !stage.server.titles.isEmpty }
        #expect(stage.server.titles == ["Beta"])
        #expect(stage.server.now.playing.allSatisfy { $0 == "Beta" }, "\(stage.server.now.playing)")
        try await stage.waitForAccount("the others are counted") { $0["reasons"] == ["private 2", "untitled 1"] }
    }

    @Test("A play of something private stays so, also when it is not private any longer before it would be sent")
    func privateWhenHeard() async throws {
        let stage = try await Stage(["Alpha", "Beta"])
        stage.server.close()
        try await stage.listen("Alpha")
        try await stage.waitForAccount("it waits") { $0["state"] == "waiting" }
        try await stage.machine.done("scrobble", "private", "Tracks/Beta")
        try await stage.listen("Beta")
        try await stage.machine.done("scrobble", "private", "--remove", "Tracks/Beta")
        try await stage.server.open()

        try await stage.machine.done("scrobble", "now")

        try await stage.waitForAccount("nothing waits") { $0["waiting"] == 0 }
        #expect(stage.server.titles == ["Alpha"])
        #expect(try await stage.account()["reasons"] == ["private 1"])
    }

    @Test("What comes with a backup from another machine is not sent, and what is listened to afterwards is")
    func restored() async throws {
        let former = try await Stage(["Alpha"], addsAccount: false)
        try await former.listen("Alpha")
        try await former.machine.done("backup", "a.sqlar")
        let stage = try await Stage(["Alpha"])
        try await stage.machine.done("restore", "--yes", former.machine.directory.file("work/a.sqlar"))
        let start = time(nil)

        try await stage.listen("Alpha")

        try await waitUntil("the new one is there") { stage.server.now.listens.contains { $0.time >= start - 1 } }
        #expect(stage.server.now.listens.allSatisfy { $0.time >= start - 1 }, "\(stage.server.now.listens)")
    }

    @Test("A token that is not valid any longer is told of, and not asked again until there is another one")
    func denied() async throws {
        let stage = try await Stage(["Alpha", "Beta"])
        #expect(try await stage.add(["listenbrainz", "--server", stage.server.address], input: "wrong").status == 1)
        stage.server.change { $0.token = "tok-2" }
        try await stage.listen("Alpha")
        try await stage.waitForAccount("it is denied") { $0["state"] == "denied" }
        try await stage.listen("Beta")
        try await stage.machine.done("scrobble", "now")
        let health = try await waitFor("the doctor tells of it") {
            let health = try await stage.machine.oncue("doctor").output
            return health.contains("ListenBrainz refuses the token of ann: Invalid authorization token.") ? health : nil
        }
        #expect(health.contains("oncue scrobble add listenbrainz --server \(stage.server.address)"))
        #expect(stage.server.titles.isEmpty)

        try await stage.addListenBrainz(token: "tok-2")
        try await waitUntil("what waited is sent") { stage.server.titles == ["Alpha", "Beta"] }
    }

    @Test("A play that is refused waits, and is left out when a later one is taken")
    func refused() async throws {
        let stage = try await Stage(["Alpha", "Beta"])
        stage.server.change { $0.refuses = ["Alpha"] }
        try await stage.listen("Alpha")
        try await waitUntil("it was refused") { stage.server.now.submissions > 0 }
        try await stage.machine.done("scrobble", "now")
        #expect(try await stage.account()["waiting"] == 1)

        stage.server.change { $0.refuses = ["Beta"] }
        try await stage.machine.done("scrobble", "now")
        #expect(stage.server.titles == ["Alpha"], "the fault was at the service")

        for title in ["Beta", "Alpha"] { try await stage.listen(title) }
        try await waitUntil("the other one is there") { stage.server.titles == ["Alpha", "Alpha"] }
        try await stage.waitForAccount("it is left out") { $0["waiting"] == 0 && $0["reasons"] == ["refused 1"] }
    }

    @Test("Servers that are busy, break off, answer nonsense or without an end lose nothing")
    func faults() async throws {
        let stage = try await Stage(["Alpha"])
        var endless = HTTPServer.Response(200, [], [UInt8](repeating: 0x20, count: 2 << 20))
        endless.framing = .chunked
        let faults: [HTTPServer.Response] = [
            HTTPServer.Response(503, [], Array("busy".utf8)), HTTPServer.Response(200, [], [], promised: 500),
            .text("<html>Log in to the Wi-Fi</html>"), endless, HTTPServer.Response(404),
            HTTPServer.Response(302, [("Location", "http://127.0.0.1:1/")]),
            HTTPServer.Response(
                429, [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset-In", "1"), ("Retry-After", "1")]),
        ]
        stage.server.change { $0.answers = faults }
        try await stage.listen("Alpha")
        try await waitUntil("the first fault was met") { stage.server.now.submissions > 0 }
        // The answer to what plays may have it tried once more by itself.
        while !stage.server.now.answers.isEmpty {
            try await stage.waitForAccount("it waits") { $0["state"] == "waiting" && $0["waiting"] == 1 }
            try await stage.machine.done("scrobble", "now")
        }
        try await stage.machine.done("scrobble", "now")
        try await waitUntil("it is there") { stage.server.titles == ["Alpha"] }
        #expect(stage.server.now.repeated == 0)
    }

    @Test("Likes become loves and loves likes, and what is taken back on one side goes on the other")
    func loves() async throws {
        let stage = try await Stage(["Known", "Obscure"])
        try await stage.machine.done("favourite", "Tracks/Known", "Tracks/Obscure")
        try await waitUntil("the love is there") { stage.server.now.loves == [ScrobbleServer.recording] }
        try await stage.waitForAccount("both sides have it") { $0["loved"] == 1 }
        try await stage.machine.done("scrobble", "now")
        #expect(stage.server.now.loves.count == 1)

        stage.server.change { $0.loves = [] }
        try await stage.machine.done("scrobble", "now")
        try await waitUntil("it is no favourite any longer") {
            try await stage.machine.json("favourite", "--list")["total"] == 1
        }
        try await stage.machine.done("scrobble", "now")
        #expect(stage.server.now.loves.isEmpty, "it does not come back")

        try await stage.machine.done("favourite", "Tracks/Known")
        try await waitUntil("it is loved again") { !stage.server.now.loves.isEmpty }
        try await stage.machine.done("favourite", "--remove", "Tracks/Known")
        try await waitUntil("and not any longer") { stage.server.now.loves.isEmpty }
    }

    @Test("A server that knows no loves is said to know none, and asked again when the user wants that")
    func lovesComeLater() async throws {
        let stage = try await Stage(["Known"], addsAccount: false)
        stage.server.change { $0.hasLoves = false }
        try await stage.addListenBrainz()
        try await stage.waitForAccount("it knows no loves") { $0["lacksLoves"] == true && $0["loves"] == true }
        #expect(try await stage.machine.oncue("scrobble").output.contains("the server knows no loves"))
        try await stage.machine.done("favourite", "Tracks/Known")

        stage.server.change { $0.hasLoves = true }
        try await stage.machine.done("scrobble", "now")
        try await waitUntil("the love is there") { stage.server.now.loves == [ScrobbleServer.recording] }

        #expect(try await stage.account()["lacksLoves"] == false)
    }

    @Test("Last.fm is allowed on its page, gets tracks over 30 s, and its loves become likes")
    func lastFM() async throws {
        let stage = try await Stage(["Long"], seconds: 31, addsAccount: false)
        let words = ["lastfm", "--server", stage.server.address, "--key", ScrobbleServer.key, "--no-browser"]
        let early = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "printf '%s\\n' \(ScrobbleServer.secret) | exec '\(Products.program("oncue"))' scrobble add \"$@\"",
                "sh",
            ] + words, environment: stage.machine.environment)
        _ = try await early.errors.waitForLine { $0.contains("/api/auth/?api_key=app-key&token=asked-1") }
        stage.server.change { $0.allowed = true }
        #expect(try await early.result().status == 0)

        stage.server.change { $0.loves = ["The Testers\nLong", "Nobody\nElsewhere"] }
        try await stage.machine.done("rate", "2")
        try await stage.listen("Long")
        try await waitUntil("it is there") { stage.server.titles == ["Long"] }
        try await waitUntil("it was told that it plays") { stage.server.now.playing == ["Long"] }
        #expect(stage.server.now.wrongSignatures == 0)
        try await stage.machine.done("scrobble", "now")
        #expect(try await stage.machine.json("favourite", "--list")["items"]?[0]?["title"] == "Long")
        try await stage.machine.done("favourite", "--remove", "Tracks/Long")
        try await waitUntil("the love is gone") { stage.server.now.loves == ["Nobody\nElsewhere"] }
    }
}
