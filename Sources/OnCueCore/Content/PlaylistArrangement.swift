// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A change of the order of a playlist's entries, or the removal of some of them.
package enum PlaylistArrangement: Sendable, Equatable {
    case sort(TrackSorting)
    /// Removes repeated media; the first entry of each stays.
    case removeDuplicates
    /// Removes the entries at indexes.
    case remove([Int])
    /// Removes all entries except those at indexes.
    case keep([Int])
    /// Moves the entries at indexes together, in their order; the first of them gets the index `to`, or as near the end
    /// as possible.
    case move([Int], to: Int)

    /// Returns the indexes of the entries that stay, in their new order.
    ///
    /// - Parameters:
    ///   - tracks: The facts about the entries.
    ///   - isRepeated: Whether the entry at an index repeats an earlier one.
    /// - Returns: `nil` if there is no entry at one of the indexes, or if no index is given.
    package func order(
        of tracks: [TrackSorting.Facts], seed: UInt64, isRepeated: (Int) -> Bool
    ) -> [Int]? {
        switch self {
        case .sort(let sorting): return sorting.order(of: tracks, seed: seed)
        case .removeDuplicates: return tracks.indices.filter { !isRepeated($0) }
        case .remove(let indexes):
            guard let named = Self.named(indexes, tracks.count) else { return nil }
            return tracks.indices.filter { !named.contains($0) }
        case .keep(let indexes):
            guard let named = Self.named(indexes, tracks.count) else { return nil }
            return tracks.indices.filter(named.contains)
        case .move(let indexes, let target):
            guard let named = Self.named(indexes, tracks.count) else { return nil }
            let rest = tracks.indices.filter { !named.contains($0) }
            let place = min(max(0, target), rest.count)
            return rest[..<place] + tracks.indices.filter(named.contains) + rest[place...]
        }
    }

    private static func named(_ indexes: [Int], _ count: Int) -> Set<Int>? {
        let named = Set(indexes)
        return named.isEmpty || named.contains { !(0..<count).contains($0) } ? nil : named
    }
}
