// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import Glibc
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import GLib

@Suite("The socket of a service against programs that mean harm")
@MediaActor
struct DirectAttackTests {
    private let stage: DirectStage
    private var server: DirectServer { stage.server }

    init() throws {
        var limits = DirectLimits()
        (limits.clients, limits.message, limits.callBytes) = (4, 200_000, 100_000)
        (limits.fullOutput, limits.output) = (100_000, 3_000_000)
        stage = try DirectStage(limits)
    }

    @Test("A flood of calls that want no answer waits in the socket, and others are answered meanwhile")
    func flood() async throws {
        let bus = try #require(await stage.connected())
        let (program, client) = try await stage.program()
        let ping = DirectStage.call("Ping", of: "org.freedesktop.DBus.Peer", isSilent: true)
        program.flood((0..<500).flatMap { _ in ping })
        try await waitUntil("the flood has begun") { client.inputSize > 0 }

        var most = client.inputSize
        for _ in 0..<200 {
            try await stage.expectAnswer(bus)
            most = max(most, client.inputSize)
        }

        // What is read in one turn, and a part of a message before it.
        #expect(most <= (64 << 10) + ping.count)
        program.stop()
    }

    @Test("Answers that nobody reads end at a bound")
    func unreadAnswers() async throws {
        let bus = try #require(await stage.connected())
        let (program, client) = try await stage.program()
        let echo = DirectStage.call("Echo", [.variant(.bytes([UInt8](repeating: 7, count: 50_000)))])
        program.flood(echo)

        try await waitUntil("its answers wait") { client.outputSize > 100_000 }
        for _ in 0..<100 {
            try await stage.expectAnswer(bus)
            #expect(client.outputSize <= 100_000 + 2 * echo.count)
        }
        program.stop()
    }

    @Test("Calls that hold much wait in the socket beyond a bound, and others are answered meanwhile")
    func largeCalls() async throws {
        let bus = try #require(await stage.connected())
        let (program, _) = try await stage.program()
        let kept = stage.interface.kept
        program.flood(DirectStage.call("Hold", [.variant(.bytes([UInt8](repeating: 7, count: 60_000)))]))

        for round in 1...3 {
            try await kept.wait(count: 2 * round)
            for _ in 0..<20 { try await stage.expectAnswer(bus) }
            #expect(kept.count == 2 * round)
            stage.interface.answerKept()
        }
        program.stop()
    }

    @Test("Who does not read its signals is sent away")
    func unreadSignals() async throws {
        let bus = try #require(await stage.connected())
        let (program, client) = try await stage.program()
        var match = BusMessage(.call, serial: 1)
        (match.path, match.interface) = ("/org/freedesktop/DBus", "org.freedesktop.DBus")
        (match.destination, match.member) = ("org.freedesktop.DBus", "AddMatch")
        match.body = [.string("type='signal',interface='\(EchoInterface.name)'")]
        program.write(match.bytes)
        try await waitUntil("it wants signals") { client.wants("Happened", of: EchoInterface.name) }

        let bytes = BusValue.bytes([UInt8](repeating: 1, count: 500_000))
        for _ in 0..<20 { server.emit("Happened", of: EchoInterface.name, [bytes]) }

        #expect(server.clients[client.name] == nil)
        try await stage.expectAnswer(bus)
        program.stop()
    }

    @Test("Of what a slow reader has got, nothing is kept")
    func slowReader() async throws {
        let (program, client) = try await stage.program()
        let echo = DirectStage.call("Echo", [.variant(.bytes([UInt8](repeating: 7, count: 50_000)))])
        program.flood(echo)

        var got = 0
        while got < 10_000_000 {
            // It never has everything.
            try await waitUntil("its answers wait") { client.outputSize > 100_000 }
            got += program.read(50_000)
            // The server has a turn.
            try await MediaActor.sleep(for: .milliseconds(1))
        }

        #expect(client.outputRoom <= 1_000_000)
        program.stop()
    }

    @Test("Words before the login have an end")
    func login() async throws {
        let bus = try #require(await stage.connected())
        let known = Set(server.clients.keys)
        let program = try RawProgram(server.path)
        try await waitUntil("the program is there") { server.clients.keys.contains { !known.contains($0) } }

        program.write([0] + [UInt8](repeating: 0x0A, count: 60_000))

        try await waitUntil("it is sent away") { Set(server.clients.keys) == known }
        try await stage.expectAnswer(bus)
    }

    @Test("A match rule has a bound")
    func longRule() async throws {
        let bus = try #require(await stage.connected())

        await #expect(throws: BusError.self) {
            try await bus.call(
                "AddMatch", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus",
                [.string("member='\(String(repeating: "M", count: 2000))'")])
        }
        try await stage.expectAnswer(bus)
    }

    @Test("A message that is larger than any is not waited for")
    func large() async throws {
        let bus = try #require(await stage.connected())
        let (program, client) = try await stage.program()
        program.write([0x6C, 1, 0, 1, 0x60, 0xEA, 0xFF, 0, 1, 0, 0, 0, 0, 0, 0, 0])

        try await waitUntil("it is sent away") { server.clients[client.name] == nil }
        try await stage.expectAnswer(bus)
        program.stop()
    }

    @Test("More programs than there may be are sent away, until one has left")
    func many() async throws {
        var buses: [MessageBus] = []
        for _ in 0..<4 { buses.append(try #require(await stage.connected())) }

        #expect(await stage.connect() == nil)
        try await stage.expectAnswer(buses[0])
        buses.removeLast()
        try await waitUntil("it has left") { server.clients.count == 3 }
        #expect(await stage.connect() != nil)
    }

    @Test("Match rules have a bound")
    func rules() async throws {
        let bus = try #require(await stage.connected())
        var refusal: BusError?
        for number in 0..<2000 where refusal == nil {
            do throws(BusError) {
                try await bus.call(
                    "AddMatch", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus",
                    [.string("member='M\(number)'")])
            } catch { refusal = error }
        }

        #expect(refusal?.name == BusError.limitsExceeded)
        try await stage.expectAnswer(bus)
    }

    @Test("The socket belongs to the user, and another user who gets to it is sent away")
    func otherUser() async throws {
        var status = stat()
        #expect(stat(server.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        // Only root can be somebody else.
        guard geteuid() == 0 else { return }
        for path in [stage.folder.path, server.path] { #expect(chmod(path, 0o777) == 0) }
        let script = """
            import os, socket, sys
            os.setuid(65534)
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            try:
                s.send(b"\\0AUTH EXTERNAL 30\\r\\n")
                sys.exit(0 if s.recv(9) == b"" else 1)
            except (BrokenPipeError, ConnectionResetError):
                pass
            """
        let ended = try await ChildProcess.run("python3", ["-c", script, server.path])

        #expect(ended.status == 0, "\(ended.errors)")
        #expect(server.clients.isEmpty)
    }
}
