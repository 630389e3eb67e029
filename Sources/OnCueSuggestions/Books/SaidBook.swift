// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's preferences about items.
package struct SaidBook: Sendable, Equatable, Codable {
    package static let limit = 1_000

    /// Items to suggest first, the most recently pinned at the front.
    package private(set) var pinned: [String] = []
    /// Items that are never suggested.
    package private(set) var never: Set<String> = []
    /// Items that are not suggested for some devices and places.
    package private(set) var neverHere: [String: Set<String>] = [:]

    package init() {}

    /// Returns the location of a trigger in storage form: its device, or else its place, or else its kind.
    package static func here(_ trigger: Trigger) -> String {
        if let device = trigger.device { return "device " + device.id }
        // A time may have the name of a place.
        if let name = trigger.name { return (trigger.kind == .time ? "time " : "place ") + name.lowercased() }
        return "moment " + trigger.kind.rawValue
    }

    package func excludes(_ item: String, for trigger: Trigger?) -> Bool {
        never.contains(item) || trigger.map { neverHere[item]?.contains(Self.here($0)) ?? false } ?? false
    }

    /// - Returns: False where there are too many.
    package mutating func setPinned(_ item: String, _ isPinned: Bool) -> Bool {
        pinned.removeAll { $0 == item }
        guard isPinned else { return true }
        guard pinned.count < Self.limit else { return false }
        pinned.insert(item, at: 0)
        never.remove(item)
        return true
    }

    package mutating func refuse(_ item: String) {
        pinned.removeAll { $0 == item }
        if never.count < Self.limit { never.insert(item) }
    }

    package mutating func refuse(_ item: String, for trigger: Trigger) {
        guard neverHere[item] != nil || neverHere.count < Self.limit else { return }
        neverHere[item, default: []].insert(Self.here(trigger))
    }

    /// The number of preferences; of one item, each device and each place for which it is refused counts.
    package var count: Int { pinned.count + never.count + neverHere.values.reduce(0) { $0 + $1.count } }

    /// Removes all preferences about an item.
    ///
    /// - Returns: Their number.
    @discardableResult
    package mutating func forget(_ item: String) -> Int {
        let before = count
        pinned.removeAll { $0 == item }
        never.remove(item)
        neverHere[item] = nil
        return before - count
    }
}
