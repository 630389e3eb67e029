// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A text that was typed into the search of a desktop, and the choice of the found items that are shown for it.
///
/// Desktops divide the text at spaces; all terms must match. A term that is unfinished, such as `genre:`, is left out,
/// and a text that is not a query at all is searched as words.
package struct DesktopSearch: Sendable, Equatable {
    /// The maximum number of results.
    package static let limit = 5
    /// The longest text, in characters; longer than anything typed by hand.
    package static let lengthLimit = 300
    package static let termLimit = 24

    /// The text in the query language.
    package let text: String
    /// The words that are not part of fields, folded.
    private let words: String
    private let hasOnlyWords: Bool

    /// - Returns: `nil` if there is nothing to search for, or too much.
    package init?(_ terms: [String]) {
        let terms = terms.filter { $0.contains { !$0.isWhitespace } }
        guard !terms.isEmpty, terms.count <= Self.termLimit else { return nil }
        var length = 0
        for term in terms {
            // Not counted in characters: one letter may have a megabyte of combining marks.
            length += term.unicodeScalars.count + 1
            guard length <= Self.lengthLimit else { return nil }
        }
        guard let text = Self.query(terms) else { return nil }
        self.text = text
        let plain = terms.filter { !$0.contains(":") && QueryFlag(word: $0.lowercased()) == nil }
        hasOnlyWords = plain.count == terms.count
        words = TextWords.divide(folded: TextFolding.fold(plain.joined(separator: " "))).joined(separator: " ")
    }

    private static func query(_ terms: [String]) -> String? {
        let whole = terms.joined(separator: " ")
        if isQuery(whole) { return whole }
        let finished = terms.dropLast().joined(separator: " ")
        if terms.last?.hasSuffix(":") == true { return isQuery(finished) ? finished : nil }
        let words = TextWords.divide(folded: TextFolding.fold(whole)).joined(separator: " ")
        return isQuery(words) ? words : nil
    }

    private static func isQuery(_ text: String) -> Bool {
        guard let query = try? ContentQuery(text) else { return false }
        return !query.isBlank
    }

    /// The words that ask for the current suggestions.
    private static let askingWords: Set<String> = ["oncue", "play", "suggestions"]

    /// Whether suggestions of the moment come first.
    package var asksForSuggestions: Bool { hasOnlyWords && Self.askingWords.contains(words) }

    /// The words to search for things that are not items of the tree; `nil` for a search with a field or a flag, which
    /// only finds items.
    package var plainWords: String? { words.isEmpty || !hasOnlyWords ? nil : words }

    // MARK: Order

    /// An item that was found.
    package struct Candidate: Sendable {
        package var kind: ContentKind
        package var title: String
        /// The probability, from 0 to 1, that the user wants it at this moment, regardless of the typed text.
        package var habit: Double

        package init(kind: ContentKind, title: String, habit: Double = 0) {
            (self.kind, self.title, self.habit) = (kind, title, habit)
        }
    }

    /// Returns the indices of the best candidates, best first.
    ///
    /// An album, artist, podcast, station or playlist whose title equals the typed text comes first. The others are
    /// ordered by the product of how well the text fits and of the habit; equal ones stay in their order.
    ///
    /// - Complexity: O(*n* log *n*).
    package func best(_ candidates: [Candidate], limit: Int = DesktopSearch.limit) -> [Int] {
        let ranks = candidates.map(rank)
        return candidates.indices.sorted { left, right in
            if ranks[left].isNamed != ranks[right].isNamed { return ranks[left].isNamed }
            if ranks[left].score != ranks[right].score { return ranks[left].score > ranks[right].score }
            return left < right
        }.prefix(limit).map(\.self)
    }

    /// Returns the relevance of a candidate, from 0 to 1.
    package func relevance(of candidate: Candidate) -> Double { rank(candidate).score / Self.largestScore }

    private static let collections: Set<ContentKind> = [.album, .artist, .podcast, .station, .playlist]
    /// The additional weight of the most habitual item, relative to one that was never played.
    private static let habitWeight = 4.0
    private static let largestScore = 1 + habitWeight

    private func rank(_ candidate: Candidate) -> (isNamed: Bool, score: Double) {
        let fit = words.isEmpty ? .elsewhere : QueryFit(of: words, to: candidate.title)
        let isNamed = fit == .exactTitle && Self.collections.contains(candidate.kind)
        // The square root reaches one half at a quarter: among hundreds of items, one tenth is a strong habit.
        let habit = max(0, min(1, candidate.habit)).squareRoot()
        return (isNamed, Self.weight(of: fit) * (1 + Self.habitWeight * habit))
    }

    private static func weight(of fit: QueryFit) -> Double {
        switch fit {
        case .exactTitle: 1
        case .titleBegins: 0.8
        case .inTitle: 0.6
        case .elsewhere: 0.4
        case .corrected: 0.2
        }
    }
}
