// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The fields of one item that a query can use; sources other than the catalog fill it, and ``QueryRowSearch``
/// evaluates it.
package struct QueryRow: Sendable, Equatable {
    package var kind: ContentKind
    /// The number of the item in its source.
    package var number: Int64
    package var title: String
    /// The artists of the item and of its album; for a podcast, its publisher.
    package var artists: [String]
    package var album: String?
    package var genres: [String]
    package var composers: [String]
    package var folder: String?
    package var numbers: [QueryNumberField: Int64]
    package var times: [QueryTimeField: Int64]
    package var flags: Set<QueryFlag>
    /// The text that replaces the title for sorting, or `nil` if the title is used.
    package var sort: String?

    package init(
        kind: ContentKind, number: Int64 = 0, title: String, artists: [String] = [], album: String? = nil,
        genres: [String] = [], composers: [String] = [], folder: String? = nil,
        numbers: [QueryNumberField: Int64] = [:], times: [QueryTimeField: Int64] = [:], flags: Set<QueryFlag> = []
    ) {
        self.kind = kind
        self.number = number
        self.title = title
        self.artists = artists
        self.album = album
        self.genres = genres
        self.composers = composers
        self.folder = folder
        self.numbers = numbers
        self.times = times
        self.flags = flags
    }

    /// Adds the listening history of the item; without a record, it has never been played.
    package mutating func add(_ record: ListeningRecord?) {
        let record = record ?? ListeningRecord()
        numbers[.plays] = Int64(record.playCount)
        numbers[.skips] = Int64(record.skipCount)
        numbers[.stars] = record.stars.map { Int64($0.halves) }
        times[.played] = record.lastPlayed
        if record.playCount == 0 { flags.insert(.unplayed) }
        if record.isFavourite { flags.insert(.favourite) }
        if record.position != nil { flags.insert(.unfinished) }
    }

    /// Returns the texts to search for words.
    func texts(_ field: QueryTextField?) -> [String] {
        switch field {
        case .title: [title]
        // An artist's name is the artist field of other items; likewise for albums, genres and composers.
        case .artist: kind == .artist ? [title] : artists
        case .album: kind == .album ? [title] : album.map { [$0] } ?? []
        case .genre: kind == .genre ? [title] : genres
        case .composer: kind == .composer ? [title] : composers
        case .folder: (kind == .folder ? [title] : []) + (folder.map { [$0] } ?? [])
        case nil: [title] + artists + (album.map { [$0] } ?? []) + genres + composers
        }
    }
}

extension ContentQuery {
    /// Returns whether the item matches the condition; `now` is in seconds since 1970.
    ///
    /// - Complexity: O(terms · length of the texts).
    package func matches(_ row: QueryRow, now: Int64) -> Bool {
        var texts = QueryRowTexts(row)
        return condition.matches(row, &texts, now: now)
    }
}

extension QueryCondition {
    func matches(_ row: QueryRow, _ texts: inout QueryRowTexts, now: Int64) -> Bool {
        switch self {
        case .text(let text): return texts.contains(text)
        case .number(let field, let range):
            // An item without a year is not in any range of years.
            guard let number = row.numbers[field] else { return false }
            return range.contains(number)
        case .time(let field, let span): return row.times[field].map(span.seconds(now: now).contains) ?? false
        case .kind(let kinds): return kinds.contains(row.kind)
        case .flag(let flag): return row.flags.contains(flag)
        case .not(let inner): return !inner.matches(row, &texts, now: now)
        case .all(let parts): return parts.allSatisfy { $0.matches(row, &texts, now: now) }
        case .any(let parts):
            // Tracks have every field; for other kinds, a branch of the condition with fields that they lack finds
            // nothing.
            return parts.contains { $0.matches(row, &texts, now: now) && (row.kind == .track || $0.suits(row.kind)) }
        }
    }
}

/// The texts of one row, folded and divided on first use.
struct QueryRowTexts {
    private let row: QueryRow
    private var known: [QueryTextField?: [FoldedText]] = [:]

    init(_ row: QueryRow) {
        self.row = row
    }

    mutating func contains(_ text: QueryText) -> Bool {
        if let texts = known[text.field] { return texts.contains { text.isIn($0) } }
        let texts = row.texts(text.field).map { FoldedText($0) }
        known[text.field] = texts
        return texts.contains { text.isIn($0) }
    }

    /// Returns all words of the row, to compare with mistyped ones.
    mutating func words() -> [String] {
        let texts = known[nil] ?? row.texts(nil).map { FoldedText($0) }
        known[nil] = texts
        return texts.flatMap(\.words)
    }
}

/// A text prepared for finding words in it.
struct FoldedText {
    let folded: String
    let words: [String]

    init(_ text: String) {
        folded = TextFolding.fold(text)
        words = TextWords.divide(folded: folded)
    }
}

extension QueryText {
    /// Returns whether the text contains the words in sequence, the last of them at least as the beginning of a word.
    package func isIn(_ text: String) -> Bool { isIn(FoldedText(text)) }

    func isIn(_ text: FoldedText) -> Bool {
        guard let last = words.last else {
            return !folded.isEmpty
                && (text.folded.hasPrefix(folded)
                    || text.folded.split(separator: " ").contains { $0.hasPrefix(folded) })
        }
        let others = text.words
        guard others.count >= words.count else { return false }
        return (0...(others.count - words.count)).contains { start in
            let stretch = others[start..<(start + words.count)]
            guard stretch.dropLast().elementsEqual(words.dropLast()), let end = stretch.last else { return false }
            return isWhole ? end == last : end.hasPrefix(last)
        }
    }
}
