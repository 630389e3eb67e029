// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a query can ask about one item; sources other than the catalog fill it and let ``ContentQuery/matches(_:now:)``
/// decide.
package struct QueryRow: Sendable, Equatable {
    package var kind: ContentKind
    package var title: String
    /// Of the item and of its album; the publisher of a podcast.
    package var artists: [String]
    package var album: String?
    package var genres: [String]
    package var composers: [String]
    package var folder: String?
    package var numbers: [QueryNumberField: Int64]
    package var times: [QueryTimeField: Int64]
    package var flags: Set<QueryFlag>

    package init(
        kind: ContentKind, title: String, artists: [String] = [], album: String? = nil, genres: [String] = [],
        composers: [String] = [], folder: String? = nil, numbers: [QueryNumberField: Int64] = [:],
        times: [QueryTimeField: Int64] = [:], flags: Set<QueryFlag> = []
    ) {
        self.kind = kind
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

    fileprivate func texts(_ field: QueryTextField?) -> [String] {
        switch field {
        case .title: [title]
        case .artist: artists
        case .album: album.map { [$0] } ?? []
        case .genre: genres
        case .composer: composers
        case .folder: folder.map { [$0] } ?? []
        case nil: [title] + artists + (album.map { [$0] } ?? []) + genres + composers
        }
    }
}

extension ContentQuery {
    /// True when the item is what is asked for; `now` is in seconds since 1970.
    ///
    /// - Complexity: O(terms · length of the texts).
    package func matches(_ row: QueryRow, now: Int64) -> Bool { condition.matches(row, now: now) }
}

extension QueryCondition {
    func matches(_ row: QueryRow, now: Int64) -> Bool {
        switch self {
        case .text(let text): row.texts(text.field).contains { text.isIn($0) }
        case .number(let field, let range): row.numbers[field].map(range.contains) ?? false
        case .time(let field, let span): row.times[field].map(span.seconds(now: now).contains) ?? false
        case .kind(let kinds): kinds.contains(row.kind)
        case .flag(let flag): row.flags.contains(flag)
        case .not(let inner): !inner.matches(row, now: now)
        case .all(let parts): parts.allSatisfy { $0.matches(row, now: now) }
        case .any(let parts): parts.contains { $0.matches(row, now: now) }
        }
    }
}

extension QueryText {
    /// True when the words stand in the text one behind the other, the last at least with its beginning.
    package func isIn(_ text: String) -> Bool {
        let text = TextFolding.fold(text)
        guard let last = words.last else {
            return !folded.isEmpty
                && (text.hasPrefix(folded) || text.split(separator: " ").contains { $0.hasPrefix(folded) })
        }
        let others = TextWords.divide(folded: text)
        guard others.count >= words.count else { return false }
        return (0...(others.count - words.count)).contains { start in
            let stretch = others[start..<(start + words.count)]
            guard stretch.dropLast().elementsEqual(words.dropLast()), let end = stretch.last else { return false }
            return isWhole ? end == last : end.hasPrefix(last)
        }
    }
}
