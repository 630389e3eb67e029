// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueHandoff
import OnCueTestSupport
import PairedMachines
import Testing

@Suite("Files of paired machines that are not here")
struct FetchingTests {
    /// Two machines that listen, of which the desk shares its files and the kitchen fetches them.
    private func stage(_ here: [String], _ there: [String], shares: Bool = true) async throws -> PairedMachinesStage {
        let stage = try await PairedMachinesStage()
        if shares { try await stage.desk.done("config", "set", "handoff.share-files", "on") }
        try await stage.kitchen.done("config", "set", "handoff.fetch-files", "on")
        try await stage.begin(here, there)
        for machine in [stage.desk, stage.kitchen] { try await machine.done("handoff", "listen", "on") }
        try await answers(stage)
        return stage
    }

    /// Waits until the desk answers the kitchen: the first answer takes several programs to start, and is waited for no
    /// longer than any other one. Later ones come over the link that is there then.
    private func answers(_ stage: PairedMachinesStage) async throws {
        try await waitUntil("the desk answers") {
            let browsed = try await stage.kitchen.oncue("browse", "desk's library")
            return browsed.status == 0 || browsed.errors.contains("share-library")
        }
    }

    private func fetched(_ machine: Machine) -> [String] {
        (try? Machine.names(in: machine.directory.file("cache/oncue/fetched"))) ?? []
    }

    @Test("What is only there is fetched and plays here from where it was, and goes on without the other machine")
    func plays() async throws {
        let stage = try await stage(["a", "b", "c"], ["b"])
        try await stage.desk.done("play", "Tracks")
        try await stage.desk.done("seek", "40")
        let before = try await PlaceHeard(stage.desk)

        let moved = try await stage.desk.json("handoff", "to", "kitchen")

        #expect(moved["found"] == 3 && moved["fetched"] == 2 && moved["missing"] == [], "\(moved.text())")
        #expect(moved["title"] == "a" && moved["elsewhere"] == false && moved["refusal"] == .null)
        #expect(try await stage.playing() == ["kitchen"])
        let now = try await stage.kitchen.json("now")
        #expect(now["title"] == "a")
        before.expect(now["position"]?.doubleValue)
        try await stage.kitchen.waitUntilPlayed(from: 40)
        var status = stat()
        for name in fetched(stage.kitchen) {
            #expect(stat(stage.kitchen.directory.file("cache/oncue/fetched/" + name), &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(name)")
        }
        // The last one is asked for while the other machine is there.
        try await stage.kitchen.done("next")
        try await stage.kitchen.done("next")
        try await stage.kitchen.waitForNow("the last one plays") { $0["title"] == "c" && $0["status"] == "playing" }
        for process in stage.desk.processes where process.name == "oncued" || process.name == "oncue-link" {
            kill(process.identifier, SIGKILL)
        }
        try await stage.kitchen.done("previous")
        try await stage.kitchen.done("previous")
        try await stage.kitchen.waitForNow("it plays without the other one") {
            $0["title"] == "a" && $0["status"] == "playing"
        }
        try await stage.kitchen.done("seek", "150")
        try await stage.kitchen.waitUntilPlayed(from: 150)
    }

    @Test("A large file plays while it is fetched, and a jump to where nothing is yet fetches that")
    func streams() async throws {
        let stage = try await stage(["z"], ["b"])
        try stage.desk.writeMusic("long.wav", seconds: 700)
        try await stage.desk.done("library", "scan")
        try await waitUntilFound(stage.desk, "long")
        try await stage.desk.done("play", "Tracks/long")

        let began = ContinuousClock.now
        try await stage.desk.done("handoff", "to", "kitchen")
        let took = ContinuousClock.now - began
        #expect(try await stage.playing() == ["kitchen"])
        let names = fetched(stage.kitchen)
        #expect(!names.isEmpty, "\(took)")
        try await stage.kitchen.done("seek", "600")
        try await stage.kitchen.waitUntilPlayed(from: 600)
        try await waitUntil("all of it is there") {
            fetched(stage.kitchen).contains { !$0.hasSuffix(".part") }
        }
    }

    private func waitUntilFound(_ machine: Machine, _ title: String) async throws {
        try await waitUntil("\(title) is in the library") {
            try await machine.oncue("info", "Tracks/" + title).status == 0
        }
    }

