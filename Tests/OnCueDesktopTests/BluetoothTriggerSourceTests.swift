// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueDesktop
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import SystemServices
import Testing

@MediaActor
@Suite("Audio devices, as BlueZ tells them")
struct BluetoothTriggerSourceTests {
    private nonisolated static let pods = "AA:BB:CC:DD:EE:0F"
    private nonisolated static let car = "AA:BB:CC:DD:EE:1F"
    private nonisolated static let phone = "AA:BB:CC:DD:EE:2F"
    private nonisolated static let podsFacts: [String: BusValue] = [
        "Class": .uint32(0x240418), "UUIDs": .strings(["0000110b-0000-1000-8000-00805f9b34fb"]),
    ]
    private let bus: PrivateBus

    init() async throws { bus = try await PrivateBus() }

    private func source(_ timing: ServiceTiming = .init()) -> ObservedSource {
        ObservedSource(BluetoothTriggerSource(system: SystemBus(address: bus.address), timing: timing))
    }

    /// A BlueZ with headphones and a car that are not connected.
    private func bluez() async throws -> Bluez {
        let bluez = try await Bluez(on: bus)
        try await bluez.addAdapter("hci0")
        try await bluez.addDevice(Self.pods, "Pods", Self.podsFacts)
        try await bluez.addDevice(Self.car, "My Car", ["Class": .uint32(0x240420)])
        return bluez
    }

    private func started() async throws -> ObservedSource {
        let source = source()
        source.source.start()
        try await source.wait(for: .working)
        return source
    }

    @Test("It keeps what sources of triggers promise")
    func contract() async throws {
        var bluez: Bluez?
        var number = 0
        let violations = await TriggerSourceContract.violations(
            of: .init(
                begin: { bluez = try await self.bluez() },
                change: {
                    number += 1
                    let address = "AA:BB:CC:DD:FF:0\(number)"
                    try await bluez?.addDevice(address, "Pods", Self.podsFacts)
                    try await bluez?.connect(address)
                },
                end: { try await bluez?.service.end() })
        ) { source().source }

        #expect(violations == [])
    }

