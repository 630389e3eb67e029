// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueSuggestions

/// The properties of a device in BlueZ (`org.bluez.Device1`) that concern triggers.
struct BluetoothDevice: Equatable {
    let address: BluetoothAddress
    private(set) var isConnected = false
    private var alias = ""
    private var bluetoothClass: UInt32?
    private var services: Set<UInt16> = []

    /// The maximum number of services, which is more than any device has.
    private static let mostServices = 100
    /// A2DP sink, headset, hands-free; audio stream control and published audio capabilities of LE Audio.
    private static let audioServices: Set<UInt16> = [0x110B, 0x1108, 0x111E, 0x184E, 0x1850]

    /// - Returns: `nil` for a device without an address.
    init?(_ properties: [String: BusValue]) {
        guard let address = BluetoothAddress(properties["Address"]?.stringValue ?? "") else { return nil }
        self.address = address
        change(properties)
    }

    /// Applies changed properties; missing and invalid ones are ignored.
    mutating func change(_ properties: [String: BusValue]) {
        if let value = properties["Connected"]?.boolValue { isConnected = value }
        if let value = properties["Alias"]?.stringValue { alias = value }
        if let value = properties["UUIDs"]?.stringsValue {
            services = Set(value.prefix(Self.mostServices).compactMap(Self.service))
        }
        if case .uint32(let value)? = properties["Class"]?.unwrapped { bluetoothClass = value == 0 ? nil : value }
    }

    /// Whether it probably plays sound, according to its class or its services.
    var isAudio: Bool {
        let major = bluetoothClass.map { ($0 >> 8) & 0x1F }
        return major == 4 || !services.isDisjoint(with: Self.audioServices)
    }

    /// Whether people carry it with them: a phone.
    var isPhone: Bool { bluetoothClass.map { ($0 >> 8) & 0x1F } == 2 }

    var seen: SeenDevice {
        SeenDevice(
            id: address.text, name: SeenDevice.readableName(alias, else: address.text),
            facts: DeviceFacts(bluetoothClass: bluetoothClass, services: services))
    }

    /// Returns the 16 bits that identify a service in a UUID such as `0000110b-0000-1000-8000-00805f9b34fb`; `nil` for
    /// others.
    static func service(_ uuid: String) -> UInt16? {
        let text = uuid.lowercased()
        guard text.utf8.count == 36, text.hasPrefix("0000"), text.hasSuffix("-0000-1000-8000-00805f9b34fb") else {
            return nil
        }
        return UInt16(text.dropFirst(4).prefix(4), radix: 16)
    }
}
