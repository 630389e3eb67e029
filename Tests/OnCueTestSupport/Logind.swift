// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueRuntime

/// A logind that does what the test says: that of python3-dbusmock, on a bus of the test's own.
package final class Logind: Sendable {
    package static let service = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"

    private let process: ChildProcess
    private let client: MessageBus

    /// Starts it; returns when it is on the bus.
    package init(on bus: PrivateBus) async throws {
        let client = try await bus.connect()
        self.client = client
        process = try ChildProcess(
            "/usr/bin/python3", ["-m", "dbusmock", "--template", "logind"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "LC_ALL": "C.UTF-8"])
        try await waitUntil("logind is on the bus") { try await client.owner(of: Self.service) != nil }
    }

    /// Ends it; returns when it has left the bus.
    package func end() async throws {
        try await process.end()
        try await waitUntil("logind has left the bus") { try await self.client.owner(of: Self.service) == nil }
    }

    /// What programs hold, such as `sleep OnCue delay`.
    package var locks: [String] {
        get async throws {
            let reply = try await client.call(
                "ListInhibitors", of: Self.service + ".Manager", at: Self.path, on: Self.service)
            return (reply.first?.arrayValue ?? []).map { row in
                let texts = row.arrayValue?.compactMap(\.stringValue) ?? []
                return texts.count < 4 ? "?" : [texts[0], texts[1], texts[3]].joined(separator: " ")
            }
        }
    }

    /// Waits until so many locks are held.
    package func wait(forLocks count: Int) async throws {
        try await waitUntil("\(count) locks are held") { try await self.locks.count == count }
    }

    /// Says that the machine is about to sleep, or awake again.
    package func tell(isSleepNear: Bool) async throws {
        try await client.call(
            "EmitSignal", of: "org.freedesktop.DBus.Mock", at: Self.path, on: Self.service,
            [
                .string(Self.service + ".Manager"), .string("PrepareForSleep"), .string("b"),
                .array([.variant(.bool(isSleepNear))], of: "v"),
            ])
    }
}