    @Test("The other machine killed while a file is fetched leaves it playing here, and the rest comes when it is back")
    func killed() async throws {
        let stage = try await stage(["z"], ["b"])
        try stage.desk.writeMusic("long.wav", seconds: 700)
        try await stage.desk.done("library", "scan")
        try await waitUntilFound(stage.desk, "long")
        try await stage.desk.done("play", "Tracks/long")
        try await stage.desk.done("handoff", "to", "kitchen")
        for process in stage.desk.processes where process.name == "oncue-link" { kill(process.identifier, SIGKILL) }
        try await stage.kitchen.waitUntilPlayed(from: 0.1)
        try await stage.kitchen.done("seek", "650")
        try await stage.desk.done("handoff", "listen", "on")
        try await stage.kitchen.waitUntilPlayed(from: 650)
    }

    /// The largest file that is being fetched, or was: its number, its blocks in bytes, and whether it is whole. Others of the
    /// queue are fetched beside it.
    private func file(_ machine: Machine) -> (number: ino_t, bytes: Int, isWhole: Bool, path: String)? {
        var largest: (size: off_t, file: (number: ino_t, bytes: Int, isWhole: Bool, path: String))?
        for name in fetched(machine) where name.contains(".") {
            let path = machine.directory.file("cache/oncue/fetched/" + name)
            var status = stat()
            guard stat(path, &status) == 0, status.st_size > largest?.size ?? 0 else { continue }
            largest = (
                status.st_size,
                (status.st_ino, Int(status.st_blocks) * 512, !name.hasSuffix(".part"), path)
            )
        }
        return largest?.file
    }

    @Test("A service that is killed while a file is fetched goes on with it, and never has half a file for a whole one")
    func killedHere() async throws {
        let stage = try await stage(["z"], ["b"])
        try stage.desk.writeMusic("long.wav", seconds: 5_000)
        try await stage.desk.done("library", "scan")
        try await waitUntilFound(stage.desk, "long")
        try await stage.desk.done("play", "Tracks/long")
        try await stage.desk.done("handoff", "to", "kitchen")

        var number: ino_t?
        for megabytes in [4, 12, 24] {
            try await waitUntil("so much of it is there", within: .seconds(180)) {
                (file(stage.kitchen)?.bytes ?? 0) > megabytes << 20
            }
            let found = try #require(file(stage.kitchen))
            #expect(number == nil || found.number == number, "it was begun anew")
            number = found.number
            guard let daemon = stage.kitchen.processes.first(where: { $0.name == "oncued" }) else { break }
            kill(daemon.identifier, SIGKILL)
            try await waitUntil("it has ended") { !stage.kitchen.processes.contains { $0.name == "oncued" } }
            let left = try #require(file(stage.kitchen))
            if !left.isWhole {
                _ = try await stage.kitchen.startDaemon()
                try await stage.kitchen.done("resume")
            }
        }
        try await waitUntil("all of it is there", within: .seconds(180)) { file(stage.kitchen)?.isWhole == true }
        let whole = try #require(file(stage.kitchen))
        #expect(whole.number == number)
        let same = try await ChildProcess.run(
            "/usr/bin/cmp",
            [
                stage.desk.directory.file("work/music/long.wav"), whole.path,
            ], within: .seconds(60))
        #expect(same.status == 0, "\(same.output)")
    }

    @Test("Tracks of one file that a CUE sheet cuts are fetched once, and each begins where it does")
    func cut() async throws {
        let stage = try await PairedMachinesStage()
        try await stage.desk.done("config", "set", "handoff.share-files", "on")
        try await stage.kitchen.done("config", "set", "handoff.fetch-files", "on")
        try await stage.begin(["z"], ["b"])
        try stage.desk.writeMusic("disc.wav", seconds: 90)
        let sheet = """
            PERFORMER "Somebody"
            TITLE "Disc"
            FILE "disc.wav" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:30:00
              TRACK 03 AUDIO
                TITLE "Three"
                INDEX 01 01:00:00

            """
        try stage.desk.directory.write("work/music/disc.cue", sheet.utf8)
        try await stage.desk.done("library", "scan")
        try await waitUntilFound(stage.desk, "Three")
        for machine in [stage.desk, stage.kitchen] { try await machine.done("handoff", "listen", "on") }
        try await stage.desk.done("play", "Albums/Disc")
        try await stage.desk.done("next")

        let moved = try await stage.desk.json("handoff", "to", "kitchen")

        #expect(moved["fetched"] == 3 && moved["title"] == "Two", "\(moved.text())")
        try await stage.kitchen.waitForNow("it plays") { $0["title"] == "Two" && $0["status"] == "playing" }
        for title in ["Three", "Two", "One"] {
            try await stage.kitchen.done(title == "Three" ? "next" : "previous")
            let now = try await stage.kitchen.waitForNow("\(title) plays") {
                $0["title"]?.stringValue == title && $0["status"] == "playing"
            }
            #expect(abs((now["duration"]?.doubleValue ?? 0) - 30) < 1, "\(now.text())")
        }
        #expect(fetched(stage.kitchen).count { $0.contains(".") } == 1, "\(fetched(stage.kitchen))")
    }

