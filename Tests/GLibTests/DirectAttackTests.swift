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
    private static let busAddress = "unix:path=/nonexistent/bus"

    private let folder: TemporaryDirectory
    private let interface = EchoInterface()
    private let server: DirectServer

    init() throws {
        folder = try TemporaryDirectory()
        var limits = DirectLimits()
        (limits.clients, limits.message, limits.fullOutput, limits.output) = (4, 200_000, 100_000, 3_000_000)
        server = DirectServer(
            path: folder.file("direct"), busAddress: Self.busAddress, objectPath: EchoInterface.path,
            names: ["org.oncue.Test"], limits: limits)
        server.export(interface, named: EchoInterface.name)
        #expect(server.begin())
    }

    private func connect() async -> MessageBus? {
        await MessageBus.connectDirectly(to: folder.file("direct"), busAddress: Self.busAddress, now: false)
    }

    /// A program that only writes, and the name that it has.
    private func intruder() async throws -> (RawProgram, DirectClient) {
        let known = Set(server.clients.keys)
        let program = try RawProgram(folder.file("direct"))
        program.write(Array("\0AUTH EXTERNAL 30\r\nBEGIN\r\n".utf8))
        try await waitUntil("the program is there") { server.clients.keys.contains { !known.contains($0) } }
        return (program, try #require(server.clients.first { !known.contains($0.key) }?.value))
    }

    private static func call(
        _ member: String, of interface: String, _ body: [BusValue] = [], isSilent: Bool = false
    ) -> [UInt8] {
        var message = BusMessage(.call, serial: 1)
        (message.path, message.interface, message.member) = (EchoInterface.path, interface, member)
        (message.destination, message.body, message.isSilent) = ("org.oncue.Test", body, isSilent)
        return message.bytes
    }

    private func expectAnswer(_ bus: MessageBus) async throws {
        let value = BusValue.variant(.string("here"))
        #expect(
            try await bus.call(
                "Echo", of: EchoInterface.name, at: EchoInterface.path, on: "org.oncue.Test", [value],
                timeout: .seconds(60)) == [value])
    }

    @Test("A flood of calls that want no answer waits in the socket, and others are answered meanwhile")
    func flood() async throws {
        defer { server.close() }
        let bus = try #require(await connect())
        let (program, client) = try await intruder()
        let ping = Self.call("Ping", of: "org.freedesktop.DBus.Peer", isSilent: true)
        program.flood((0..<500).flatMap { _ in ping })

        var most = 0
        for _ in 0..<200 {
            try await expectAnswer(bus)
            most = max(most, client.inputSize)
        }

        #expect(most > 0)
        // What is read in one turn, and a part of a message before it.
        #expect(most <= (64 << 10) + ping.count)
        program.stop()
    }

    @Test("Answers that nobody reads end at a bound")
    func unreadAnswers() async throws {
        defer { server.close() }
        let bus = try #require(await connect())
        let (program, client) = try await intruder()
        let echo = Self.call("Echo", of: EchoInterface.name, [.variant(.bytes([UInt8](repeating: 7, count: 50_000)))])
        program.flood(echo)

        try await waitUntil("its answers wait") { client.outputSize > 100_000 }
        for _ in 0..<100 {
            try await expectAnswer(bus)
            #expect(client.outputSize <= 100_000 + 2 * echo.count)
        }
        program.stop()
    }

    @Test("Who does not read its signals is sent away")
    func unreadSignals() async throws {
        defer { server.close() }
        let bus = try #require(await connect())
        let (program, client) = try await intruder()
        var match = BusMessage(.call, serial: 1)
        (match.path, match.interface) = ("/org/freedesktop/DBus", "org.freedesktop.DBus")
        (match.destination, match.member) = ("org.freedesktop.DBus", "AddMatch")
        match.body = [.string("type='signal',interface='\(EchoInterface.name)'")]
        program.write(match.bytes)
        try await waitUntil("it wants signals") { client.wants("Happened", of: EchoInterface.name) }

        let bytes = BusValue.bytes([UInt8](repeating: 1, count: 500_000))
        for _ in 0..<20 { server.emit("Happened", of: EchoInterface.name, [bytes]) }

        #expect(server.clients[client.name] == nil)
        try await expectAnswer(bus)
        program.stop()
    }

    @Test("Of what a slow reader has got, nothing is kept")
    func slowReader() async throws {
        defer { server.close() }
        let (program, client) = try await intruder()
        let echo = Self.call("Echo", of: EchoInterface.name, [.variant(.bytes([UInt8](repeating: 7, count: 50_000)))])
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
        defer { server.close() }
        let bus = try #require(await connect())
        let known = Set(server.clients.keys)
        let program = try RawProgram(folder.file("direct"))
        try await waitUntil("the program is there") { server.clients.keys.contains { !known.contains($0) } }

        program.write([0] + [UInt8](repeating: 0x0A, count: 60_000))

        try await waitUntil("it is sent away") { Set(server.clients.keys) == known }
        try await expectAnswer(bus)
    }

    @Test("A match rule has a bound")
    func longRule() async throws {
        defer { server.close() }
        let bus = try #require(await connect())

        await #expect(throws: BusError.self) {
            try await bus.call(
                "AddMatch", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus",
                [.string("member='\(String(repeating: "M", count: 2000))'")])
        }
        try await expectAnswer(bus)
    }

    @Test("A message that is larger than any is not waited for")
    func large() async throws {
        defer { server.close() }
        let bus = try #require(await connect())
        let (program, client) = try await intruder()
        program.write([0x6C, 1, 0, 1, 0x60, 0xEA, 0xFF, 0, 1, 0, 0, 0, 0, 0, 0, 0])

        try await waitUntil("it is sent away") { server.clients[client.name] == nil }
        try await expectAnswer(bus)
        program.stop()
    }

    @Test("More programs than there may be are sent away, until one has left")
    func many() async throws {
        defer { server.close() }
        var buses: [MessageBus] = []
        for _ in 0..<4 { buses.append(try #require(await connect())) }

        #expect(await connect() == nil)
        try await expectAnswer(buses[0])
        buses.removeLast()
        try await waitUntil("it has left") { server.clients.count == 3 }
        #expect(await connect() != nil)
    }

    @Test("Match rules have a bound")
    func rules() async throws {
        defer { server.close() }
        let bus = try #require(await connect())
        var refusal: BusError?
        for number in 0..<2000 where refusal == nil {
            do throws(BusError) {
                try await bus.call(
                    "AddMatch", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus",
                    [.string("member='M\(number)'")])
            } catch { refusal = error }
        }

        #expect(refusal?.name == BusError.limitsExceeded)
        try await expectAnswer(bus)
    }

    @Test("The socket belongs to the user, and another user who gets to it is sent away")
    func otherUser() async throws {
        defer { server.close() }
        var status = stat()
        #expect(stat(folder.file("direct"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        // Only root can be somebody else.
        guard geteuid() == 0 else { return }
        for path in [folder.path, folder.file("direct")] { #expect(chmod(path, 0o777) == 0) }
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
        let path = folder.file("direct")
        let ended = try await ChildProcess.run("python3", ["-c", script, path])

        #expect(ended.status == 0, "\(ended.errors)")
        #expect(server.clients.isEmpty)
    }
}

/// The end of a socket that writes whatever it is told, and reads nothing.
private final class RawProgram: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = descriptor
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw SupportError("cannot connect to \(path)") }
    }

    deinit { close(descriptor) }

    /// Sends as much as there is room for.
    func write(_ bytes: [UInt8]) { _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// Sends the same again and again on a thread of its own, until ``stop()`` or the other end has closed.
    func flood(_ bytes: [UInt8]) {
        Task {
            await BlockingExecutor(label: "test.flood").run { [self] in
                while send(self.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
            }
        }
    }

    /// Reads so much at most of what is there.
    func read(_ count: Int) -> Int {
        var buffer = [UInt8](repeating: 0, count: count)
        return max(0, recv(descriptor, &buffer, count, Int32(MSG_DONTWAIT)))
    }

    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
