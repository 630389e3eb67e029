// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A parsed query of the content: the conditions on items, their order, and the maximum number of results.
///
/// The language is described in `Documentation/query-language.md`.
package struct ContentQuery: Sendable, Equatable {
    /// The longest text, in characters.
    package static let lengthLimit = 1000
    /// The maximum number of conditions in one query.
    package static let termLimit = 64
    /// The deepest nesting of parentheses.
    package static let nestingLimit = 16
    /// The largest `limit:`.
    package static let largestLimit = 10_000

    package var condition: QueryCondition
    /// The order of the results; empty for the best matches first.
    package var order: [QueryOrder]
    package var limit: Int?
    /// The playing time into which all results together fit, greater than zero.
    package var playingTime: Duration?

    package init(
        condition: QueryCondition, order: [QueryOrder] = [], limit: Int? = nil, playingTime: Duration? = nil
    ) {
        self.condition = condition
        self.order = order
        self.limit = limit
        self.playingTime = playingTime
    }

    /// Parses the text; never traps, whatever the text contains.
    ///
    /// - Throws: `invalidQuery` with the column of the mistake.
    /// - Complexity: O(*n*).
    package init(_ text: String) throws(ContentError) {
        var parser = try QueryParser(text)
        self = try parser.query()
    }

    /// Whether the query has neither conditions, nor an order, nor a limit.
    package var isBlank: Bool { condition == .all([]) && order.isEmpty && !isLimited }

    /// Whether the query limits the number of results, or their playing time.
    package var isLimited: Bool { limit != nil || playingTime != nil }

    /// Whether every result has to have two texts in one field, as with `genre:folk genre:jazz`.
    package var asksTwiceForAField: Bool {
        guard case .all(let conditions) = condition else { return false }
        let fields = conditions.compactMap { condition in
            if case .text(let text) = condition { text.field } else { nil }
        }
        return Set(fields).count < fields.count
    }

    /// Returns the items up to the first with which the total would exceed ``playingTime``; those of unknown length
    /// take no time, and one that is too long by itself is skipped.
    ///
    /// - Returns: The items, and whether there was one too many.
    package func fitting(_ items: [ContentNode]) -> (items: [ContentNode], isFull: Bool) {
        guard let playingTime else { return (items, false) }
        var total = Duration.zero
        let possible = items.filter { ($0.duration ?? .zero) <= playingTime }
        let fitting = possible.prefix { item in
            total += item.duration ?? .zero
            return total <= playingTime
        }
        return (Array(fitting), fitting.count < possible.count)
    }
}

/// A condition on items.
package indirect enum QueryCondition: Sendable, Equatable {
    case text(QueryText)
    case number(QueryNumberField, ClosedRange<Int64>)
    case time(QueryTimeField, QueryTimeSpan)
    case kind(Set<ContentKind>)
    case flag(QueryFlag)
    case not(QueryCondition)
    /// All of these; an empty list matches everything.
    case all([QueryCondition])
    /// At least one of these.
    case any([QueryCondition])
}

/// A sequence of words to find.
package struct QueryText: Sendable, Equatable {
    /// The field to search; `nil` for any.
    package var field: QueryTextField?
    /// The text as it was written.
    package var text: String
    /// The text without case and accents.
    package var folded: String
    /// The words of the text; empty for a text such as `!!!`, which then matches literally, at the beginning of a word.
    package var words: [String]
    /// Whether the last word is complete, and not just a beginning.
    package var isWhole: Bool

    package init(field: QueryTextField? = nil, _ text: String, isWhole: Bool = false) {
        self.field = field
        self.text = text
        folded = TextFolding.fold(text)
        words = TextWords.divide(folded: folded)
        self.isWhole = isWhole
    }

    /// Case and accents make no difference.
    package static func == (left: QueryText, right: QueryText) -> Bool {
        (left.field, left.folded, left.isWhole) == (right.field, right.folded, right.isWhole)
    }
}

/// One key of the order of results.
package struct QueryOrder: Sendable, Equatable {
    package var key: QueryOrderKey
    package var isDescending: Bool

    package init(_ key: QueryOrderKey, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }
}
