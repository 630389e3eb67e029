// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("The libraries of real Subsonic servers beside each other", .timeLimit(.minutes(10)))
struct SubsonicServersTests {
    private static func ffmpeg(_ arguments: [String]) async throws {
        let result = try await ChildProcess.run(
            "ffmpeg", ["-hide_banner", "-loglevel", "error"] + arguments, environment: ["PATH": "/usr/bin:/bin"])
        guard result.status == 0 else { throw SupportError(result.errors) }
    }

    /// Makes a song of an album from what ffmpeg takes as a source.
    private static func makeSong(
        _ title: String, number: Int, of album: String, from source: [String], in folder: String
    ) async throws {
        let tags = ["title=\(title)", "artist=The Testers", "album=\(album)", "track=\(number)"]
        try await ffmpeg(source + tags.flatMap { ["-metadata", $0] } + [folder + "/\(title).flac"])
    }

    /// Makes a playlist with one song at a server.
    private static func makePlaylist(_ name: String, of title: String, at server: Supysonic) async throws {
        let script = """
            import json, sys, urllib.parse, urllib.request
            address, user, password, name, title = sys.argv[1:]
            def ask(method, **fields):
                fields.update(u=user, p=password, v="1.12.0", c="test", f="json")
                opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
                page = opener.open(address + "/rest/" + method + ".view?" + urllib.parse.urlencode(fields))
                return json.load(page)["subsonic-response"]
            song = ask("search3", query=title)["searchResult3"]["song"][0]
            answer = ask("createPlaylist", name=name, songId=song["id"])
            assert answer["status"] == "ok", answer
            """
        let result = try await ChildProcess.run(
            "/usr/bin/python3",
            ["-c", script, server.address, Supysonic.user, Supysonic.password, name, title])
        guard result.status == 0 else { throw SupportError(result.errors) }
    }

    @Test("Two servers are browsed and searched, have their own pictures and playlists, and are told their own plays")
    func beside() async throws {
        let machine = try await Machine()
        let stage = SubsonicStage(machine)
        let names = ["One", "Two"]
        var servers: [Supysonic] = []
        for (name, color) in zip(names, ["red", "blue"]) {
            let music = try machine.directory.makeDirectory("music-" + name)
            let silence = ["-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", "120"]
            for (number, title) in ["Shared", "Second"].enumerated() {
                try await Self.makeSong(
                    title + " " + name, number: number + 1, of: "Proofs of " + name, from: silence, in: music)
            }
            try await Self.ffmpeg([
                "-f", "lavfi", "-i", "color=\(color):size=300x300", "-frames:v", "1", music + "/cover.jpg",
            ])
            let server = try await Supysonic(in: machine.directory, "supysonic-" + name, music: music)
            try await Self.makePlaylist("Mix of " + name, of: "Shared " + name, at: server)
            servers.append(server)
        }
        _ = try await machine.startDaemon()

        for (name, server) in zip(names, servers) {
            let added = try await stage.add(server.address, "--name \(name)")
            #expect(added.status == 0, "\(added.errors)")
        }
        for name in names { try await stage.waitForBranch(name) }
        var found: [String] = []
        try await waitUntil("both are searched; there was \(found)") {
            found = try await stage.titles("search", "Shared")
            return found.contains("Shared One") && found.contains("Shared Two")
        }
        var pictures: [Data] = []
        for (name, server) in zip(names, servers) {
            #expect(try await stage.titles("browse", name + "/Albums") == ["Proofs of " + name])
            #expect(
                try await stage.titles("browse", name + "/Albums/Proofs of " + name)
                    == ["Shared " + name, "Second " + name])
            #expect(try await stage.titles("browse", name + "/Playlists") == ["Mix of " + name])
            try await stage.done("play", "\(name)/Playlists/Mix of \(name)")
            let now = try await machine.waitForNow("it plays with its picture") {
                $0["title"]?.stringValue == "Shared " + name && ($0["position"]?.doubleValue ?? 0) > 0.3
                    && $0["artUrl"]?.stringValue?.hasPrefix("file:///") == true
            }
            let path = try #require(now["artUrl"]?.stringValue?.dropFirst("file://".count))
            pictures.append(try Data(contentsOf: URL(fileURLWithPath: String(path))))
            try await server.waitForRequest("it is told what plays") { $0.contains("/scrobble") }
        }
        #expect(pictures[0] != pictures[1] && pictures.allSatisfy { !$0.isEmpty })
        for server in servers {
            #expect(server.requests.count { $0.contains("/scrobble") } == 1, "\(server.requests)")
            #expect(server.requests.contains { $0.contains("/getCoverArt") })
        }

        try await machine.done("subsonic", "remove", "--yes", "One")
        var branches: [String?] = []
        try await waitUntil("one is left; there was \(branches)") {
            branches = try await machine.json("provider")["items"]?.arrayValue?.map { $0["name"]?.stringValue } ?? []
            return branches == ["Two"]
        }
        #expect(try await stage.titles("browse", "Two/Playlists") == ["Mix of Two"])
    }

    @Test("A program that connects to the bus while it begins to show a server does not hang")
    func begins() async throws {
        let machine = try await Machine()
        let server = try await Supysonic(in: machine.directory)
        _ = try await machine.startDaemon()
        let stage = SubsonicStage(machine)
        let added = try await stage.add(server.address, "--name Home")
        #expect(added.status == 0, "\(added.errors)")
        try await stage.waitForBranch("Home")

        let program = try await SubsonicStage.restart(
            machine, ["LD_PRELOAD": try await machine.preload("slow-types")])
        defer { program.send(SIGKILL) }

        try await waitUntil("it shows its server") {
            try await machine.json("subsonic")["servers"]?[0]?["login"]?.stringValue?.isEmpty == false
        }
        try await stage.waitForBranch("Home")
    }

    @Test("Two songs of a server join without a gap, though the second is asked for late", .steadyMachine)
    func joins() async throws {
        let frequency = 997.3
        let sound = try await PulseServer()
        let machine = try await Machine(["PULSE_SERVER": sound.address])
        let music = try machine.directory.makeDirectory("music")
        for (number, title) in ["First", "Second"].enumerated() {
            let half = machine.directory.file(title + ".wav")
            try ToneFile.tone(frequency, seconds: 4, start: number * 4 * 48_000).write(to: half)
            try await Self.makeSong(title, number: number + 1, of: "Halves", from: ["-i", half], in: music)
        }
        let server = try await Supysonic(in: machine.directory, music: music)
        _ = try await machine.startDaemon("--output", "auto")
        let stage = SubsonicStage(machine)
        let added = try await stage.add(server.address, "--name Home")
        #expect(added.status == 0, "\(added.errors)")
        try await stage.waitForBranch("Home")

        let recorder = try await sound.record()
        try await stage.done("play", "Home/Albums/Halves")
        try await machine.waitForNow("both have ended") { $0["status"] == "stopped" }
        let heard = try await recorder.finish().sound()

        #expect(abs(heard.seconds - 8) < 0.01, "\(heard.seconds) s")
        let departure = heard.part(0.1, heard.seconds - 0.1).largestDeparture(fromTone: frequency)
        #expect(departure.value < 0.01, "not the tone at \(departure.at + 0.1) s")
        #expect(server.requests.count { $0.contains("/stream") } >= 2)
    }
}
