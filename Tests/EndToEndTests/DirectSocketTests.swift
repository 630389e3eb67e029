// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueTestSupport
import Testing

@Suite("The socket of the daemon and the bus beside it")
struct DirectSocketTests {
    private func calls(_ machine: Machine, while body: () async throws -> Void) async throws -> [String] {
        let recording = try await BusRecording(of: try #require(machine.bus))
        return try await recording.messages(while: body).filter { $0.kind == 1 && $0.interface.hasPrefix("org.oncue.") }
            .map(\.member)
    }

    private func run(_ machine: Machine, _ words: [String], _ changes: [String: String]) async throws -> String {
        let result = try await ChildProcess.run(
            Products.program("oncue"), words, environment: machine.environment.merging(changes) { $1 })
        guard result.status == 0 else { throw SupportError("oncue \(words): \(result.ending) \(result.errors)") }
        return result.output
    }

    private func socket(_ machine: Machine) -> String { machine.directory.file("run/oncue/direct") }

    @Test("Commands take the socket, and those that are told to, and other programs, the bus")
    func ways() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        var status = stat()
        #expect(stat(socket(machine), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)

        #expect(try await calls(machine) { try await machine.done("volume", "40") }.isEmpty)
        #expect(
            try await calls(machine) { _ = try await run(machine, ["volume", "50"], ["ONCUE_BUS_ONLY": "1"]) }.isEmpty
                == false)

        #expect(try await run(machine, ["volume"], ["ONCUE_BUS_ONLY": "1"]) == machine.done("volume"))
        #expect(try await machine.playerctl("volume").hasPrefix("0.5"))
    }

    @Test("A daemon without a socket is reached over the bus, and a socket that was left behind is replaced")
    func leftBehind() async throws {
        let machine = try await Machine()
        let first = try await machine.startDaemon()
        first.send(SIGKILL)
        _ = try await first.result()
        #expect(access(socket(machine), F_OK) == 0)

        let second = try await machine.startDaemon(changes: ["ONCUE_BUS_ONLY": "1"])
        #expect(try await calls(machine) { try await machine.done("volume", "30") }.isEmpty == false)
        try await machine.done("quit")
        _ = try await second.result()
        let third = try await machine.startDaemon()
        #expect(try await calls(machine) { try await machine.done("volume", "35") }.isEmpty)

        try await machine.done("quit")
        _ = try await third.result()
        #expect(access(socket(machine), F_OK) != 0)
        #expect(try await machine.done("volume").contains("35"))
    }

    @Test("A client reaches the daemon of its own bus, also where another one has the socket")
    func otherBus() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        let bus = try await PrivateBus()
        var changes = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        for name in ["DATA", "STATE", "CACHE", "CONFIG"] {
            changes["XDG_\(name)_HOME"] = machine.directory.file("other-\(name)")
        }
        _ = try await machine.startDaemon(changes: changes)

        try await machine.done("volume", "41")
        _ = try await run(machine, ["volume", "42"], changes)

        #expect(try await machine.done("volume").contains("41"))
        #expect(try await run(machine, ["volume"], changes).contains("42"))
    }

    @Test("Where no socket can be, all take the bus")
    func noPlace() async throws {
        // Addresses of sockets have room for 107 bytes.
        let name = "run/" + String(repeating: "long", count: 30)
        let folder = try TemporaryDirectory()
        try folder.makeDirectory("run")
        try folder.makeDirectory(name)
        chmod(folder.file(name), 0o700)
        let machine = try await Machine(["XDG_RUNTIME_DIR": folder.file(name)])
        _ = try await machine.startDaemon()

        try await machine.done("volume", "43")

        #expect(try await machine.done("volume").contains("43"))
        #expect(access(folder.file(name + "/oncue/direct"), F_OK) != 0)
    }
}
