// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore

/// The rows of a container whose title or subtitle has all words of a text, found page by page.
struct BrowserFilter: Sendable {
    /// The most rows that are kept; nobody reads more.
    static let limit = 1000

    let text: String
    private let words: [String]
    private(set) var matches: [ContentRecord] = []
    /// How many rows have been looked at, and of how many.
    private(set) var looked = 0
    private(set) var total: Int?

    init(_ text: String) {
        self.text = text
        words = TextFolding.fold(text).split(separator: " ").map(String.init)
    }

    /// Whether nothing more must be read.
    var isComplete: Bool { matches.count >= Self.limit || total.map { looked >= $0 } ?? false }

    mutating func take(_ listing: ContentListing) {
        guard listing.offset == looked else { return }
        total = listing.total
        looked += listing.items.count
        // A list that has become shorter has no more.
        if listing.items.isEmpty { looked = listing.total }
        matches += listing.items.filter(isMatch).prefix(Self.limit - matches.count)
    }

    private func isMatch(_ record: ContentRecord) -> Bool {
        let text = TextFolding.fold(record.title + " " + record.subtitle)
        return words.allSatisfy { text.contains($0) }
    }
}
