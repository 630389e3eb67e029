// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The difference between two versions of a list of items: remove `removed`, then insert `added` in order, each at its
/// index in the new list.
///
/// A moved item is both removed and added.
package struct ContentListDifference: Sendable, Equatable {
    /// The properties by which items of a list are compared.
    package struct Entry: Hashable, Sendable {
        package var identifier: ContentIdentifier
        /// A hash of everything that a row displays.
        package var fingerprint: UInt64

        package init(identifier: ContentIdentifier, fingerprint: UInt64) {
            self.identifier = identifier
            self.fingerprint = fingerprint
        }
    }

    /// An item at an index of a list.
    package struct Position: Hashable, Sendable {
        package var index: Int
        package var identifier: ContentIdentifier

        package init(index: Int, identifier: ContentIdentifier) {
            self.index = index
            self.identifier = identifier
        }
    }

    /// Indexes in the new list, ascending.
    package var added: [Position] = []
    /// Indexes in the old list, ascending.
    package var removed: [Position] = []
    /// The items that stayed, but look different.
    package var changed: [ContentIdentifier] = []

    package init() {}

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

    /// Returns the difference, or `nil` if either list contains an item twice, since identifiers are then ambiguous.
    ///
    /// - Complexity: O(*n* log *n*).
    package static func between(_ old: [Entry], _ new: [Entry]) -> ContentListDifference? {
        var places: [ContentIdentifier: Int] = [:]
        for (index, entry) in old.enumerated() {
            guard places.updateValue(index, forKey: entry.identifier) == nil else { return nil }
        }
        guard Set(new.map(\.identifier)).count == new.count else { return nil }
        var difference = ContentListDifference()
        let common = new.indices.filter { places[new[$0].identifier] != nil }
        let oldPlaces = common.map { places[new[$0].identifier] ?? 0 }
        let keptIndexes = LongestAscent.indexes(of: oldPlaces)
        var isKeptInNew = [Bool](repeating: false, count: new.count)
        var isKeptInOld = [Bool](repeating: false, count: old.count)
        for index in keptIndexes {
            let (oldIndex, newIndex) = (oldPlaces[index], common[index])
            (isKeptInNew[newIndex], isKeptInOld[oldIndex]) = (true, true)
            if old[oldIndex].fingerprint != new[newIndex].fingerprint {
                difference.changed.append(new[newIndex].identifier)
            }
        }
        difference.added = new.indices.filter { !isKeptInNew[$0] }
            .map { Position(index: $0, identifier: new[$0].identifier) }
        difference.removed = old.indices.filter { !isKeptInOld[$0] }
            .map { Position(index: $0, identifier: old[$0].identifier) }
        return difference
    }

    /// Returns the new list.
    package func applied(to old: [ContentIdentifier]) -> [ContentIdentifier] {
        Self.replace(removed, by: added, in: old)
    }

    /// Returns the old list.
    package func reverted(from new: [ContentIdentifier]) -> [ContentIdentifier] {
        Self.replace(added, by: removed, in: new)
    }

    private static func replace(
        _ outgoing: [Position], by incoming: [Position], in list: [ContentIdentifier]
    ) -> [ContentIdentifier] {
        let gone = Set(outgoing.map(\.index))
        var rest = list.indices.lazy.filter { !gone.contains($0) }.map { list[$0] }.makeIterator()
        var result: [ContentIdentifier] = []
        result.reserveCapacity(list.count - gone.count + incoming.count)
        for position in incoming {
            while result.count < position.index, let next = rest.next() { result.append(next) }
            result.append(position.identifier)
        }
        while let next = rest.next() { result.append(next) }
        return result
    }
}
