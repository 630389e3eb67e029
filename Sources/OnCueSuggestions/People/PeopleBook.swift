// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The interactions with people, and the devices by which people are recognised.
package struct PeopleBook: Sendable, Equatable, Codable {
    /// The most interactions that are kept; the oldest are dropped.
    package static let limit = 1_000
    package static let tieLimit = 100

    /// The log, oldest first.
    package private(set) var interactions: [Interaction] = []
    /// The names of people by the identifiers of their devices.
    package private(set) var ties: [TriggerDevice.ID: String] = [:]

    package init() {}

    private enum CodingKeys: String, CodingKey { case interactions, ties }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        interactions = Array(
            (try values.decodeIfPresent([Interaction].self, forKey: .interactions) ?? []).suffix(Self.limit))
        ties = try values.decodeIfPresent([TriggerDevice.ID: String].self, forKey: .ties) ?? [:]
    }

    // MARK: Interactions

    /// Adds an interaction, replacing one with the same identifier of the same program.
    package mutating func add(_ interaction: Interaction) {
        interactions.removeAll { $0.program == interaction.program && $0.identifier == interaction.identifier }
        interactions.append(interaction)
        interactions.sort { $0.time < $1.time }
        if interactions.count > Self.limit { interactions.removeFirst(interactions.count - Self.limit) }
    }

    /// - Returns: The number of interactions deleted.
    package mutating func delete(where isDeleted: (Interaction) -> Bool) -> Int {
        let before = interactions.count
        interactions.removeAll(where: isDeleted)
        return before - interactions.count
    }

    /// Forgets a person: removes the name from interactions, which are deleted if it was the only one, and the devices
    /// tied to it.
    ///
    /// - Returns: The number of interactions and ties forgotten.
    package mutating func forget(_ person: String) -> Int {
        var count = 0
        for index in interactions.indices where Self.names(person, in: interactions[index]) {
            interactions[index].people.removeAll { Self.isSame($0, person) }
            count += 1
        }
        interactions.removeAll { $0.people.isEmpty }
        let tied = ties.filter { Self.isSame($0.value, person) }.keys
        for device in tied { ties[device] = nil }
        return count + tied.count
    }

    /// Forgets all people.
    ///
    /// - Returns: The number of interactions and ties forgotten.
    package mutating func forgetAll() -> Int {
        defer { self = PeopleBook() }
        return interactions.count + ties.count
    }

    /// Returns the interactions with a person, the latest first.
    package func interactions(with person: String) -> [Interaction] {
        interactions.reversed().filter { Self.names(person, in: $0) }
    }

    /// The known people, those with the latest interactions first, then those with only a device, by name.
    package var people: [(name: String, count: Int, last: Int64?)] {
        var found: [String: (name: String, count: Int, last: Int64?)] = [:]
        for interaction in interactions {
            for person in interaction.people {
                let known = found[person.lowercased()]
                found[person.lowercased()] = (person, (known?.count ?? 0) + 1, interaction.time)
            }
        }
        for person in ties.values where found[person.lowercased()] == nil {
            found[person.lowercased()] = (person, 0, nil)
        }
        return found.values.sorted { ($1.last ?? 0, $0.name) < ($0.last ?? 0, $1.name) }
    }

    private static func names(_ person: String, in interaction: Interaction) -> Bool {
        interaction.people.contains { isSame($0, person) }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

    // MARK: Presence

    /// Ties a device to a person.
    ///
    /// - Returns: `false` if there are too many.
    package mutating func tie(_ device: TriggerDevice.ID, to person: String) -> Bool {
        guard ties[device] != nil || ties.count < Self.tieLimit else { return false }
        ties[device] = person
        return true
    }

    /// - Returns: `false` if it was not tied to a person.
    package mutating func untie(_ device: TriggerDevice.ID) -> Bool { ties.removeValue(forKey: device) != nil }

    /// Returns the devices of a person.
    package func devices(of person: String) -> [TriggerDevice.ID] {
        ties.filter { Self.isSame($0.value, person) }.keys.sorted()
    }

    /// Returns the people whose devices are present, by name.
    package func present(with devices: Set<TriggerDevice.ID>) -> [String] {
        Set(ties.filter { devices.contains($0.key) }.values).sorted()
    }

    /// Returns the present person in most of the interactions about some items.
    package func companion(for items: Set<String>, among present: [String]) -> String? {
        guard !present.isEmpty, !items.isEmpty else { return nil }
        let about = interactions.filter { items.contains($0.item) }
        let counts = present.map { person in (person, about.count { Self.names(person, in: $0) }) }
        return counts.filter { $0.1 > 0 }.max { ($0.1, $1.0) < ($1.1, $0.0) }?.0
    }
}
