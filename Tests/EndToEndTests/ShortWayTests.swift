// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import StatusAnswers
import Testing

@Suite("oncue now without the bus", .timeLimit(.minutes(5)))
struct ShortWayTests {
    /// Runs the program that answers by itself, or else starts `oncue`, which is beside it.
    private func short(
        _ machine: Machine, _ words: [String], _ changes: [String: String] = [:]
    ) async throws -> ChildProcess.Result {
        try await ChildProcess.run(
            Products.program("oncue-now"), words, environment: machine.environment.merging(changes) { $1 },
            directory: machine.directory.file("work"))
    }

    /// The same where there is no `oncue`, so that only the answers of the file are printed; `nil` without one.
    private func kept(
        _ machine: Machine, _ words: [String] = ["now"], _ changes: [String: String] = [:]
    ) async throws -> String? {
        let place = machine.directory.file("alone")
        if access(place, F_OK) != 0 {
            try machine.directory.makeDirectory("alone")
            try FileManager.default.copyItem(
                atPath: Products.program("oncue-now"), toPath: place + "/oncue-now")
        }
        let result = try await ChildProcess.run(
            place + "/oncue-now", words, environment: machine.environment.merging(changes) { $1 })
        return result.status == 0 ? result.output : nil
    }

    /// What both ways print, without what time changes.
    private func expectSame(_ machine: Machine, _ what: String, line: Int = #line) async throws {
        for words in [["now"], ["now", "--json"]] {
            var (one, other): (String?, String?) = (nil, nil)
            // A change by itself, such as a cover that is found, may come between the two.
            try await waitUntil("\(what) \(words): \(one ?? "nothing") is \(other ?? "nothing")", line: line) {
                guard let first = try await kept(machine, words) else { return false }
                let long = try await machine.oncue(words)
                let second = try await kept(machine, words)
                (one, other) = (first, long.output)
                return long.status == 0 && (first == long.output || second == long.output)
            }
        }
    }

    @Test("Both ways print the same in every state")
    func states() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        try await expectSame(machine, "an empty queue")

        try await machine.done("library", "add", Products.media)
        try await machine.done("play", "Albums/Night Crossing")
        try await machine.done("pause")
        try await machine.done("seek", "0:01")
        try await expectSame(machine, "paused")
        try await machine.done("volume", "37")
        try await machine.done("repeat", "all")
        try await machine.done("rate", "1.25")
        try await machine.done("sleep", "track")
        try await expectSame(machine, "settings")
        try await machine.done("next")
        try await machine.done("favourite")
        try await expectSame(machine, "the next one")
        try await machine.done("stop")
        try await expectSame(machine, "stopped")
        try await machine.done("queue", "clear")
        try await expectSame(machine, "without a queue")
    }

    @Test("A position that advances is the same by both ways, but for the time between")
    func advancing() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        try await machine.done("library", "add", Products.media)
        try await machine.done("play", "Albums/Night Crossing")
        func position(_ text: String?) throws -> Double? {
            try text.flatMap { try JSONValue(parsing: $0)["position"]?.doubleValue }
        }

        try await waitUntil("the position of the file is between two of the bus") {
            let before = try position(try await machine.oncue("now", "--json").output)
            let between = try position(try await kept(machine, ["now", "--json"]))
            let after = try position(try await machine.oncue("now", "--json").output)
            guard let before, let between, let after, before > 0 else { return false }
            // The engine knows the position to a few hundredths.
            return before - 0.1 <= between && between <= after + 0.1
        }
    }

    @Test("A command that has returned is seen at once")
    func order() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        try await machine.done("library", "add", Products.media)
        try await machine.done("play", "Albums/Night Crossing")

        for volume in [10, 20, 30, 40, 50] {
            try await machine.done("volume", "\(volume)")
            let now = try await short(machine, ["now", "--json"])
            #expect(try JSONValue(parsing: now.output)["volume"] == .int(volume))
        }
        try await machine.done("pause")
        #expect(try await short(machine, ["now"]).output.hasPrefix("‖"))
    }

    @Test("A daemon that was killed, or has ended, is not believed to live")
    func gone() async throws {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        try await waitUntil("answers are kept") { try await kept(machine) != nil }

        kill(daemon.identifier, SIGKILL)
        _ = try await daemon.ending()
        #expect(FileManager.default.fileExists(atPath: machine.directory.file("run/oncue/answers")))
        #expect(try await kept(machine) == nil)
        // By the other way another one is started.
        let now = try await short(machine, ["now"])
        #expect(now.status == 0)
        #expect(now.output == (try await machine.oncue("now").output))

        try await waitUntil("answers are kept again") { try await kept(machine) != nil }
        try await machine.done("quit")
        try await machine.waitUntilQuiet()
        #expect(!FileManager.default.fileExists(atPath: machine.directory.file("run/oncue/answers")))
        #expect(try await kept(machine) == nil)
    }

    @Test("Another bus, another user's rights, and a cut-off file lead to the daemon")
    func unusual() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        let file = machine.directory.file("run/oncue/answers")
        try await waitUntil("answers are kept") { try await kept(machine) != nil }

        #expect(try await kept(machine, ["now"], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]) == nil)
        #expect(try await kept(machine, ["now"], ["DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
        #expect(try await kept(machine, ["now"], ["XDG_RUNTIME_DIR": machine.directory.file("work")]) == nil)
        chmod(file, 0o644)
        #expect(try await kept(machine) == nil)
        chmod(file, 0o600)
        try await waitUntil("it is believed again") { try await kept(machine) != nil }
        try await waitUntil("what is cut off is not believed") {
            truncate(file, 100)
            return try await kept(machine) == nil
        }
        #expect(try await short(machine, ["now"]).output == (try await machine.oncue("now").output))
        try await machine.done("volume", "30")
        try await waitUntil("answers are kept again") { try await kept(machine)?.contains("volume 30%") == true }
    }

    @Test(
        "Everything else is done by oncue, in its words",
        arguments: [
            [], ["now", "--nonsense"], ["now", "--plain"], ["now", "extra"], ["now", "--format", "{status}"],
            ["--version"],
            ["nonsense"], ["now", "--json", "--json"], ["-q", "now"], ["now", ""],
        ])
    func others(_ words: [String]) async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        try await waitUntil("answers are kept") { try await kept(machine) != nil }

        let (one, other) = (try await short(machine, words), try await machine.oncue(words))

        #expect(one.ending == other.ending)
        #expect(one.output == other.output)
        #expect(one.errors == other.errors)
        #expect(try await kept(machine, words) == nil)
    }

    @Test("A reader that has gone ends it quietly, and an output that takes nothing is told of")
    func outputs() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        try await waitUntil("answers are kept") { try await kept(machine) != nil }

        for target in ["/dev/full", "&-"] {
            var results: [ChildProcess.Result] = []
            for program in ["oncue-now", "oncue"] {
                results.append(
                    try await ChildProcess.run(
                        "/bin/sh", ["-c", "'\(Products.program(program))' now >\(target)"],
                        environment: machine.environment))
            }
            #expect(results[0].status == results[1].status)
            #expect(results[0].errors == results[1].errors)
        }
        let piped = try await ChildProcess.run(
            "/bin/bash", ["-c", "'\(Products.program("oncue-now"))' now | true; echo ${PIPESTATUS[0]}"],
            environment: machine.environment)
        #expect(piped.output == "0\n")
    }
}
