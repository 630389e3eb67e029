// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import GLib
internal import Glibc
internal import OnCueRuntime

/// A service of the system or the desktop that does what the test says: one of python3-dbusmock, on a bus of the test's.
package final class MockedService: Sendable {
    /// Its name on the bus.
    package let name: String
    package let client: MessageBus
    /// `nil` where the bus has started it, which ends it too.
    private let process: ChildProcess?

    /// Takes one that the bus has started by itself; returns when it is there.
    ///
    /// - Throws: ``SupportError`` when nobody starts it within some seconds.
    package init(startedByBus name: String, on bus: PrivateBus) async throws {
        self.name = name
        let client = try await bus.connect()
        self.client = client
        process = nil
        try await waitUntil("somebody starts \(name)") { try await client.owner(of: name) != nil }
    }

    /// Starts it; returns when it is on the bus.
    ///
    /// - Parameter words: What dbusmock is started with.
    package init(_ name: String, _ words: [String], on bus: PrivateBus) async throws {
        self.name = name
        let client = try await bus.connect()
        self.client = client
        process = try ChildProcess(
            "/usr/bin/python3", ["-m", "dbusmock"] + words,
            environment: [
                "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "DBUS_SESSION_BUS_ADDRESS": bus.address, "LC_ALL": "C.UTF-8",
            ])
        try await waitUntil("\(name) is on the bus") { try await client.owner(of: name) != nil }
    }

    /// Ends it; returns when it has left the bus.
    package func end() async throws {
        goOn()
        try await process?.end()
        try await waitUntil("\(name) has left the bus") { try await self.client.owner(of: self.name) == nil }
    }

    /// Makes it answer nothing from now on.
    package func hang() {
        if let process { kill(process.identifier, SIGSTOP) }
    }

    /// Lets it go on.
    package func goOn() {
        if let process { kill(process.identifier, SIGCONT) }
    }

    @discardableResult
    package func call(
        _ member: String, of interface: String, at path: String, _ arguments: [BusValue] = []
    ) async throws -> [BusValue] {
        try await client.call(member, of: interface, at: path, on: name, arguments)
    }

    /// Tells the mock something about an object.
    @discardableResult
    package func mock(_ member: String, at path: String, _ arguments: [BusValue]) async throws -> [BusValue] {
        try await call(member, of: "org.freedesktop.DBus.Mock", at: path, arguments)
    }

    /// Gives an object a method, which runs the Python in `code`.
    package func addMethod(
        _ member: String, of interface: String, at path: String, takes: String, gives: String = "", code: String = ""
    ) async throws {
        try await mock("AddMethod", at: path, [interface, member, takes, gives, code].map { .string($0) })
    }

    /// Has an object send a signal.
    package func emit(
        _ member: String, of interface: String, at path: String, _ signature: String, _ arguments: [BusValue]
    ) async throws {
        try await mock(
            "EmitSignal", at: path,
            [.string(interface), .string(member), .string(signature), .array(arguments.map { .variant($0) }, of: "v")])
    }

    /// The arguments of all calls of a method so far.
    package func calls(of member: String, at path: String) async throws -> [[BusValue]] {
        let reply = try await mock("GetMethodCalls", at: path, [.string(member)])
        return (reply.first?.arrayValue ?? []).map { $0.arrayValue?.last?.arrayValue?.map(\.unwrapped) ?? [] }
    }

    /// Waits until a method was called so often; gives the arguments of all its calls.
    @discardableResult
    package func wait(forCalls count: Int, of member: String, at path: String) async throws -> [[BusValue]] {
        try await waitUntil("\(member) was called \(count) times") {
            try await self.calls(of: member, at: path).count >= count
        }
        return try await calls(of: member, at: path)
    }
}