    @Test("A link is told first, the sound with the transport, and both ends after it")
    func headphones() async throws {
        let bluez = try await bluez()
        let source = try await started()
        let pods = SeenDevice(
            id: Self.pods, name: "Pods", facts: DeviceFacts(bluetoothClass: 0x240418, services: [0x110B]))

        try await bluez.connect(Self.pods)
        try await source.reports.wait { $0 == .linked(pods) }
        #expect(source.reports.count == 2)
        try await bluez.addTransport(to: Self.pods)
        try await bluez.removeTransport(to: Self.pods)
        try await bluez.disconnect(Self.pods)
        try await source.reports.wait(count: 5)

        #expect(
            source.reports.events == [.listed([]), .linked(pods), .heard(pods), .unheard(pods.id), .unlinked(pods.id)])
        #expect(source.source.health == SourceHealth(.working, "2 audio devices known"))
        source.source.stop()
    }

    @Test("What can be heard at the start is listed, and what is connected is present: nothing of it has come")
    func listing() async throws {
        let bluez = try await bluez()
        try await bluez.addDevice(Self.phone, "Phone", ["Class": .uint32(0x5A020C)])
        try await bluez.connect(Self.phone)
        try await bluez.connect(Self.pods)
        try await bluez.connect(Self.car)
        try await bluez.addTransport(to: Self.car)

        let source = try await started()

        let car = SeenDevice(id: Self.car, name: "My Car", facts: DeviceFacts(bluetoothClass: 0x240420))
        let pods = SeenDevice(
            id: Self.pods, name: "Pods", facts: DeviceFacts(bluetoothClass: 0x240418, services: [0x110B]))
        let phone = SeenDevice(id: Self.phone, name: "Phone", facts: DeviceFacts(bluetoothClass: 0x5A020C))
        #expect(source.reports.events == [.listed([car]), .present([pods, car, phone])])
        source.source.stop()
    }

    @Test("What comes while BlueZ is asked for its devices is listed with them")
    func early() async throws {
        let bluez = try await bluez()
        try await bluez.service.addMethod(
            "GetManagedObjects", of: "org.freedesktop.DBus.ObjectManager", at: "/", takes: "", gives: "a{oa{sa{sv}}}",
            code: """
                device = {'Address': '\(Self.pods)', 'Alias': 'Pods', 'Class': dbus.UInt32(0x240418)}
                transport = {'Device': dbus.ObjectPath('/dev'), 'UUID': '0000110a-0000-1000-8000-00805f9b34fb'}
                for path, name, values in (('/dev', 'Device1', device), ('/dev/fd0', 'MediaTransport1', transport)):
                    self.EmitSignal('org.freedesktop.DBus.ObjectManager', 'InterfacesAdded', 'oa{sa{sv}}', [
                        path, {'org.bluez.' + name: values}])
                ret = dbus.Dictionary({}, signature='oa{sa{sv}}')
                """)

        let source = try await started()

        #expect(
            source.reports.events == [
                .listed([SeenDevice(id: Self.pods, name: "Pods", facts: DeviceFacts(bluetoothClass: 0x240418))])
            ])
        source.source.stop()
    }

    @Test("A device with two transports is heard until the last one goes; one towards the machine is no sound")
    func transports() async throws {
        let bluez = try await bluez()
        let source = try await started()

        try await bluez.addTransport(7, to: Self.car, service: "110b")
        try await bluez.addTransport(0, to: Self.pods)
        try await bluez.addTransport(1, to: Self.pods)
        try await bluez.removeTransport(0, to: Self.pods)
        try await bluez.removeTransport(1, to: Self.pods)
        try await source.reports.wait { $0 == .unheard(Self.pods) }

        #expect(source.reports.count == 3)
        source.source.stop()
    }

    @Test("A device that is removed while it is connected has gone")
    func removal() async throws {
        let bluez = try await bluez()
        try await bluez.connect(Self.pods)
        try await bluez.addTransport(to: Self.pods)
        let source = try await started()

        try await bluez.removeDevice(Self.pods)
        try await source.reports.wait { $0 == .unlinked(Self.pods) }

        #expect(source.reports.events.dropFirst(2) == [.unheard(Self.pods), .unlinked(Self.pods)])
        #expect(source.source.health.detail == "1 audio device known")
        source.source.stop()
    }

    @Test("Keyboards and telephones are left alone, and a class that comes late makes a device known")
    func others() async throws {
        let bluez = try await bluez()
        try await bluez.addDevice("AA:BB:CC:DD:EE:2F", "Keys", ["Class": .uint32(0x2540)])
        try await bluez.addDevice(
            "AA:BB:CC:DD:EE:3F", "Phone", ["UUIDs": .strings(["0000110a-0000-1000-8000-00805f9b34fb"])])
        try await bluez.addDevice("AA:BB:CC:DD:EE:4F", "Late")
        let source = try await started()

        for last in ["2F", "3F", "4F"] { try await bluez.connect("AA:BB:CC:DD:EE:" + last) }
        try await bluez.change("AA:BB:CC:DD:EE:4F", ["Class": .uint32(0x240404)])
        try await source.reports.wait(count: 2)

        #expect(
            source.reports.events.dropFirst() == [
                .linked(
                    SeenDevice(id: "AA:BB:CC:DD:EE:4F", name: "Late", facts: DeviceFacts(bluetoothClass: 0x240404)))
            ])
        source.source.stop()
    }

    @Test("Values of any type and length do no harm")
    func hostile() async throws {
        let bluez = try await bluez()
        let source = try await started()
        try await bluez.addDevice("ZZ:ZZ:ZZ:ZZ:ZZ:ZZ", "Liar", ["Class": .uint32(0x240418)])
        let nonsense: [[String: BusValue]] = [
            ["Class": .string("0x240418"), "Alias": .uint32(7), "UUIDs": .string("110b"), "Connected": .string("yes")],
            ["UUIDs": .strings(Array(repeating: String(repeating: "é", count: 1000), count: 1000))],
            ["Class": .uint32(.max), "Connected": .array([], of: "s")],
            ["Alias": .string(String(repeating: "\u{202E}\n\u{1B}[2J", count: 100_000))],
        ]
        for facts in nonsense {
            try await bluez.service.emit(
                "PropertiesChanged", of: "org.freedesktop.DBus.Properties",
                at: "/org/bluez/hci0/dev_AA_BB_CC_DD_EE_0F", "sa{sv}as",
                [.string("org.bluez.Device1"), .dictionary(facts), .strings([])])
        }
        let bodies: [(String, [BusValue])] = [("", []), ("s", [.string("x")]), ("ss", [.string("/"), .string("")])]
        for (signature, arguments) in bodies {
            for member in ["InterfacesAdded", "InterfacesRemoved"] {
                try await bluez.service.emit(
                    member, of: "org.freedesktop.DBus.ObjectManager", at: "/", signature, arguments)
            }
        }
        try await bluez.change(Self.pods, Self.podsFacts)

        try await bluez.connect(Self.pods)
        try await source.reports.wait(count: 2)

        guard case .linked(let device) = source.reports.events[1] else {
            Issue.record("\(source.reports.events)")
            return
        }
        #expect(device.id == Self.pods)
        #expect(!device.name.contains { $0.isNewline || $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(device.name.unicodeScalars.count <= SeenDevice.longestName)
        source.source.stop()
    }

    @Test("A BlueZ that hangs is told so, and asked again when it talks")
    func hanging() async throws {
        let bluez = try await bluez()
        bluez.service.hang()
        let source = source(.init(answer: .milliseconds(30), pause: .milliseconds(1)))
        source.source.start()
        try await source.wait(for: .failing)
        #expect(source.reports.events.isEmpty)
        // It gives up asking in less time than these take one after the other.
        for _ in 0..<6 {
            let witness = self.source(.init(answer: .milliseconds(30), pause: .milliseconds(1)))
            witness.source.start()
            try await witness.wait(for: .failing)
            witness.source.stop()
        }

        bluez.service.goOn()
        var number = 0
        try await waitUntil("BlueZ is asked again") {
            number += 1
            try await bluez.change(Self.pods, ["Alias": .string("Pods \(number)")])
            return source.source.health.state == .working
        }
        source.source.stop()
    }

    @Test("Without a system bus it says so")
    func noBus() async throws {
        let source = ObservedSource(BluetoothTriggerSource(system: SystemBus(address: "unix:path=/nonexistent/bus")))
        source.source.start()
        try await source.wait(for: .absent)
        #expect(source.source.health.detail == "there is no system bus")
        #expect(source.reports.events.isEmpty)
    }

    @Test("A system bus that dies takes what was known with it")
    func busDies() async throws {
        let bluez = try await bluez()
        try await bluez.addTransport(to: Self.pods)
        let source = try await started()

        try await bus.kill()

        try await source.wait(for: .absent)
        #expect(source.reports.events.last == .lost)
    }
}
