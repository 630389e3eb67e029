// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueRuntime

/// A NetworkManager in the test's hand.
package final class FakeNetwork: Sendable {
    package static let name = "org.freedesktop.NetworkManager"
    private static let path = "/org/freedesktop/NetworkManager"
    private static let test = "org.oncue.Test"
    package let service: MockedService

    /// Starts it without a network.
    package init(on bus: PrivateBus) async throws {
        service = try await MockedService(Self.name, ["--template", "networkmanager"], on: bus)
        try await service.mock(
            "AddProperty", at: Self.path,
            [.string(Self.name), .string("PrimaryConnection"), .variant(.objectPath("/"))])
        try await service.mock(
            "AddProperty", at: Self.path, [.string(Self.name), .string("Metered"), .variant(.uint32(0))])
        try await service.addMethod(
            "Meter", of: Self.test, at: Self.path, takes: "u", code: "self.Set('\(Self.name)', 'Metered', args[0])")
        try await service.addMethod(
            "Enter", of: Self.test, at: Self.path, takes: "ssaysu",
            code: """
                self.entered = getattr(self, 'entered', 0) + 1
                connection, kind, ssid, gateway, state = args
                name, root = '\(Self.name)', '\(Self.path)'
                path = '%s/ActiveConnection/t%d' % (root, self.entered)
                point = '%s/AccessPoint/t%d' % (root, self.entered) if ssid else '/'
                config = '%s/IP4Config/t%d' % (root, self.entered)
                if ssid:
                    self.AddObject(point, name + '.AccessPoint', {'Ssid': dbus.Array(ssid, signature='y')}, [])
                self.AddObject(config, name + '.IP4Config', {'Gateway': gateway}, [])
                self.AddObject(path, name + '.Connection.Active', {
                    'Uuid': connection, 'Type': kind, 'State': state, 'Id': 'secret name',
                    'SpecificObject': dbus.ObjectPath(point), 'Ip4Config': dbus.ObjectPath(config),
                    'Ip6Config': dbus.ObjectPath('/')}, [])
                # A tunnel goes through what there is.
                before = self.Get(name, 'ActiveConnections') if kind in ('vpn', 'wireguard') else []
                self.Set(name, 'ActiveConnections', dbus.Array([dbus.ObjectPath(path)] + list(before), signature='o'))
                self.Set(name, 'PrimaryConnection', dbus.ObjectPath(path))
                """)
        try await service.addMethod(
            "Leave", of: Self.test, at: Self.path, takes: "",
            code: """
                self.Set('\(Self.name)', 'ActiveConnections', dbus.Array([], signature='o'))
                self.Set('\(Self.name)', 'PrimaryConnection', dbus.ObjectPath('/'))
                """)
        try await service.addMethod(
            "Reach", of: Self.test, at: Self.path, takes: "u",
            code: """
                path = str(self.Get('\(Self.name)', 'PrimaryConnection'))
                objects[path].Set('\(Self.name).Connection.Active', 'State', dbus.UInt32(args[0]))
                """)
    }

    /// Goes into a network.
    ///
    /// - Parameters:
    ///   - connection: The number of the connection, the same whenever it is used.
    ///   - wirelessName: Empty for a cable.
    ///   - isActivated: False for one that is still asking for an address.
    package func enter(
        _ connection: String, kind: String = "802-11-wireless", wirelessName: [UInt8] = Array("Home".utf8),
        gateway: String = "192.168.1.1", isActivated: Bool = true
    ) async throws {
        try await service.call(
            "Enter", of: Self.test, at: Self.path,
            [
                .string(connection), .string(kind), .bytes(wirelessName), .string(gateway),
                .uint32(isActivated ? 2 : 1),
            ])
    }

    /// The connection through which everything goes has become usable.
    package func activate() async throws {
        try await service.call("Reach", of: Self.test, at: Self.path, [.uint32(2)])
    }

    /// Says whether the connection is metered, as a value of NMMetered.
    package func setMetered(_ value: UInt32) async throws {
        try await service.call("Meter", of: Self.test, at: Self.path, [.uint32(value)])
    }

    /// Goes out of reach of every network.
    package func leave() async throws {
        try await service.call("Leave", of: Self.test, at: Self.path)
    }
}
