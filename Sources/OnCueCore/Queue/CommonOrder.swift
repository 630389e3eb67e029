// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The difference between two lists, based on their longest common part in the same order.
enum CommonOrder {
    /// Returns the indexes in the old list of the items to lift out, and the indexes in the new list of the items to
    /// place, lifted or new, both ascending. Neither list may contain duplicates.
    static func changes<Item: Hashable>(from old: [Item], to new: [Item]) -> (lifted: [Int], placed: [Int]) {
        singleChanges(from: old, to: new) ?? allChanges(from: old, to: new)
    }

    /// Returns the changes without a table of positions if they are far from each other, or `nil` if they are not.
    private static func singleChanges<Item: Hashable>(
        from old: [Item], to new: [Item]
    ) -> (lifted: [Int], placed: [Int])? {
        var (lifted, placed): ([Int], [Int]) = ([], [])
        var (index, place) = (0, 0)
        while index < old.count, place < new.count {
            if old[index] == new[place] {
                index += 1
                place += 1
            } else if index + 1 < old.count, old[index + 1] == new[place] {
                lifted.append(index)
                index += 1
            } else if place + 1 < new.count, new[place + 1] == old[index] {
                placed.append(place)
                place += 1
            } else {
                return nil
            }
        }
        return (lifted + (index..<old.count), placed + (place..<new.count))
    }

    private static func allChanges<Item: Hashable>(from old: [Item], to new: [Item]) -> (lifted: [Int], placed: [Int]) {
        var indexes: [Item: Int] = [:]
        indexes.reserveCapacity(old.count)
        for (index, item) in old.enumerated() { indexes[item] = index }
        let common = new.indices.filter { indexes[new[$0]] != nil }
        let commonIndexes = common.map { indexes[new[$0]] ?? 0 }
        var isKept = (old: [Bool](repeating: false, count: old.count), new: [Bool](repeating: false, count: new.count))
        for kept in LongestAscent.indexes(of: commonIndexes) {
            isKept.old[commonIndexes[kept]] = true
            isKept.new[common[kept]] = true
        }
        return (old.indices.filter { !isKept.old[$0] }, new.indices.filter { !isKept.new[$0] })
    }
}
