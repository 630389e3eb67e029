// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

/// A daemon whose clock is set while it plays, as after a start without a network.
@Suite("A clock that is set", .timeLimit(.minutes(10)))
struct ClockJumpTests {
    @Test(
        "What plays goes on, a sleep timer runs as long as it was set for, and nothing of the journal is lost",
        arguments: [30, -400])
    func jump(days: Int) async throws {
        let machine = try await Machine()
        try machine.writeMusic("Anna.wav", "Bruno.wav")
        let clock = try await SettableClock(on: machine)
        let daemon = try await machine.startDaemon("--output", "silent", changes: clock.changes)
        try await machine.done("library", "add", "music")
        try await machine.done("play", "Library/Tracks/Anna")
        try await machine.done("favourite", "Library/Tracks/Bruno")
        try await machine.done("sleep", "1h")
        try await machine.waitUntilPlayed(from: 0.1)
        let before = try await machine.json("now")

        try clock.set(byDays: days)
        try await machine.waitUntilPlayed(from: 1)
        let after = try await machine.json("now")
        try await machine.done("next")

        #expect(after["status"] == "playing" && after["title"] == "Anna", "\(after)")
        let heard = try #require(after["position"]?.doubleValue) - (before["position"]?.doubleValue ?? 0)
        #expect(heard > 0 && heard < 60)
        let rest = try await machine.done("sleep", "--json")
        #expect(try #require(JSONValue(parsing: rest)["remaining"]?.doubleValue) > 3500, "\(rest)")
        let history = try await history(machine)
        #expect(history.contains("started Anna") && history.contains("skipped Anna"), "\(history)")

        daemon.send(SIGTERM)
        _ = try await daemon.ending()
        try clock.set(byDays: 0)
        _ = try await machine.startDaemon("--output", "silent", changes: clock.changes)
        #expect(try await machine.json("now")["title"] == "Bruno")
        #expect(try await Set(self.history(machine)).isSuperset(of: history), "nothing is lost by the way back")
        #expect(try await machine.done("search", "favourite").contains("Bruno"))
    }

    private func history(_ machine: Machine) async throws -> [String] {
        let items = try await machine.json("history", "--all", "--limit", "50")["items"]?.arrayValue ?? []
        return items.map { "\($0["kind"]?.stringValue ?? "") \($0["title"]?.stringValue ?? "")" }
    }
}

/// The time of day of one program alone (`Tests/Programs/set-clock.c`).
private struct SettableClock {
    let changes: [String: String]
    private let machine: Machine

    init(on machine: Machine) async throws {
        self.machine = machine
        let library = try await machine.preload("set-clock")
        changes = ["LD_PRELOAD": library, "ONCUE_TEST_CLOCK": machine.directory.file("clock")]
        try set(byDays: 0)
    }

    /// So many days from now; less than 0 is in the past.
    func set(byDays days: Int) throws {
        try machine.directory.write("clock", String(days * 86_400).utf8)
    }
}
