// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension Contact {
    /// Returns people of whom several address books have a card, or one book has it twice, as one each.
    ///
    /// Cards are of one person if they have the same identifier, or the same name, whatever its case, and not two
    /// different identifiers. The first card has the name; what the others know besides is added behind.
    ///
    /// - Complexity: O(*n*) on average.
    package static func united(_ cards: [Contact]) -> [Contact] {
        var people: [Contact] = []
        var identified: [String: Int] = [:]
        var named: [String: [Int]] = [:]
        for card in cards {
            let name = card.name.lowercased()
            let known =
                (card.identifier.isEmpty ? nil : identified[card.identifier])
                ?? named[name]?.first {
                    card.identifier.isEmpty || people[$0].identifier.isEmpty
                        || people[$0].identifier == card.identifier
                }
            let index = known ?? people.count
            if known == nil { people.append(card) } else { people[index].add(card) }
            if !card.identifier.isEmpty { identified[card.identifier] = index }
            if named[name]?.contains(index) != true { named[name, default: []].append(index) }
        }
        return people
    }

    /// Adds what another card of the same person knows.
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
