// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueSuggestions
import Testing

@testable import OnCueDesktop

/// What follows from what BlueZ says of its objects.
@Suite("Objects of BlueZ")
struct BluetoothDevicesTests {
    private static let address = "AA:BB:CC:DD:EE:0F"

    private func interfaces(_ name: String, _ properties: [String: BusValue]) -> [BusValue] {
        [.structure([.string(name), .dictionary(properties)])]
    }

    private func device(_ address: String, _ facts: [String: BusValue]) -> [BusValue] {
        interfaces(
            BluetoothDevices.device,
            facts.merging(["Address": .string(address), "Alias": .string("Pods")]) { own, _ in own })
    }

    private func transport(_ device: String) -> [BusValue] {
        interfaces(
            BluetoothDevices.transport,
            ["Device": .objectPath(device), "UUID": .string("0000110a-0000-1000-8000-00805f9b34fb")])
    }

    @Test("A device that two adapters know is one")
    func adapters() {
        var devices = BluetoothDevices()
        for adapter in ["/hci0/dev", "/hci1/dev"] {
            _ = devices.added(adapter, device(Self.address, ["Class": .uint32(0x240418)]))
            _ = devices.added(adapter + "/fd0", transport(adapter))
        }

        #expect(devices.count == 1)
        #expect(devices.heard.map(\.id) == [Self.address])
    }

    @Test("What is known better of a device that can be heard is told once more, and a class of 0 is none")
    func better() {
        var devices = BluetoothDevices()
        _ = devices.added("/dev", device(Self.address, ["Class": .uint32(0)]))
        let first = devices.added("/dev/fd0", transport("/dev"))
        let second = devices.changed("/dev", ["Class": .uint32(0x240420)])
        let third = devices.changed("/dev", ["Class": .uint32(0x240420), "RSSI": .int32(-40)])

        func pods(_ facts: DeviceFacts) -> SeenDevice { SeenDevice(id: Self.address, name: "Pods", facts: facts) }
        #expect(first == [.heard(pods(DeviceFacts()))])
        #expect(second == [.heard(pods(DeviceFacts(bluetoothClass: 0x240420)))])
        #expect(third == [])
    }

    @Test("Values of a wrong type change nothing")
    func types() {
        var devices = BluetoothDevices()
        _ = devices.added("/dev", device(Self.address, ["Class": .uint32(0x240418)]))

        #expect(devices.changed("/dev", ["Connected": .string("yes"), "Class": .int32(1)]) == [])
    }

    @Test("However many devices and transports there are, no more are kept than a machine can have")
    func bounds() {
        var devices = BluetoothDevices()
        for number in 0..<BluetoothDevices.largestCount + 50 {
            let digits = String(number, radix: 16, uppercase: true)
            let tail = String(repeating: "0", count: 4 - digits.count) + digits
            let address = "AA:BB:CC:DD:\(tail.prefix(2)):\(tail.suffix(2))"
            _ = devices.added("/dev\(number)", device(address, ["Class": .uint32(0x240418)]))
        }

        #expect(devices.count == BluetoothDevices.largestCount)
    }

    @Test("A phone comes and goes as a connection, and nothing can be heard on it, also while it plays to this machine")
    func phone() {
        var devices = BluetoothDevices()
        let added = devices.added(
            "/dev", device(Self.address, ["Class": .uint32(0x5A_020C), "Connected": .bool(true)]))
        let playing = devices.added(
            "/dev/fd0",
            interfaces(
                BluetoothDevices.transport,
                ["Device": .objectPath("/dev"), "UUID": .string("0000110b-0000-1000-8000-00805f9b34fb")]))
        let gone = devices.changed("/dev", ["Connected": .bool(false)])

        let phone = SeenDevice(
            id: Self.address, name: "Pods", facts: DeviceFacts(bluetoothClass: 0x5A_020C))
        #expect(added == [.linked(phone)])
        #expect(playing.isEmpty)
        #expect(gone == [.unlinked(Self.address)])
    }
}
