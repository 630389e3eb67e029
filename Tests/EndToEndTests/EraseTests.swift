// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import SQLite
import Testing

@Suite("oncue erase, with a real daemon", .timeLimit(.minutes(10)))
struct EraseEndToEndTests {
    /// A title that is in no file of the service unless it was played.
    private static let title = "zanzibarquux"

    /// A machine on which something was played that is in no folder of the library.
    private func machine(hasSessionBus: Bool = true) async throws -> Machine {
        let machine = try await Machine(hasSessionBus: hasSessionBus)
        // Without tags, its title is its name.
        try machine.directory.makeDirectory("elsewhere")
        let song = machine.directory.file("elsewhere/\(Self.title).wav")
        try await ToneFile.write(to: song) { ToneFile.tone(440, seconds: 120, rate: 8_000, channels: 1) }
        try await machine.done("library", "add", Products.media)
        try await machine.done("play", song)
        try await machine.waitForNow("sound") { $0["status"]?.stringValue == "playing" }
        try await machine.done("seek", "0:02")
        try await machine.done("favourite", "Albums/Night Crossing")
        try await machine.done("stop")
        try await machine.done("pin", "Albums/Night Crossing")
        return machine
    }

    /// The files of the service in which the title is, as bytes.
    private func mentions(_ machine: Machine) -> [String] {
        ["data", "state", "cache", "config"].map(machine.directory.file).flatMap { folder in
            ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).filter { name in
                guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { return false }
                return data.firstRange(of: Data(Self.title.utf8)) != nil
            }
        }
    }

    @Test(
        "A title that was played is in the files before, and in none of their bytes after", arguments: [true, false])
    func bytes(hasSessionBus: Bool) async throws {
        let machine = try await machine(hasSessionBus: hasSessionBus)
        let before = mentions(machine)
        #expect(before.contains { $0.contains("listening.sqlite") } && before.contains { $0.contains("state.sqlite") })
        let dry = try await machine.json("erase", "--dry-run")
        #expect(mentions(machine).isEmpty == false)

        let report = try await machine.json("erase", "--yes")

        #expect(mentions(machine) == [])
        let removed = report["removed"]?.arrayValue ?? []
        for what in ["journal", "said", "queue"] {
            #expect(removed.contains { $0["what"]?.stringValue == what && $0["count"]?.intValue ?? 0 > 0 }, "\(what)")
        }
        #expect(dry["removed"]?.arrayValue?.isEmpty == false)
        // The daemon runs again, knows nothing of it, and has what stays.
        #expect(try await machine.json("history")["total"]?.intValue == 0)
        #expect(try await machine.json("queue")["total"]?.intValue == 0)
        #expect(try await machine.json("library", "status")["tracks"]?.intValue ?? 0 > 0)
        #expect(try await machine.json("pin")["total"]?.intValue == 0)
        let favourites = try await machine.json("browse", "For You/Favourites")["items"]?.arrayValue ?? []
        #expect(favourites.compactMap { $0["title"]?.stringValue } == ["Night Crossing"])
        #expect(mentions(machine) == [])
    }

    @Test("Without a daemon it does the same, and starts none")
    func withoutDaemon() async throws {
        let machine = try await machine()
        try await machine.done("quit")
        try await machine.waitUntilQuiet()
        #expect(mentions(machine).isEmpty == false)

        try await machine.done("erase", "--yes")

        #expect(mentions(machine) == [])
        #expect(machine.processes.isEmpty)
    }

    @Test("Where nobody can be asked and nobody said yes nothing is erased")
    func refused() async throws {
        let machine = try await machine()
        let result = try await machine.oncue("erase")
        #expect(result.status == 2)
        #expect(mentions(machine).isEmpty == false)
    }

    @Test("One that is killed is gone on with by the next daemon, before it answers")
    func killed() async throws {
        let machine = try await machine()
        try await machine.done("quit")
        try await machine.waitUntilQuiet()
        let path = machine.directory.file("data/oncue/suggestions.sqlite")
        // It waits for the lock of a database after it has begun, and is killed there.
        let holder = try Connection(path: path)
        try holder.execute("BEGIN IMMEDIATE")
        let erasing = try ChildProcess(
            Products.program("oncued"), ["--keeping", "erase"], environment: machine.environment)
        let deadline = ContinuousClock.now + .seconds(60)
        while access(machine.directory.file("data/oncue/erasing"), F_OK) != 0, ContinuousClock.now < deadline {
            usleep(1000)
        }
        kill(erasing.identifier, SIGKILL)
        _ = try await erasing.result()
        try holder.execute("ROLLBACK")
        let state = try holder.prepare("SELECT json FROM state").first { $0.text(0) }
        #expect(state?.contains("album:") == true, "it was not broken off")
        #expect(access(machine.directory.file("data/oncue/erasing"), F_OK) == 0)

        #expect(try await machine.json("history")["total"]?.intValue == 0)
        #expect(try await machine.json("pin")["total"]?.intValue == 0)

        #expect(mentions(machine) == [])
        #expect(access(machine.directory.file("data/oncue/erasing"), F_OK) != 0)
    }
}