    @Test("Not shared, entries are shown and skipped as before, and the answer says how to share them")
    func notShared() async throws {
        let stage = try await stage(["a", "b"], ["b"], shares: false)
        try await stage.desk.done("play", "Tracks")
        let result = try await stage.desk.oncue("handoff", "to", "kitchen")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("oncue config set handoff.share-files on"), "\(result.errors)")
        #expect(try await stage.kitchen.json("now")["title"] == "b")
        #expect(fetched(stage.kitchen).isEmpty)
    }

    @Test("Not fetched here, nothing is asked for, and nothing is said of it")
    func notFetched() async throws {
        let stage = try await stage(["a", "b"], ["b"])
        try await stage.kitchen.done("config", "set", "handoff.fetch-files", "off")
        try await stage.desk.done("play", "Tracks")
        try await waitUntil("the setting is taken") {
            let moved = try await stage.desk.json("handoff", "to", "kitchen")
            if moved["fetched"] == 0 { return moved["refusal"] == .null && moved["found"] == 1 }
            try await stage.kitchen.done("undo")
            try await stage.desk.done("undo")
            return false
        }
        #expect(try await stage.kitchen.json("now")["title"] == "b")
    }

    @Test("Whoever asks for much is answered, and waits; nothing else is kept from it")
    func many() async throws {
        let stage = try await stage(["a"], ["a"])
        let flood = String(repeating: PairedMachinesStage.frame("{\"do\":\"shares\"}"), count: 300)
        let answer = try await stage.ask(
            as: stage.desk, [flood, PairedMachinesStage.frame("{\"do\":\"discard\",\"number\":1}")],
            until: ["\"answer\":{}"])
        let count = answer.split(separator: "\"files\":", omittingEmptySubsequences: false).count - 1
        #expect(count == 300 && answer.contains("{\"answer\":{}}"), "\(count) of 300 were answered")
    }

    @Test("Whoever may read files reads those of the library and no other, by whatever name it asks")
    func hostile() async throws {
        let stage = try await PairedMachinesStage()
        try await stage.begin(["a"], ["a"])
        let kitchen = stage.kitchen
        // A link in the library that leads out of it, a file outside, and one that the library does not know.
        try kitchen.writeMusic("../outside.wav", seconds: 91)
        try kitchen.writeMusic("../linked.wav", seconds: 92)
        symlink(kitchen.directory.file("work/linked.wav"), kitchen.directory.file("work/music/linked.wav"))
        try await kitchen.done("library", "scan")
        try await waitUntilFound(kitchen, "linked")
        try await kitchen.done("handoff", "listen", "on")
        func key(_ title: String) async throws -> String {
            let text = try await kitchen.json("info", "Tracks/" + title)["identifier"]?.stringValue ?? ""
            return String(text.split(separator: ":").last ?? "")
        }
        func ask(_ track: String, from: String = "0", count: String = "16") async throws -> String {
            let step = "{\"do\":\"file\",\"track\":\"\(track)\",\"from\":\(from),\"count\":\(count)}"
            return try await stage.ask(as: stage.desk, [PairedMachinesStage.frame(step)])
        }
        let (known, linked) = (try await key("a"), try await key("linked"))
        #expect(known.utf8.count == 12 && linked.utf8.count == 12)
        #expect(try await ask(known).contains("\"error\":\"Refused\""), "it is not shared")
        try await kitchen.done("config", "set", "handoff.share-files", "on")
        #expect(try await ask(known).contains("\"piece\":\"UklGR"), "the beginning of a WAV file")
        #expect(try await ask(linked).contains("\"error\":\"NotFound\""), "it leads out of the library")
        for name in [
            kitchen.directory.file("work/outside.wav"), "../outside.wav", "file:///etc/passwd", "track:" + known, "",
            "/0/0",
        ] { #expect(try await ask(name).contains("\"error\":\"InvalidValue\""), "\(name)") }
        #expect(try await ask("aaaaaaaaaaaa").contains("\"error\":"), "no such track")
        #expect(try await ask(known, from: "99999999999").contains("\"error\":\"NotFound\""))
        #expect(try await ask(known, from: "-1").contains("\"error\":\"InvalidValue\""))
        #expect(try await ask(known, count: "300000").contains("\"error\":\"InvalidValue\""))
        unlink(kitchen.directory.file("work/music/a.wav"))
        mkfifo(kitchen.directory.file("work/music/a.wav"), 0o600)
        #expect(try await ask(known).contains("\"error\":"), "a pipe is no file, and nobody waits for it")
    }
}
