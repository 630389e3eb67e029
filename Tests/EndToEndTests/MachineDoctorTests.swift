// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("oncue doctor looks at a whole machine", .timeLimit(.minutes(10)))
struct MachineDoctorEndToEndTests {
    /// What one look has shown.
    private struct Look {
        /// By their names.
        var checks: [String: [JSONValue]]
        var status: Int32

        func verdict(_ name: String) -> String? { checks[name]?.first.map(MachineDoctorEndToEndTests.verdict) }

        func text(_ name: String) -> String { checks[name]?.first.map(MachineDoctorEndToEndTests.text) ?? "" }
    }

    private func doctor(_ machine: Machine, asNobody: Bool = false) async throws -> Look {
        let result =
            asNobody ? try await machine.asNobody("doctor", "--json") : try await machine.oncue("doctor", "--json")
        let items = try JSONValue(parsing: result.output)["items"]?.arrayValue ?? []
        return Look(checks: Dictionary(grouping: items) { $0["name"]?.stringValue ?? "" }, status: result.status ?? -1)
    }

    private static func verdict(_ check: JSONValue) -> String { check["verdict"]?.stringValue ?? "" }

    private static func text(_ check: JSONValue) -> String {
        "\(check["detail"]?.stringValue ?? "") \(check["advice"]?.stringValue ?? "")"
    }

    @Test(
        "With and without a session bus: everything is looked at, and the daemon is started", arguments: [true, false])
    func well(hasSessionBus: Bool) async throws {
        let machine = try await Machine(hasSessionBus: hasSessionBus)

        let first = try await doctor(machine)
        try await machine.done("library", "add", Products.media)
        let second = try await doctor(machine)

        let failed = second.checks.values.joined().filter { Self.verdict($0) == "failed" }
        #expect(failed.isEmpty, "\(failed)")
        #expect((first.status, second.status) == (0, 0))
        #expect(first.text("daemon").contains("started for this check"))
        #expect(!second.text("daemon").contains("started for this check"))
        #expect(second.text("bus").contains("private one") == !hasSessionBus)
        for name in [
            "bus", "daemon", "daemon.socket", "folders.data", "folders.state", "formats.flac", "library.folder",
            "library.files", "databases.catalog", "databases.listening", "databases.suggestions", "databases.podcasts",
            "databases.session", "journal",
        ] {
            #expect(second.verdict(name) == "ok", "\(name): \(second.text(name))")
        }
        #expect(first.verdict("library") == "warning")
        // The daemon of tests keeps silent; what sets the clock is the machine's own affair.
        #expect(second.verdict("sound") == "warning")
        #expect(second.verdict("clock") == "ok" || second.text("clock").contains("not synchronised with a time server"))
        #expect(second.verdict("notifications") == "warning" || !hasSessionBus)
        #expect(second.checks["triggers.bluetooth"] != nil)
    }

