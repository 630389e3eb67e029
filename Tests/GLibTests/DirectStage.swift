// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import GLib

/// A service with a socket in a folder of its own, and programs that connect to it. It ends with this.
@MediaActor
final class DirectStage {
    static let busAddress = "unix:path=/nonexistent/bus"

    let folder: TemporaryDirectory
    let interface: EchoInterface
    let server: DirectServer
    /// They stay until they are stopped.
    private var programs: [RawProgram] = []

    /// - Parameter bus: On which the interface is, too.
    init(_ limits: DirectLimits = DirectLimits(), beside bus: EchoBus? = nil) throws {
        folder = try TemporaryDirectory()
        interface = bus?.interface ?? EchoInterface()
        server = Self.server(folder, limits)
        server.export(interface, named: EchoInterface.name)
        if let bus { server.takeTurns(with: bus.server) }
        guard server.begin() else { throw SupportError("cannot listen at \(server.path)") }
    }

    isolated deinit { server.close() }

    /// Another service for the same socket.
    static func server(_ folder: TemporaryDirectory, _ limits: DirectLimits = DirectLimits()) -> DirectServer {
        DirectServer(
            path: folder.file("direct"), busAddress: busAddress + ",guid=0123", objectPath: EchoInterface.path,
            names: ["org.oncue.Test"], limits: limits)
    }

    // MARK: Programs

    /// Logs in, for which the service has a second, which a busy machine may take.
    ///
    /// - Parameter attempts: How often it tries again when it is refused.
    func connected(attempts: Int = 10) async -> MessageBus? {
        for _ in 0..<attempts { if let bus = await connect() { return bus } }
        return nil
    }

    func connect(_ address: String = DirectStage.busAddress, now: Bool = false) async -> MessageBus? {
        await MessageBus.connectDirectly(to: server.path, busAddress: address, now: now)
    }

    /// A program that writes what it is told and never reads, and what the service has of it.
    func program() async throws -> (program: RawProgram, client: DirectClient) {
        let known = Set(server.clients.keys)
        let program = try RawProgram(server.path)
        programs.append(program)
        program.write(Array("\0AUTH EXTERNAL 30\r\nBEGIN\r\n".utf8))
        try await waitUntil("the program is there") { server.clients.keys.contains { !known.contains($0) } }
        return (program, try #require(server.clients.first { !known.contains($0.key) }?.value))
    }

    /// A call as a program writes it.
    static func call(
        _ member: String, of interface: String = EchoInterface.name, _ body: [BusValue] = [], isSilent: Bool = false
    ) -> [UInt8] {
        var message = BusMessage(.call, serial: 1)
        (message.path, message.interface, message.member) = (EchoInterface.path, interface, member)
        (message.destination, message.body, message.isSilent) = ("org.oncue.Test", body, isSilent)
        return message.bytes
    }

    func call(
        _ member: String, _ arguments: [BusValue] = [], of interface: String = EchoInterface.name, over bus: MessageBus
    ) async throws -> [BusValue] {
        try await bus.call(
            member, of: interface, at: EchoInterface.path, on: "org.oncue.Test", arguments, timeout: .seconds(60))
    }

    /// Returns when every turn that comes without an answer has passed: properties are read beside them.
    func passTurns() async throws {
        let bus = try #require(await connected())
        let property = [BusValue.string(EchoInterface.name), .string("Level")]
        for _ in 0..<20 { _ = try await call("Get", property, of: "org.freedesktop.DBus.Properties", over: bus) }
    }

    func expectAnswer(_ bus: MessageBus) async throws {
        let value = BusValue.variant(.string("here"))
        #expect(try await call("Echo", [value], over: bus) == [value])
    }
}
