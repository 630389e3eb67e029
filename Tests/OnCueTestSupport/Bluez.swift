// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
internal import OnCueRuntime

/// A BlueZ that does what the test says, whose adapters take players.
package final class Bluez: Sendable {
    package static let name = "org.bluez"
    private static let media = "org.bluez.Media1"
    package let service: MockedService

    /// Starts it without adapters.
    package init(on bus: PrivateBus) async throws {
        service = try await MockedService(Self.name, ["--template", "bluez5"], on: bus)
        try await service.addMethod(
            "Press", of: "org.oncue.Test", at: "/", takes: "sos",
            code: """
                import dbus.lowlevel
                self.connection.send_message(dbus.lowlevel.MethodCallMessage(
                    args[0], args[1], 'org.mpris.MediaPlayer2.Player', args[2]))
                """)
        try await service.addMethod(
            "Announce", of: "org.oncue.Test", at: "/", takes: "o",
            code: """
                self.EmitSignal('org.freedesktop.DBus.ObjectManager', 'InterfacesAdded', 'oa{sa{sv}}', [
                    args[0], {'\(Self.media)': {'SupportedUUIDs': 'none'}}])
                """)
    }

    /// Gives it an adapter, and tells so.
    ///
    /// - Parameter code: What it does when a player is registered, in Python.
    package func addAdapter(_ name: String, code: String = "") async throws {
        try await service.call("AddAdapter", of: "org.bluez.Mock", at: "/", [.string(name), .string("host")])
        let path = "/org/bluez/" + name
        try await service.addMethod("RegisterPlayer", of: Self.media, at: path, takes: "oa{sv}", code: code)
        // What has no properties is not listed.
        try await service.mock(
            "AddProperty", at: path, [.string(Self.media), .string("SupportedUUIDs"), .variant(.string("none"))])
        try await service.call("Announce", of: "org.oncue.Test", at: "/", [.objectPath(path)])
    }

    /// Takes an adapter away, and tells so.
    package func removeAdapter(_ name: String) async throws {
        try await service.emit(
            "InterfacesRemoved", of: "org.freedesktop.DBus.ObjectManager", at: "/", "oas",
            [.objectPath("/org/bluez/" + name), .strings([Self.media, "org.bluez.Adapter1"])])
        try await service.call("RemoveAdapter", of: "org.bluez.Mock", at: "/", [.string(name)])
    }

    /// Waits until players were registered with an adapter so often; gives their paths and properties.
    @discardableResult
    package func wait(
        forPlayers count: Int, at adapter: String
    ) async throws -> [(path: String, properties: [String: BusValue])] {
        try await service.wait(forCalls: count, of: "RegisterPlayer", at: "/org/bluez/" + adapter).map {
            ($0.first?.stringValue ?? "", $0.last?.dictionaryValue ?? [:])
        }
    }

    /// Presses a button of a headset: calls a method of a player.
    package func press(_ member: String, of path: String, on connection: String) async throws {
        try await service.call(
            "Press", of: "org.oncue.Test", at: "/", [.string(connection), .objectPath(path), .string(member)])
    }
}
