// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueSuggestions

/// The devices and transports from the object manager of BlueZ, and the reports that follow from changes.
///
/// A transport (`org.bluez.MediaTransport1`) exists when sound can go to a device. A device known to several adapters
/// counts once.
struct BluetoothDevices {
    static let device = "org.bluez.Device1"
    static let transport = "org.bluez.MediaTransport1"
    /// The maximum number of devices or transports, which is more than any machine has; further ones are ignored.
    static let largestCount = 1000

    /// The devices by their object paths.
    private var devices: [String: BluetoothDevice] = [:]
    /// The paths of the devices to which sound can go, by the paths of the transports.
    private var transports: [String: String] = [:]

    /// The number of known devices with sound.
    var count: Int { Set(devices.values.filter(\.isAudio).map(\.address)).count }

    /// The devices that can be heard, by address.
    var heard: [SeenDevice] {
        Dictionary(transports.values.compactMap { devices[$0]?.seen }.map { ($0.id, $0) }) { first, _ in first }
            .values.sorted { $0.id < $1.id }
    }

    /// Adds the interfaces of an object that has appeared or has gained interfaces.
    mutating func added(_ path: String, _ interfaces: [BusValue]) -> [TriggerReport] {
        change { devices in
            for interface in interfaces {
                guard let parts = interface.arrayValue, let name = parts.first?.stringValue,
                    let properties = parts.last?.dictionaryValue
                else { continue }
                devices.add(path, name, properties)
            }
        }
    }

    /// Removes the interfaces that an object has lost, for example because it was removed.
    mutating func removed(_ path: String, _ interfaces: [String]) -> [TriggerReport] {
        change { devices in
            if interfaces.contains(Self.device) { devices.devices[path] = nil }
            if interfaces.contains(Self.transport) { devices.transports[path] = nil }
        }
    }

    /// Applies changed properties of a device.
    mutating func changed(_ path: String, _ properties: [String: BusValue]) -> [TriggerReport] {
        change { $0.devices[path]?.change(properties) }
    }

    private mutating func add(_ path: String, _ interface: String, _ properties: [String: BusValue]) {
        switch interface {
        case Self.device:
            guard devices[path] != nil || devices.count < Self.largestCount else { return }
            devices[path] = BluetoothDevice(properties)
        case Self.transport:
            guard transports.count < Self.largestCount, let device = properties["Device"]?.stringValue,
                let service = properties["UUID"]?.stringValue.flatMap(BluetoothDevice.service),
                Self.outward.contains(service)
            else { return }
            transports[path] = device
        default: break
        }
    }

    /// The services of the local end of a transport for playback: A2DP source, and the source of LE Audio.
    private static let outward: Set<UInt16> = [0x110A, 0x2BCB]
}

// MARK: Reports of changes

extension BluetoothDevices {
    /// Applies a change, and returns the reports; a device that is present already is reported again with better data.
    private mutating func change(_ body: (inout Self) -> Void) -> [TriggerReport] {
        let before = (linked: linked, heard: heard)
        body(&self)
        let after = (linked: linked, heard: heard)
        return Self.news(before.linked, after.linked).map(TriggerReport.linked)
            + Self.news(before.heard, after.heard).map(TriggerReport.heard)
            + Self.gone(before.heard, after.heard).map(TriggerReport.unheard)
            + Self.gone(before.linked, after.linked).map(TriggerReport.unlinked)
    }

    private static func news(_ before: [SeenDevice], _ after: [SeenDevice]) -> [SeenDevice] {
        after.filter { device in !before.contains { $0.id == device.id && $0.facts == device.facts } }
    }

    private static func gone(_ before: [SeenDevice], _ after: [SeenDevice]) -> [TriggerDevice.ID] {
        before.map(\.id).filter { id in !after.contains { $0.id == id } }
    }

    /// The connected devices with sound, and phones, by address.
    var linked: [SeenDevice] {
        Dictionary(
            devices.values.filter { $0.isConnected && ($0.isAudio || $0.isPhone) }.map { ($0.address.text, $0.seen) }
        ) {
            first, _ in first
        }.values.sorted { $0.id < $1.id }
    }
}
