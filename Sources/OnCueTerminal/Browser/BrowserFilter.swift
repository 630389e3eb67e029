// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore

/// What a row must have: all words of a text, in its title or its subtitle.
struct BrowserMatcher: Sendable, Equatable {
    /// Tells this reading of the rows from every other, so that late answers do no harm.
    let round: Int
    let text: String
    private let words: [String]

    init(_ text: String, round: Int) {
        self.text = text
        self.round = round
        words = TextFolding.fold(text).split(separator: " ").map(String.init)
    }

    func isMatch(_ record: ContentRecord) -> Bool {
        let text = TextFolding.fold(record.title + " " + record.subtitle)
        return words.allSatisfy { text.contains($0) }
    }

    /// Whether nothing matches this that does not match the other.
    func isNarrower(than other: BrowserMatcher) -> Bool {
        other.words.allSatisfy { word in words.contains { $0.contains(word) } }
    }
}

/// What one step of a filter has found.
struct BrowserFilterStep: Sendable {
    /// The first row that was looked at, and how many were.
    let offset: Int
    let looked: Int
    /// How many there are in all.
    let total: Int
    let matches: [ContentRecord]

    /// Looks at the rows of a page; takes a while, so not for the one who answers to keys.
    init(_ listing: ContentListing, _ matcher: BrowserMatcher) {
        offset = listing.offset
        // A list that has become shorter has no more.
        looked = listing.items.isEmpty ? max(0, listing.total - listing.offset) : listing.items.count
        total = listing.total
        matches = listing.items.filter(matcher.isMatch)
    }
}

/// The rows of a container that match a text, found page by page.
struct BrowserFilter: Sendable {
    /// When this many rows are found, no more are looked for; nobody reads more.
    static let limit = 1000

    let matcher: BrowserMatcher
    private(set) var matches: [ContentRecord] = []
    /// How many rows have been looked at, and of how many.
    private(set) var looked = 0
    private(set) var total: Int?

    init(_ matcher: BrowserMatcher) {
        self.matcher = matcher
    }

    var text: String { matcher.text }

    /// Whether nothing more must be read.
    var isComplete: Bool { matches.count >= Self.limit || total.map { looked >= $0 } ?? false }

    /// Whether there are rows that were not looked at although all was found that is shown.
    var isCut: Bool { matches.count >= Self.limit && total.map { looked < $0 } ?? true }

    /// Takes the step that follows those before; any other is left alone.
    mutating func take(_ step: BrowserFilterStep) {
        guard step.offset == looked else { return }
        total = step.total
        looked += step.looked
        matches += step.matches
    }

    /// Takes a row out that is no more.
    mutating func drop(_ identifier: String) {
        matches.removeAll { $0.identifier == identifier }
    }

    /// The filter for a longer text, which has to look again only at what was found; `nil` where that does not do.
    func narrowed(to matcher: BrowserMatcher) -> BrowserFilter? {
        guard matcher.isNarrower(than: self.matcher) else { return nil }
        var narrowed = BrowserFilter(matcher)
        narrowed.matches = matches.filter(matcher.isMatch)
        narrowed.looked = looked
        narrowed.total = total
        return narrowed
    }

    /// The same, as far as it had come, for answers of a new round.
    func resumed(round: Int) -> BrowserFilter {
        var resumed = BrowserFilter(BrowserMatcher(text, round: round))
        resumed.matches = matches
        resumed.looked = looked
        resumed.total = total
        return resumed
    }
}
