// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueRuntime

/// Headphones that connect to a machine whose BlueZ is the one that the tests have.
@MediaActor
final class Headsets {
    private static let name = "org.bluez"
    private static let test = "org.oncue.Test"

    private let bus: MessageBus
    private let subscription: BusSubscription
    private let transports = MomentLog()
    private let process: Int32
    private let sandbox: Sandbox

    /// Starts BlueZ; `nil` where there is no Python that can.
    ///
    /// - Parameters:
    ///   - system: What stands for the system bus.
    ///   - root: The source tree.
    static func start(on system: PrivateMessageBus, root: String, in sandbox: Sandbox) async throws -> Headsets? {
        // That of the system, which has the libraries of its packages.
        let python = "/usr/bin/python3"
        guard Files.isProgram(python) else { return nil }
        let program = ChildProgram(
            [python, root + "/Tests/Programs/fake-headset.py"],
            variables: ["DBUS_SYSTEM_BUS_ADDRESS": system.address], in: sandbox)
        return try await Headsets(program, system, sandbox)
    }

    private init(_ program: ChildProgram, _ system: PrivateMessageBus, _ sandbox: Sandbox) async throws {
        self.sandbox = sandbox
        bus = try await MessageBus.connect(to: system.address)
        process = try program.start()
        subscription = bus.subscribe(sender: Self.name, path: "/", member: "InterfacesAdded") {
            [transports] signal in
            if signal.arguments.first?.stringValue?.contains("/fd") == true { transports.note() }
        }
        let deadline = ContinuousClock.now + .seconds(10)
        while try await bus.owner(of: Self.name) == nil {
            guard ContinuousClock.now < deadline else { throw BenchError("BlueZ does not start") }
            try await MediaActor.sleep(for: .milliseconds(20))
        }
    }

    /// Ends BlueZ.
    nonisolated func stop() { sandbox.processes.end(process) }

    /// Makes headphones known that are not connected.
    ///
    /// - Parameter number: Up to 255.
    func add(_ number: Int) async throws {
        try await call("AddDevice", [.string(Self.address(number)), .string("Pods \(number)"), .uint32(0x240418)])
    }

    /// Switches headphones on.
    ///
    /// - Returns: When BlueZ told that sound can go there.
    func connect(_ number: Int) async throws -> ContinuousClock.Instant {
        try await call("Connect", [.string(Self.address(number)), .bool(true)])
        guard let time = await transports.next(within: .seconds(5)) else {
            throw BenchError("headphones get no transport")
        }
        return time
    }

    func disconnect(_ number: Int) async throws {
        try await call("Disconnect", [.string(Self.address(number))])
    }

    private static func address(_ number: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return "AA:BB:CC:DD:EE:" + (digits.count < 2 ? "0" : "") + digits
    }

    private func call(_ member: String, _ arguments: [BusValue]) async throws {
        try await bus.call(member, of: Self.test, at: "/", on: Self.name, arguments)
    }
}
