// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import GLib
internal import OnCueRuntime

/// A BlueZ that does what the test says, whose adapters take players.
package final class Bluez: Sendable {
    package static let name = "org.bluez"
    private static let media = "org.bluez.Media1"
    private static let transport = "org.bluez.MediaTransport1"
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
        try await service.addMethod(
            "AddTransport", of: "org.oncue.Test", at: "/", takes: "oos",
            code: """
                values = {'Device': dbus.ObjectPath(args[1]), 'UUID': args[2], 'State': 'idle'}
                self.AddObject(args[0], '\(Self.transport)', values, [])
                self.EmitSignal('org.freedesktop.DBus.ObjectManager', 'InterfacesAdded', 'oa{sa{sv}}', [
                    args[0], {'\(Self.transport)': values}])
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

    // MARK: Devices

    /// Makes a device known that is not connected, and tells so.
    ///
    /// - Parameter facts: Further properties of `org.bluez.Device1`.
    package func addDevice(_ address: String, _ name: String, _ facts: [String: BusValue] = [:]) async throws {
        try await service.call(
            "AddDevice", of: "org.bluez.Mock", at: "/", [.string("hci0"), .string(address), .string(name)])
        if !facts.isEmpty { try await change(address, facts) }
    }

    /// Gives a device other properties, and tells so.
    package func change(_ address: String, _ facts: [String: BusValue]) async throws {
        try await service.mock(
            "UpdateProperties", at: path(address), [.string("org.bluez.Device1"), .dictionary(facts)])
    }

    package func connect(_ address: String) async throws {
        try await service.call("ConnectDevice", of: "org.bluez.Mock", at: "/", [.string("hci0"), .string(address)])
    }

    package func disconnect(_ address: String) async throws {
        try await service.call("DisconnectDevice", of: "org.bluez.Mock", at: "/", [.string("hci0"), .string(address)])
    }

    /// Forgets a device, as when a person removes it.
    package func removeDevice(_ address: String) async throws {
        try await service.emit(
            "InterfacesRemoved", of: "org.freedesktop.DBus.ObjectManager", at: "/", "oas",
            [.objectPath(path(address)), .strings(["org.bluez.Device1"])])
        try await service.mock("RemoveObject", at: "/", [.string(path(address))])
    }

    /// Sound can go between the machine and a device from now on.
    ///
    /// - Parameter service: The 16 bits of the machine's own end: A2DP source if nothing else is said.
    package func addTransport(_ number: Int = 0, to address: String, service end: String = "110a") async throws {
        try await service.call(
            "AddTransport", of: "org.oncue.Test", at: "/",
            [
                .objectPath(path(address) + "/fd\(number)"), .objectPath(path(address)),
                .string("0000\(end)-0000-1000-8000-00805f9b34fb"),
            ])
    }

    package func removeTransport(_ number: Int = 0, to address: String) async throws {
        let path = path(address) + "/fd\(number)"
        try await service.emit(
            "InterfacesRemoved", of: "org.freedesktop.DBus.ObjectManager", at: "/", "oas",
            [.objectPath(path), .strings([Self.transport])])
        try await service.mock("RemoveObject", at: "/", [.string(path)])
    }

    private func path(_ address: String) -> String {
        "/org/bluez/hci0/dev_" + address.replacing(":", with: "_")
    }
}
