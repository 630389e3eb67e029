// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's preferences about items.
package struct SaidBook: Sendable, Equatable, Codable {
    package static let limit = 1_000
    /// The most pins of messages that are remembered as such.
    package static let proposalLimit = 100

    /// A pin made by a message, which a later message with the same identifier withdraws.
    package struct Proposal: Sendable, Equatable, Codable {
        package let identifier: String
        package let item: String
    }

    /// Items to suggest first, the most recently pinned at the front.
    package private(set) var pinned: [String] = []
    /// Items that are never suggested.
    package private(set) var never: Set<String> = []
    /// Items that are not suggested for some devices and places.
    package private(set) var neverHere: [String: Set<String>] = [:]

    /// The pins of messages, the newest last. None is one of the user's own.
    package private(set) var proposals: [Proposal] = []

    package init() {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        pinned = try values.decode([String].self, forKey: .pinned)
        never = try values.decode(Set<String>.self, forKey: .never)
        neverHere = try values.decode([String: Set<String>].self, forKey: .neverHere)
        // Earlier versions had none.
        proposals = try values.decodeIfPresent([Proposal].self, forKey: .proposals) ?? []
    }

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

    /// - Returns: `false` if there are too many.
    package mutating func setPinned(_ item: String, _ isPinned: Bool) -> Bool {
        pinned.removeAll { $0 == item }
        // A pin that the user has set or removed no longer belongs to a message.
        proposals.removeAll { $0.item == item }
        guard isPinned else { return true }
        guard pinned.count < Self.limit else { return false }
        pinned.insert(item, at: 0)
        never.remove(item)
        return true
    }

    /// Pins an item for a message, replacing the item that an earlier message with the same identifier pinned.
    ///
    /// A pin of the user stays, and no later message withdraws it.
    ///
    /// - Parameter identifier: `nil` for a pin that no message withdraws.
    /// - Returns: `false` if there are too many.
    package mutating func propose(_ item: String, _ identifier: String?) -> Bool {
        let earlier = proposals.filter { $0.identifier == identifier && $0.item != item }
        for proposal in earlier { _ = setPinned(proposal.item, false) }
        let own = proposals.filter { $0.item == item }
        let isOfUser = pinned.contains(item) && own.isEmpty
        guard setPinned(item, true) else { return false }
        guard !isOfUser, let identifier = identifier ?? own.last?.identifier else { return true }
        proposals = proposals.suffix(Self.proposalLimit - 1) + [Proposal(identifier: identifier, item: item)]
        return true
    }

    package mutating func refuse(_ item: String) {
        pinned.removeAll { $0 == item }
        proposals.removeAll { $0.item == item }
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
        proposals.removeAll { $0.item == item }
        never.remove(item)
        neverHere[item] = nil
        return before - count
    }
}