    @Test("A folder of the library that was removed has failed, and the others are well")
    func removedFolder() async throws {
        let machine = try await Machine()
        let folder = machine.directory.file("work/music")
        try machine.directory.write("work/music/a.flac", [1])
        try await machine.done("library", "add", Products.media)
        _ = try await machine.oncue("library", "add", folder)
        try FileManager.default.removeItem(atPath: folder)

        let look = try await doctor(machine)

        let folders = look.checks["library.folder"] ?? []
        #expect(look.status == 1)
        #expect(folders.count == 2)
        #expect(folders.contains { Self.verdict($0) == "ok" && Self.text($0).contains(Products.media) })
        #expect(
            folders.contains {
                Self.verdict($0) == "failed" && Self.text($0).contains("oncue library remove \(folder)")
            })
    }

    @Test(
        "A folder that cannot be written says so, beside why the daemon does not start",
        .enabled(if: Machine.canBecomeNobody))
    func unwritable() async throws {
        let machine = try await Machine()
        let folder = try machine.directory.makeDirectory("data/oncue")
        chmod(folder, 0o500)

        let look = try await doctor(machine, asNobody: true)

        #expect(look.status == 1)
        #expect(look.verdict("bus") == "ok")
        #expect(look.verdict("daemon") == "failed")
        #expect(look.text("daemon").contains("oncued.log"), "\(look.text("daemon"))")
        #expect(look.verdict("folders.data") == "failed")
        #expect(look.text("folders.data").contains("chmod u+rwx \(folder)"))
        #expect(look.verdict("folders.state") == "ok")
        #expect(look.checks["databases.catalog"] != nil)
    }

    @Test("A damaged page of a database is found while the daemon runs, which goes on")
    func damagedPage() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("quit")
        let path = machine.directory.file("data/oncue/listening.sqlite")
        // The last page is of a table that the daemon does not read.
        let lines = [
            "import sqlite3, sys", "c = sqlite3.connect(sys.argv[1])", "c.execute('CREATE TABLE other (x)')",
            "c.executemany('INSERT INTO other VALUES (?)', [('x' * 500,)] * 100)", "c.commit()",
            "c.execute('PRAGMA wal_checkpoint(TRUNCATE)')",
        ]
        _ = try await ChildProcess.run(
            "/usr/bin/python3", ["-c", lines.joined(separator: "; "), path], environment: machine.environment)
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        for index in (bytes.count - 4096)..<bytes.count { bytes[index] = 0xA5 }
        try Data(bytes).write(to: URL(fileURLWithPath: path))

        let look = try await doctor(machine)

        #expect(look.status == 1)
        #expect(look.verdict("daemon") == "ok")
        #expect(look.verdict("databases.listening") == "failed", "\(look.text("databases.listening"))")
        #expect(look.text("databases.listening").contains("oncue restore FILE"))
        #expect(look.verdict("databases.catalog") == "ok")
    }

    @Test("Where no daemon can be started, everything is told that can be seen without it")
    func noDaemon() async throws {
        let machine = try await Machine(["ONCUE_DAEMON": "/nonexistent/oncued"])
        try machine.directory.write("data/oncue/catalog.sqlite", "no database".utf8)

        let look = try await doctor(machine)

        #expect(look.status == 1)
        #expect(look.verdict("daemon") == "failed")
        #expect(look.text("daemon").contains("/nonexistent/oncued"))
        #expect(look.verdict("databases.catalog") == "failed")
        #expect(look.verdict("databases.listening") == "ok")
        #expect(look.verdict("clock") != "failed")
        #expect(look.checks["formats.flac"] == nil)
    }

    @Test("A socket that is gone, or that others can open, is told, and everything works over the bus")
    func brokenSocket() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        let path = machine.directory.file("run/oncue/direct")
        chmod(path, 0o666)

        let open = try await doctor(machine)
        unlink(path)
        let gone = try await doctor(machine)
        try await machine.done("quit")
        let again = try await doctor(machine)

        #expect((open.status, gone.status, again.status) == (0, 0, 0))
        #expect(open.verdict("daemon.socket") == "warning")
        #expect(open.text("daemon.socket").contains("chmod 600 \(path)"))
        #expect(gone.verdict("daemon.socket") == "warning")
        #expect(gone.text("daemon.socket").contains("does not exist"))
        #expect(gone.verdict("daemon") == "ok" && gone.verdict("databases.catalog") == "ok")
        #expect(again.verdict("daemon.socket") == "ok", "\(again.text("daemon.socket"))")
    }

    @Test("A daemon that hangs is told within seconds")
    func hangingDaemon() async throws {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        kill(daemon.identifier, SIGSTOP)
        defer { kill(daemon.identifier, SIGCONT) }

        let look = try await doctor(machine)

        #expect(look.status == 1)
        #expect(look.text("daemon").contains("process \(daemon.identifier), did not answer within 5 s"))
        #expect(look.checks["folders.data"] != nil)
    }

    @Test("A bus that is not there has failed")
    func noBus() async throws {
        let machine = try await Machine(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])

        let look = try await doctor(machine)

        #expect(look.status == 1)
        #expect(look.verdict("bus") == "failed")
        #expect(look.verdict("daemon") == "failed")
        #expect(look.verdict("folders.data") == "ok")
    }
}
