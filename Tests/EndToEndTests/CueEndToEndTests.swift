// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Cues with the real daemon", .timeLimit(.minutes(10)))
struct CueEndToEndTests {
    /// A machine with a library, and with the shortcut Morning.
    private func machine() async throws -> (Machine, ChildProcess) {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")
        try await machine.done("shortcut", "add", "Morning", "play what=Night-Crossing", "volume level=30")
        return (machine, daemon)
    }

    private func level(_ machine: Machine) async throws -> Double? {
        try await machine.json("now")["volume"]?.doubleValue
    }

    @Test("One that is offered stands first among the suggestions with its occasion, and is done when it is accepted")
    func offered() async throws {
        let (machine, _) = try await machine()
        let told = try await machine.oncue("cue", "add", "unlock", "run", "morning").errors
        #expect(told == "Morning offers \"Morning\": unlock\n")

        let rehearsal = try await machine.json("simulate", "unlock", "--dry-run")
        #expect(rehearsal["cues"]?[0]?["acts"] == true && rehearsal["objections"]?.arrayValue?.isEmpty == true)
        #expect(rehearsal["items"]?[0]?["title"] == "Morning")
        let shown = try await machine.done("simulate", "unlock")
        #expect(
            shown.contains("Morning  offers \"Morning\".")
                && shown.contains("You want this at such a moment (unlock)."), "\(shown)")
        let accepted = try await machine.oncue("accept")
        #expect(accepted.status == 0, "\(accepted)")
        try await waitUntil("it plays") { try await machine.json("now")["status"] == "playing" }
        #expect(try await level(machine) == 30)
    }

    @Test("One that is performed acts by itself within the rules, says so beforehand, and outlives kill -9")
    func performed() async throws {
        var (machine, daemon) = try await machine()
        try await machine.done(
            "cue", "add", "unlock", "run", "Morning", "--name", "Back", "--perform", "--volume-limit", "20%")
        try await machine.done("cue", "add", "weekdays 07:00..09:00 car", "run", "Morning", "--perform")
        daemon.send(SIGKILL)
        _ = try await daemon.ending()
        daemon = try await machine.startDaemon()

        let listed = try await machine.done("cue")
        #expect(listed.contains("Back     unlock                     performs \"Morning\", at most 20%"), "\(listed)")
        let dry = try await machine.done("simulate", "unlock", "--dry-run")
        #expect(dry.hasPrefix("A cue would act in the place of suggestions\n"), "\(dry)")
        #expect(dry.contains("Back     would run \"Morning\"."), "\(dry)")
        #expect(
            dry.contains("Morning  steps aside: It waits for another occasion (weekdays 07:00..09:00 car)."), "\(dry)")
        let saturday = try await machine.done("simulate", "car", "--at", "Sat 08:00", "--dry-run")
        #expect(saturday.contains("steps aside: It is not one of its days (weekdays)."), "\(saturday)")
        #expect(try await machine.json("now")["status"] == "stopped", "nothing is done by asking")

        try await machine.done("simulate", "unlock")
        try await waitUntil("it plays") { try await machine.json("now")["status"] == "playing" }
        #expect(try await machine.done("suggestions", "export").contains("Night") == false, "nothing is learnt from it")
        let again = try await machine.json("simulate", "unlock", "--dry-run")["cues"]?[0]
        #expect(again?["acts"] == false)
        let rules = again?["objections"]?.arrayValue?.compactMap { $0["rule"]?.stringValue } ?? []
        #expect(rules.contains("playing") && rules.contains("cool-down"), "\(rules)")
    }

    @Test("Wrong words say what is right, and a cue goes with its shortcut")
    func mistakes() async throws {
        let (machine, _) = try await machine()
        for (words, part) in [
            (
                ["car at moon", "run", "Morning"],
                "there is no place \"moon\"; add it with: oncue place add moon --here"
            ),
            (["with Buds", "run", "Morning"], "no device \"Buds\" was met yet"),
            (["car", "run", "Mornin"], "did you mean \"Morning\"?"), (["25:00", "run", "Morning"], "07:00..09:00"),
            (["car", "runs", "Morning"], "run"), (["car", "run", "Morning", "--volume-limit", "20"], "--perform"),
        ] {
            let result = try await machine.oncue(["cue", "add"] + words)
            #expect(result.status != 0 && result.errors.contains(part), "\(words): \(result.errors)")
        }
        try await machine.done("cue", "add", "car", "run", "Morning")
        #expect(try await machine.json("cue")["total"] == 1)
        try await machine.done("shortcut", "remove", "Morning", "--yes")
        #expect(try await machine.json("cue")["total"] == 0)
        let none = try await machine.oncue("cue", "remove", "Morning", "--yes")
        #expect(none.status != 0 && none.errors.contains("there is no cue \"Morning\""), "\(none.errors)")
    }

    @Test("A shortcut that is run at certain times is learnt, and forgotten with the shortcut")
    func learnt() async throws {
        let (machine, _) = try await machine()
        try await machine.done("shortcut", "run", "Morning")
        let items = try await machine.json("suggestions")["items"]?.arrayValue ?? []
        #expect(items.contains { $0["title"] == "Morning" }, "\(items)")
        try await machine.done("shortcut", "remove", "Morning", "--yes")
        #expect(try await machine.done("suggestions", "export").contains("shortcut") == false)
    }

    @Test("The doctor looks at shortcuts and at the tasks of programs")
    func doctor() async throws {
        let (machine, _) = try await machine()
        try await machine.done("cue", "add", "00:00..23:59", "run", "Morning")
        try machine.directory.makeDirectory("data/oncue/intents")
        try machine.directory.write("data/oncue/intents/bad.intents", "{}".utf8)
        let checked = try await machine.oncue("doctor", "shortcuts")
        #expect(checked.status == 1)
        #expect(checked.output.contains("1 shortcut, 1 cue"), "\(checked.output)")
        #expect(checked.output.contains("bad.intents is not used: line 1:"), "\(checked.output)")
        #expect(checked.output.contains("would be suggested now: \"Morning\""), "\(checked.output)")
    }
}
