// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The devices that have been met: what sources know of them, and what the person says.
///
/// It keeps ``limit`` devices; of those of which the person has said nothing, the one that was met the longest ago goes
/// first.
package struct DeviceBook: Sendable, Equatable {
    package static let limit = 200

    package struct Entry: Sendable, Equatable, Identifiable, Codable {
        package let id: TriggerDevice.ID
        package var name: String
        package var facts: DeviceFacts
        /// What the person says it is; goes before what follows from the facts.
        package var spokenKind: TriggerDevice.Kind?
        /// What the person wants to happen when it comes.
        package var policy: RaisingPolicy?
        /// Seconds since 1970 when a source told of it last.
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

        /// The person's word before what follows from the facts. A set for a car or a head is headphones until the
        /// person says what it is.
        package var kind: TriggerDevice.Kind {
            if let spokenKind { return spokenKind }
            return switch facts.verdict {
            case .known(let kind): kind
            case .ambiguous: .headphones
            }
        }

        /// Only the person can tell what it is, and has not.
        package var isAmbiguous: Bool { spokenKind == nil && facts.verdict == .ambiguous }

        package var device: TriggerDevice { TriggerDevice(id: id, name: name, kind: kind) }

        fileprivate var isSpokenOf: Bool { spokenKind != nil || policy != nil }
    }

    private var entries: [TriggerDevice.ID: Entry] = [:]

    package init(_ entries: some Sequence<Entry> = []) {
        for entry in entries { self.entries[entry.id] = entry }
        makeRoom()
    }

    /// Those met last come first.
    package var all: [Entry] {
        entries.values.sorted { ($1.lastSeen, $0.name, $0.id) < ($0.lastSeen, $1.name, $1.id) }
    }

    package subscript(id: TriggerDevice.ID) -> Entry? { entries[id] }

    /// Finds a device by its identifier or its name, whatever the case; of devices with one name the one met last.
    package func entry(named name: String) -> Entry? {
        entries[name] ?? entries[name.uppercased()] ?? all.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Takes what a source tells of a device, and adds it to what others have told.
    ///
    /// - Returns: What the device is by all that is known.
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

    /// Takes what the person says a device is; `nil` takes it back.
    ///
    /// - Returns: False when the device is not known.
    package mutating func say(_ kind: TriggerDevice.Kind?, of id: TriggerDevice.ID) -> Bool {
        guard entries[id] != nil else { return false }
        entries[id]?.spokenKind = kind
        return true
    }

    /// Takes what the person wants for a device; `nil` takes it back.
    ///
    /// - Returns: False when the device is not known.
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
