// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// A condition on rows: all words of a text occur in the title, the subtitle or the note.
struct ListMatcher: Sendable, Equatable {
    /// Identifies this reading of the rows, so that late answers are ignored.
    let round: Int
    let text: String
    private let words: [String]

    init(_ text: String, round: Int) {
        self.text = text
        self.round = round
        words = TextFolding.fold(text).split(separator: " ").map(String.init)
    }

    func isMatch(_ row: ListRow) -> Bool {
        let text = TextFolding.fold(row.title + " " + row.subtitle + " " + row.note)
        return words.allSatisfy { text.contains($0) }
    }

    /// Returns whether every match of this also matches the other.
    func isNarrower(than other: ListMatcher) -> Bool {
        other.words.allSatisfy { word in words.contains { $0.contains(word) } }
    }
}

/// The result of one step of a filter.
struct ListFilterStep: Sendable {
    /// The index of the first row that was examined, and the number of examined rows.
    let offset: Int
    let looked: Int
    /// The total number of rows.
    let total: Int
    let matches: [ListRow]

    /// Filters the rows of a page; too slow for the thread that handles keys.
    init(_ listing: ContentListing, _ matcher: ListMatcher) { self.init(ListPage(listing), matcher) }

    /// Filters the rows of a page; too slow for the thread that handles keys.
    init(_ listing: ListPage, _ matcher: ListMatcher) {
        offset = listing.offset
        // A list that has become shorter ends here.
        looked = listing.rows.isEmpty ? max(0, listing.total - listing.offset) : listing.rows.count
        total = listing.total
        matches = listing.rows.filter(matcher.isMatch)
    }
}

/// The rows of a container that match a text, found page by page.
struct ListFilter: Sendable {
    /// The number of matches at which the search stops: more than a person reads.
    static let limit = 1000

    let matcher: ListMatcher
    private(set) var matches: [ListRow] = []
    /// The number of rows examined, and the total.
    private(set) var looked = 0
    private(set) var total: Int?

    init(_ matcher: ListMatcher) {
        self.matcher = matcher
    }

    var text: String { matcher.text }

    /// Whether no more rows have to be read.
    var isComplete: Bool { matches.count >= Self.limit || total.map { looked >= $0 } ?? false }

    /// Whether the search has stopped at the limit, with rows left to examine.
    var isCut: Bool { matches.count >= Self.limit && total.map { looked < $0 } ?? true }

    /// Adds the next step; a step at any other offset is ignored.
    mutating func take(_ step: ListFilterStep) {
        guard step.offset == looked else { return }
        total = step.total
        looked += step.looked
        matches += step.matches
    }

    /// Removes a row that no longer exists.
    mutating func drop(_ identifier: String) {
        matches.removeAll { $0.id == identifier }
    }

    /// Returns a filter for a longer text, which starts with the present matches, or `nil` if the new text is not
    /// narrower.
    func narrowed(to matcher: ListMatcher) -> ListFilter? {
        guard matcher.isNarrower(than: self.matcher) else { return nil }
        var narrowed = ListFilter(matcher)
        narrowed.matches = matches.filter(matcher.isMatch)
        narrowed.looked = looked
        narrowed.total = total
        return narrowed
    }

    /// Returns a copy, with the matches so far, for answers of a new round.
    func resumed(round: Int) -> ListFilter {
        var resumed = ListFilter(ListMatcher(text, round: round))
        resumed.matches = matches
        resumed.looked = looked
        resumed.total = total
        return resumed
    }
}
