// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import PairedMachines
import Testing

@Suite("The libraries of paired machines in the tree")
struct LinkedTreeTests {
    /// The kitchen shares its library, and the desk looks at it.
    private func stage(shares: Bool = true) async throws -> PairedMachinesStage {
        let stage = try await PairedMachinesStage()
        if shares {
            try await stage.kitchen.done("config", "set", "handoff.share-files", "on")
            try await stage.kitchen.done("config", "set", "handoff.share-library", "on")
        }
        try await stage.desk.done("config", "set", "handoff.fetch-files", "on")
        try await stage.begin(["z"], ["a", "b", "c"])
        try await stage.kitchen.done("handoff", "listen", "on")
        // The first answer takes several programs to start, and is waited for no longer than any other one.
        if shares {
            try await waitUntil("the library of the kitchen answers") {
                try await stage.desk.oncue("browse", "kitchen's library").status == 0
            }
        }
        return stage
    }

    private func titles(_ machine: Machine, _ place: String) async throws -> [String] {
        try await machine.json("browse", place)["items"]?.arrayValue?.compactMap { $0["title"]?.stringValue } ?? []
    }

    @Test("The library of a paired machine is browsed as it is there, and what is played from it is fetched")
    func browse() async throws {
        let stage = try await stage()
        try await stage.kitchen.done("playlist", "create", "Quiet")
        try await stage.kitchen.done("playlist", "add", "Quiet", "Tracks/b")
        let top = try await titles(stage.desk, "kitchen's library")
        #expect(top.contains("Artists") && top.contains("Albums") && top.contains("Playlists"), "\(top)")
        for hidden in ["For You", "Podcasts", "Radio", "desk's library"] { #expect(!top.contains(hidden)) }
        #expect(try await titles(stage.desk, "kitchen's library/Tracks") == ["a", "b", "c"])
        #expect(try await titles(stage.desk, "kitchen's library/Playlists/Quiet") == ["b"])

        try await stage.desk.done("play", "kitchen's library/Tracks")
        let now = try await stage.desk.waitForNow("it plays") { $0["status"] == "playing" }
        #expect(now["title"] == "a" && now["next"]?["title"] == "b")
        try await stage.desk.done("seek", "100")
        try await stage.desk.waitUntilPlayed(from: 100)
        #expect(try await stage.kitchen.json("now")["status"] != "playing", "nothing plays there")
    }

    @Test("A track that a CUE sheet cuts from a file is that part of it here, too, and the file is fetched once")
    func cut() async throws {
        let stage = try await stage()
        try stage.kitchen.writeMusic("disc.wav", seconds: 90)
        let sheet = """
            TITLE "Disc"
            FILE "disc.wav" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:30:00

            """
        try stage.kitchen.directory.write("work/music/disc.cue", sheet.utf8)
        try await stage.kitchen.done("library", "scan")
        try await waitUntil("it is in the library") {
            try await stage.kitchen.oncue("info", "Tracks/Two").status == 0
        }
        try await stage.desk.done("play", "kitchen's library/Albums/Disc")
        let first = try await stage.desk.waitForNow("it plays") { $0["status"] == "playing" }
        #expect(first["title"] == "One" && abs((first["duration"]?.doubleValue ?? 0) - 30) < 1, "\(first.text())")
        try await stage.desk.done("next")
        let second = try await stage.desk.waitForNow("the next one plays") {
            $0["title"] == "Two" && $0["status"] == "playing"
        }
        #expect((second["position"]?.doubleValue ?? 99) < 20, "\(second.text())")
        #expect(abs((second["duration"]?.doubleValue ?? 0) - 60) < 1, "\(second.text())")
        let names = try Machine.names(in: stage.desk.directory.file("cache/oncue/fetched"))
        #expect(names.count { $0.contains(".") } == 1, "\(names)")
    }

    @Test("What was found in the library of a paired machine is found again when this daemon has begun anew")
    func again() async throws {
        let stage = try await stage()
        func first(_ place: String) async throws -> JSONValue? {
            try await stage.desk.json("browse", place)["items"]?.arrayValue?.first
        }
        try await stage.kitchen.done("playlist", "create", "Quiet")
        try await stage.kitchen.done("playlist", "add", "Quiet", "Tracks/b")
        let (list, track) = (
            try #require(try await first("kitchen's library/Playlists")?["identifier"]?.stringValue),
            try #require(try await first("kitchen's library/Tracks")?["identifier"]?.stringValue)
        )
        try await stage.desk.done("quit")
        _ = try await stage.desk.startDaemon()
        try await waitUntil("the library of the kitchen answers") {
            try await stage.desk.oncue("browse", "kitchen's library").status == 0
        }

        try await stage.desk.done("play", track)
        try await stage.desk.waitForNow("it plays") { $0["status"] == "playing" && $0["title"] == "a" }
        #expect(try await titles(stage.desk, list) == ["b"])
        let unknown = try await stage.desk.oncue("play", track + "22")
        #expect(unknown.status != 0 && !unknown.errors.contains("GetItem"), "\(unknown.errors)")
    }

    @Test("A machine that is gone is said to be, keeps nobody waiting, and what was seen of it is shown still")
    func gone() async throws {
        let stage = try await stage()
        #expect(try await titles(stage.desk, "kitchen's library/Tracks").count == 3)
        try await stage.kitchen.done("handoff", "listen", "off")
        #expect(try await titles(stage.desk, "kitchen's library/Tracks").count == 3)
        let began = ContinuousClock.now
        let unseen = try await stage.desk.oncue("browse", "kitchen's library/Albums")
        #expect(unseen.status != 0 && unseen.errors.contains("kitchen"), "\(unseen.errors)")
        #expect(ContinuousClock.now - began < .seconds(20))
        #expect(try await titles(stage.desk, "Tracks") == ["z"])
    }

    @Test("Nothing is asked before a branch is opened, and a library that is not shared says how to share it")
    func notShared() async throws {
        let stage = try await stage(shares: false)
        let root = try await titles(stage.desk, "/")
        #expect(root.contains("kitchen's library"), "\(root)")
        _ = try await stage.desk.oncue("search", "a")
        #expect(!stage.desk.processes.contains { $0.name == "oncue-link" }, "no link was opened")
        try await waitUntil("it is said how to share it") {
            let refused = try await stage.desk.oncue("browse", "kitchen's library")
            #expect(refused.status != 0)
            return refused.errors.contains("oncue config set handoff.share-library on")
        }
    }

    @Test("A branch comes and goes with its setting, and with the machine")
    func comesAndGoes() async throws {
        let stage = try await stage()
        try await stage.desk.done("config", "set", "handoff.fetch-files", "off")
        try await waitUntil("it is gone") {
            !(try await titles(stage.desk, "/").contains("kitchen's library"))
        }
        try await stage.desk.done("config", "set", "handoff.fetch-files", "on")
        try await waitUntil("it is back") { try await titles(stage.desk, "/").contains("kitchen's library") }
        try await stage.desk.done("handoff", "forget", "kitchen")
        try await waitUntil("it is forgotten") {
            !(try await titles(stage.desk, "/").contains("kitchen's library"))
        }
    }

    @Test("Whoever may see the library sees neither what was listened to, nor anything else of the tree")
    func hostile() async throws {
        let stage = try await stage()
        func ask(_ of: String) async throws -> String {
            let step = "{\"do\":\"browse\",\"of\":\"\(of)\",\"from\":0,\"count\":50}"
            return try await stage.ask(as: stage.desk, [PairedMachinesStage.frame(step)])
        }
        #expect(try await ask("section:tracks").contains("\"title\":\"a\""))
        for hidden in [
            "root:", "section:for-you", "section:podcasts", "section:radio", "list:recently-played",
            "provider:org.example.X", "event:x",
        ] { #expect(try await ask(hidden).contains("\"error\":"), "\(hidden)") }
        for wrong in ["/", "/0/0", "../..", "file:///etc", "track", "section:../x"] {
            #expect(try await ask(wrong).contains("\"error\":\"InvalidValue\""), "\(wrong)")
        }
        try await stage.kitchen.done("config", "set", "handoff.share-library", "off")
        #expect(try await ask("section:tracks").contains("\"error\":\"Refused\""), "from the next step on")
    }
}
