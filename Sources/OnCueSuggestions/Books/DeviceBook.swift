// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The known devices: facts from the sources, and the user's settings.
///
/// It keeps ``limit`` devices; of those without settings, the one seen least recently is removed first.
package struct DeviceBook: Sendable, Equatable {
    package static let limit = 200

    package struct Entry: Sendable, Equatable, Identifiable, Codable {
        package let id: TriggerDevice.ID
        package var name: String
        package var facts: DeviceFacts
        /// The kind set by the user; takes precedence over the facts.
        package var spokenKind: TriggerDevice.Kind?
        /// The user's policy for the arrival of the device.
        package var policy: RaisingPolicy?
        /// The time of the latest report by a source, in seconds since 1970.
        package var lastSeen: Int64

        package init(
            id: TriggerDevice.ID, name: String, facts: DeviceFacts = DeviceFacts(),
            spokenKind: TriggerDevice.Kind? = nil, policy: RaisingPolicy? = nil, lastSeen: Int64 = 0
        ) {
            self.id = id
            self.name = name
            self.facts = facts
            self.spokenKind = spokenKind
            self.policy = policy
            self.lastSeen = lastSeen
        }

        /// The kind set by the user, or else the one derived from the facts. A device for cars or for the head counts
        /// as headphones until the user sets its kind.
        package var kind: TriggerDevice.Kind {
            if let spokenKind { return spokenKind }
            return switch facts.verdict {
            case .known(let kind): kind
            case .ambiguous: .headphones
            }
        }

        /// Whether the kind cannot be derived, and the user has not set it.
        package var isAmbiguous: Bool { spokenKind == nil && facts.verdict == .ambiguous }

        package var device: TriggerDevice { TriggerDevice(id: id, name: name, kind: kind) }

        fileprivate var isSpokenOf: Bool { spokenKind != nil || policy != nil }
    }

    private var entries: [TriggerDevice.ID: Entry] = [:]

    package init(_ entries: some Sequence<Entry> = []) {
        for entry in entries { self.entries[entry.id] = entry }
        makeRoom()
    }

    /// All devices, the one seen last first.
    package var all: [Entry] {
        entries.values.sorted { ($1.lastSeen, $0.name, $0.id) < ($0.lastSeen, $1.name, $1.id) }
    }

    package subscript(id: TriggerDevice.ID) -> Entry? { entries[id] }

    /// Returns the device with an identifier or a name, ignoring case; of devices with the same name the one seen last.
    package func entry(named name: String) -> Entry? {
        entries[name] ?? entries[name.uppercased()] ?? all.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Adds the facts about a device from a source to those of others.
    ///
    /// - Returns: The device according to all known facts.
    package mutating func see(_ seen: SeenDevice, at time: Int64) -> TriggerDevice {
        var entry = entries[seen.id] ?? Entry(id: seen.id, name: seen.name)
        if !seen.name.isEmpty { entry.name = String(seen.name.unicodeScalars.prefix(Self.longestName)) }
        entry.facts.bluetoothClass = seen.facts.bluetoothClass ?? entry.facts.bluetoothClass
        if !seen.facts.services.isEmpty { entry.facts.services = seen.facts.services }
        entry.facts.form = seen.facts.form ?? entry.facts.form
        entry.lastSeen = max(entry.lastSeen, time)
        entries[seen.id] = entry
        makeRoom()
        return entry.device
    }

    /// Sets the kind of a device; `nil` clears it.
    ///
    /// - Returns: `false` if the device is not known.
    package mutating func say(_ kind: TriggerDevice.Kind?, of id: TriggerDevice.ID) -> Bool {
        guard entries[id] != nil else { return false }
        entries[id]?.spokenKind = kind
        return true
    }

    /// Sets the policy for a device; `nil` clears it.
    ///
    /// - Returns: `false` if the device is not known.
    package mutating func setPolicy(_ policy: RaisingPolicy?, for id: TriggerDevice.ID) -> Bool {
        guard entries[id] != nil else { return false }
        entries[id]?.policy = policy
        return true
    }

    /// - Returns: False when the device was not known.
    package mutating func forget(_ id: TriggerDevice.ID) -> Bool { entries.removeValue(forKey: id) != nil }

    private mutating func makeRoom() {
        while entries.count > Self.limit {
            let oldest = entries.values.min {
                ($0.isSpokenOf ? 1 : 0, $0.lastSeen, $0.id) < ($1.isSpokenOf ? 1 : 0, $1.lastSeen, $1.id)
            }
            oldest.map { entries[$0.id] = nil }
        }
    }

    private static let longestName = 200
}
