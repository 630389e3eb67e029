// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import SQLite
import Testing

@Suite("oncue backup and restore, with a real daemon", .timeLimit(.minutes(10)))
struct BackupEndToEndTests {
    /// A machine on which an album plays that is liked, and a playlist is kept.
    private func machine(hasSessionBus: Bool = true) async throws -> Machine {
        let machine = try await Machine(hasSessionBus: hasSessionBus)
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")
        try await machine.done("play", "Albums/Night Crossing")
        try await machine.done("favourite", "Albums/Night Crossing")
        try await machine.done("playlist", "create", "Morning")
        try await machine.waitForNow("sound") { $0["status"]?.stringValue == "playing" }
        return machine
    }

    /// What a person would miss.
    private func state(_ machine: Machine) async throws -> [String] {
        let queue = try await machine.json("queue")["items"]?.arrayValue ?? []
        let favourites = try await machine.json("browse", "For You/Favourites")["items"]?.arrayValue ?? []
        let lists = try await machine.json("playlist", "list")["items"]?.arrayValue ?? []
        return queue.map { "queue " + ($0["title"]?.stringValue ?? "") }
            + favourites.map { "favourite " + ($0["title"]?.stringValue ?? "") }
            + lists.map { "playlist " + ($0["title"]?.stringValue ?? "") }
    }

    @Test(
        "What is restored on a machine is what there was, with a session bus and without one", arguments: [true, false])
    func round(hasSessionBus: Bool) async throws {
        let machine = try await machine(hasSessionBus: hasSessionBus)
        let file = machine.directory.file("work/a.sqlar")
        let report = try await machine.json("backup", "a.sqlar")
        #expect(report["file"]?.stringValue == file)
        #expect(try await machine.json("now")["status"]?.stringValue == "playing", "a backup does not interrupt")
        try await machine.done("stop")
        let before = try await state(machine)
        let plays = try await machine.json("history")["total"]?.intValue ?? 0
        #expect(before.contains("favourite Night Crossing") && before.contains("playlist Morning"))

        try await machine.done("erase", "--yes")
        try await machine.done("favourite", "--remove", "Albums/Night Crossing")
        try await machine.done("playlist", "delete", "Morning")
        try await machine.done("queue", "clear")
        #expect(try await state(machine).filter { !$0.hasPrefix("playlist") } == [])
        let restored = try await machine.json("restore", "--yes", "a.sqlar")

        #expect(try await state(machine) == before)
        #expect(try await machine.json("history")["total"]?.intValue ?? 0 > 0 && plays > 0)
        let kept = try #require(restored["kept"]?.stringValue)
        try await machine.done("restore", "--yes", kept)
        #expect(try await state(machine).contains("favourite Night Crossing") == false)
    }

    @Test("A daemon that was started with options is started with them again", .timeLimit(.minutes(5)))
    func options() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon("--output", "silent", "--resume-length", "33")
        try await machine.done("backup", "a.sqlar")

        try await machine.done("restore", "--yes", "a.sqlar")

        let process = try #require(try await machine.json("status")["processIdentifier"]?.intValue)
        let words = try String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8).split(separator: "\0")
        #expect(words.suffix(4) == ["--output", "silent", "--resume-length", "33"])
        try await machine.done("quit")
    }

    @Test("Neither needs a daemon, and none is started")
    func withoutDaemon() async throws {
        let machine = try await machine()
        try await machine.done("quit")
        try await machine.waitUntilQuiet()

        try await machine.done("backup", "a.sqlar")
        try await machine.done("restore", "--yes", "a.sqlar")

        #expect(machine.processes.isEmpty)
    }

    @Test("A damaged file is refused before anything is touched, and music plays on")
    func refused() async throws {
        let machine = try await machine()
        try machine.directory.write("work/a.sqlar", Array(repeating: 0x41, count: 5000))

        let result = try await machine.oncue("restore", "--yes", "a.sqlar")

        #expect(result.status == 1)
        #expect(result.errors.hasSuffix("it is not an OnCue backup; nothing was changed\n"))
        #expect(try await machine.json("now")["status"]?.stringValue == "playing")
    }

    @Test("One that is killed has changed nothing, or is gone on with by the next daemon before it answers")
    func killed() async throws {
        let machine = try await machine()
        try await machine.done("backup", "a.sqlar")
        try await machine.done("favourite", "Albums/Kitchen Table Sessions")
        try await machine.done("quit")
        try await machine.waitUntilQuiet()
        var decided: Set<Bool> = []
        // More often where this was too late each time.
        for round in 0..<24 where round < 8 || !decided.contains(false) {
            let restoring = try ChildProcess(
                Products.program("oncued"), ["--keeping", "restore", machine.directory.file("work/a.sqlar")],
                environment: machine.environment)
            let mark = machine.directory.file(
                round % 2 == 0 && round < 8 ? "data/oncue/restoring/plan" : "data/oncue/restoring.part")
            let deadline = ContinuousClock.now + .seconds(10)
            while access(mark, F_OK) != 0, ContinuousClock.now < deadline, !restoring.hasEnded { usleep(200) }
            kill(restoring.identifier, SIGKILL)
            _ = try await restoring.result()
            let isDecided = access(machine.directory.file("data/oncue/restoring/plan"), F_OK) == 0
            decided.insert(isDecided)
            let favourites = try await machine.json("browse", "For You/Favourites")["items"]?.arrayValue ?? []
            let titles = Set(favourites.compactMap { $0["title"]?.stringValue })
            #expect(titles.contains("Night Crossing"))
            if isDecided { #expect(titles.contains("Kitchen Table Sessions") == false) }
            #expect(access(machine.directory.file("data/oncue/restoring/plan"), F_OK) != 0)
            try await machine.done("favourite", "Albums/Kitchen Table Sessions")
            try await machine.done("quit")
            try await machine.waitUntilQuiet()
        }
        #expect(decided.contains(false), "none was killed before it was decided")
    }
}
