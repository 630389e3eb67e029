// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueDesktop
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("The wish not to be disturbed, as a notification server tells it")
@MediaActor
struct NotificationInhibitionTests {
    private nonisolated static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private func server(
        on bus: PrivateBus, isInhibited: Bool, _ marker: (interface: String, property: String)
    ) async throws -> MockedService {
        let server = try await MockedService(Self.name, ["--session", Self.name, Self.path, Self.name], on: bus)
        _ = try await server.mock(
            "AddProperty", at: Self.path,
            [.string(marker.interface), .string(marker.property), .variant(.bool(isInhibited))])
        return server
    }

    @Test(
        "It is known at the beginning, follows what is told, and ends with the server, as Plasma and as dunst have it",
        arguments: [(name, "Inhibited"), ("org.dunstproject.cmd0", "paused")])
    func follows(interface: String, property: String) async throws {
        let bus = try await PrivateBus()
        let marker = (interface: interface, property: property)
        let server = try await server(on: bus, isInhibited: true, marker)
        let watch = NotificationInhibition(bus: try await bus.connect())
        watch.start()
        try await waitUntil("it is held back from the beginning") { watch.isUndisturbed }
        try await tell(false, server, marker)
        try await waitUntil("it is not any more") { !watch.isUndisturbed }
        try await tell(true, server, marker)
        try await waitUntil("it is again") { watch.isUndisturbed }
        try await server.end()
        try await waitUntil("without a server nothing is") { !watch.isUndisturbed }
    }

    @Test("A server that has no such property holds nothing back")
    func without() async throws {
        let bus = try await PrivateBus()
        let server = try await FakeNotificationServer(on: bus)
        let connection = try await bus.connect()
        let watch = NotificationInhibition(bus: connection)
        watch.start()
        // Its question has been answered before this one.
        _ = try await connection.call("GetCapabilities", of: Self.name, at: Self.path, on: Self.name)
        #expect(!watch.isUndisturbed)
        watch.stop()
        withExtendedLifetime(server) {}
    }

    private func tell(
        _ isInhibited: Bool, _ server: MockedService, _ marker: (interface: String, property: String)
    ) async throws {
        _ = try await server.mock(
            "UpdateProperties", at: Self.path,
            [.string(marker.interface), .dictionary([marker.property: .bool(isInhibited)])])
    }
}
