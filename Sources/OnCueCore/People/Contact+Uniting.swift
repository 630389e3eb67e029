// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension Contact {
    /// Merges cards that describe the same person, from several address books or from one.
    ///
    /// Two cards describe the same person if they have the same identifier, or the same name, ignoring case, and not
    /// two different identifiers, or the same name and a shared address or number. The name of the first card is used;
    /// additional details from the others are appended.
    ///
    /// - Complexity: O(*n*) on average.
    package static func united(_ cards: [Contact]) -> [Contact] {
        var people: [Contact] = []
        // For people that turned out to be the same as an earlier one, the index of that one.
        var joined: [Int: Int] = [:]
        var identified: [String: Int] = [:]
        var named: [String: [Int]] = [:]
        var reached: [Reach: Int] = [:]
        func present(_ index: Int) -> Int {
            var index = index
            while let other = joined[index] { index = other }
            return index
        }
        for card in cards {
            let name = card.name.lowercased()
            let reaches = card.reaches
            var known = Set(reaches.compactMap { reached[$0] }.map(present))
            if !card.identifier.isEmpty, let index = identified[card.identifier] { known.insert(present(index)) }
            if known.isEmpty {
                let sameName = named[name]?.first {
                    card.identifier.isEmpty || people[$0].identifier.isEmpty
                        || people[$0].identifier == card.identifier
                }
                if let sameName { known.insert(present(sameName)) }
            }
            let index = known.min() ?? people.count
            if known.isEmpty { people.append(card) } else { people[index].add(card) }
            // The card shows that they are the same person.
            for other in known.sorted() where other != index {
                people[index].add(people[other])
                joined[other] = index
            }
            if !card.identifier.isEmpty { identified[card.identifier] = index }
            for reach in reaches { reached[reach] = index }
            if named[name]?.contains(index) != true { named[name, default: []].append(index) }
        }
        return people.indices.filter { joined[$0] == nil }.map { people[$0] }
    }

    /// A name with a way to reach that person.
    private struct Reach: Hashable {
        var name: String
        var address: String
    }

    private var reaches: [Reach] {
        (mails + telephones + messengers).map { Reach(name: name.lowercased(), address: $0.lowercased()) }
    }

    /// Adds the details of another card of the same person.
    private mutating func add(_ card: Contact) {
        if identifier.isEmpty { identifier = card.identifier }
        if givenName.isEmpty, familyName.isEmpty { (givenName, familyName) = (card.givenName, card.familyName) }
        let names = [card.name] + card.otherNames
        let others = names.filter { $0.lowercased() != name.lowercased() }
        Self.add(others, to: &otherNames) { $0.lowercased() }
        Self.add(card.mails, to: &mails) { $0.lowercased() }
        Self.add(card.telephones, to: &telephones) { $0 }
        Self.add(card.messengers, to: &messengers) { $0.lowercased() }
        Self.add(card.addresses, to: &addresses) { $0 }
    }

    private static func add<Part, Key: Hashable>(_ parts: [Part], to list: inout [Part], by key: (Part) -> Key) {
        var known = Set(list.map(key))
        for part in parts where list.count < addressLimit && known.insert(key(part)).inserted { list.append(part) }
    }
}
