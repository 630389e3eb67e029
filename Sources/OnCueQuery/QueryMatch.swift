// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A result of a query, with the values that determine its order.
package struct QueryMatch: Sendable, Equatable {
    package var kind: ContentKind
    /// The number of the item in its source.
    package var number: Int64
    package var rank: [QueryRankValue]

    /// The identity of the item in the tree.
    package struct Key: Hashable, Sendable {
        package var kind: ContentKind
        package var number: Int64
    }

    package var key: Key { Key(kind: kind, number: number) }

    package init(kind: ContentKind, number: Int64, rank: [QueryRankValue]) {
        self.kind = kind
        self.number = number
        self.rank = rank
    }
}

/// One value of the rank by which matches are ordered: none comes before numbers, and numbers before texts, which are
/// compared by their bytes.
package enum QueryRankValue: Sendable, Equatable, Comparable {
    case none
    case number(Int64)
    case text(String)

    package static func < (left: QueryRankValue, right: QueryRankValue) -> Bool {
        switch (left, right) {
        case (.none, .none): false
        case (.none, _): true
        case (.number(let left), .number(let right)): left < right
        case (.number, .text): true
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        default: false
        }
    }
}

/// The matches from one source.
package struct QueryMatches: Sendable, Equatable {
    /// The matches, in order.
    package var matches: [QueryMatch]
    /// The total number of matches; a lower bound if `isTotalExact` is false.
    package var total: Int
    package var isTotalExact: Bool
    /// The item of each match, if the source was asked for them; `nil` for one that no longer exists.
    package var items: [ContentNode?]?

    package init(_ matches: [QueryMatch] = [], total: Int? = nil, isTotalExact: Bool = true) {
        self.matches = matches
        self.total = total ?? matches.count
        self.isTotalExact = isTotalExact
    }
}

/// The quality of a match between words and an item, best first.
package enum QueryFit: Int64, Sendable, Comparable {
    case exactTitle
    case titleBegins
    case inTitle
    case elsewhere
    /// Found only by forgiving typing mistakes.
    case corrected

    package static func < (left: QueryFit, right: QueryFit) -> Bool { left.rawValue < right.rawValue }

    /// Determines how well folded words, separated by single spaces, fit the title of an item that they find.
    package init(of words: String, to title: String) {
        let title = FoldedText(title)
        let text = title.words.joined(separator: " ")
        if text == words {
            self = .exactTitle
        } else if text.hasPrefix(words) {
            self = .titleBegins
        } else {
            self = words.split(separator: " ").allSatisfy { QueryText(String($0)).isIn(title) } ? .inTitle : .elsewhere
        }
    }
}

/// The order in which the answers of all sources to one query are merged.
///
/// A full answer is ordered by the keys of `sort:`, or without those by kind and title. Any other is ordered by how
/// well the words fit, then by kind, then by play count, then by title.
package struct QueryRanking: Sendable {
    /// Whether each value of a rank is ordered downwards.
    private let isDescending: [Bool]

    package init(_ query: ContentQuery, inFull: Bool) {
        if !inFull {
            isDescending = [false, false, true, false]
        } else if query.order.isEmpty {
            isDescending = [false, false]
        } else {
            isDescending = query.order.flatMap { order in order.key.directions(order.isDescending) }
        }
    }

    /// Returns whether the left match comes before the right one; matches of the same rank stay in the order of their
    /// sources.
    package func isBefore(_ left: QueryMatch, _ right: QueryMatch) -> Bool {
        for ((left, right), isDescending) in zip(zip(left.rank, right.rank), isDescending) where left != right {
            return isDescending ? right < left : left < right
        }
        return false
    }

    /// Merges ordered lists; of equal matches, those of the first list come first.
    ///
    /// - Complexity: O(*n* · lists).
    package func merged(_ lists: [[QueryMatch]], limit: Int = .max) -> [(list: Int, match: QueryMatch)] {
        var heads = lists.map(\.startIndex)
        var merged: [(list: Int, match: QueryMatch)] = []
        while merged.count < limit {
            var best: Int?
            for list in lists.indices where heads[list] < lists[list].endIndex {
                guard let present = best else {
                    best = list
                    continue
                }
                if isBefore(lists[list][heads[list]], lists[present][heads[present]]) { best = list }
            }
            guard let best else { break }
            merged.append((best, lists[best][heads[best]]))
            heads[best] += 1
        }
        return merged
    }

    /// Returns the rank of a kind among the others.
    package static func place(of kind: ContentKind) -> QueryRankValue {
        .number(Int64(kinds.firstIndex(of: kind) ?? kinds.count))
    }

    private static let kinds: [ContentKind] = [
        .artist, .album, .track, .genre, .composer, .folder, .playlist, .podcast, .episode, .station, .list, .event,
    ]
}

extension QueryOrderKey {
    /// Returns the directions of the values in a rank of the key: missing values come last, and equal ones are ordered
    /// by a secondary value.
    func directions(_ isDescending: Bool) -> [Bool] {
        switch self {
        case .title, .added, .length, .skips, .starts: [isDescending]
        case .random: [false]
        case .year, .played, .stars: [false, isDescending]
        case .plays: [isDescending, isDescending]
        case .artist: [isDescending, false, false]
        case .album: [false, isDescending, false, false]
        }
    }

    /// The number of values in a rank of the key.
    package var width: Int { directions(false).count }
}
