// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A query that is being typed, divided at its last word.
package struct UnfinishedQuery: Sendable, Equatable {
    /// The meaning of the last word.
    package enum Part: Sendable, Equatable {
        /// A word, or the beginning of the name of a field or of a flag; may be empty.
        case word(String)
        /// The text after the name of a field.
        case value(field: String, String)
    }

    /// A suggested word, and its meaning.
    package struct Choice: Sendable, Equatable {
        package var word: String
        package var meaning: String
    }

    /// Everything before the last word, or before its value.
    package let head: String
    package let part: Part
    /// Whether the value begins with a quote.
    private let isQuoted: Bool

    /// Parses the text; never traps, whatever the text contains.
    ///
    /// - Returns: `nil` if the last word is complete: a text with its closing quote.
    /// - Complexity: O(*n*).
    package init?(_ text: String) {
        var start = text.startIndex
        var isInside = false
        for index in text.indices {
            if text[index] == "\"" { isInside.toggle() }
            if !isInside, text[index].isWhitespace || text[index] == "(" { start = text.index(after: index) }
        }
        var word = text[start...]
        if word.first == "-", word.count > 1 {
            word = word.dropFirst()
        }
        let colon = word.firstIndex(of: ":")
        let field = colon.map { word[..<$0].lowercased() }.flatMap { ContentQuery.fieldNames.contains($0) ? $0 : nil }
        guard let colon, let field else {
            guard !word.contains("\"") else { return nil }
            head = String(text[..<word.startIndex])
            part = .word(String(word))
            isQuoted = false
            return
        }
        let begin = word.index(after: colon)
        var value = word[begin...]
        isQuoted = value.first == "\""
        if isQuoted {
            value = value.dropFirst()
            guard !value.contains("\"") else { return nil }
        }
        head = String(text[..<begin])
        part = .value(field: field, String(value))
    }

    /// Returns the whole query with a value in place of the last one: in quotes if it has one already, otherwise with
    /// `-` between its words, which no shell needs quoted and which finds the same items.
    package func completed(by value: String) -> String {
        let words = value.unicodeScalars.split { !TextWords.isPartOfWord($0) }.map { String($0) }
        guard isQuoted || words.isEmpty else { return head + words.joined(separator: "-") }
        return head + "\"" + value.filter { $0 != "\"" && $0 != "\\" } + "\""
    }

    /// Returns the kind of the items whose titles are the values of a field; `nil` for a field with other values.
    package static func kind(of field: String) -> ContentKind? {
        switch field {
        case "artist": .artist
        case "album": .album
        case "genre": .genre
        case "composer": .composer
        default: nil
        }
    }

    /// The fields, flags and values that begin like the last word and that need no library, as whole queries.
    package var choices: [Choice] {
        let (typed, all): (String, [(String, String)]) =
            switch part {
            case .word(let word): (word, Self.fields + Self.flags)
            case .value(let field, let text): (text, Self.values(of: field))
            }
        let wanted = typed.lowercased()
        return all.filter { $0.0.hasPrefix(wanted) }.map { Choice(word: head + $0.0, meaning: $0.1) }
    }

    private static let flags = [
        ("unplayed", "never heard"), ("favourite", "marked as favourite"), ("compilation", "by several artists"),
        ("unfinished", "left at a position"),
    ]

    private static let fields = ContentQuery.fieldNames.map { ($0 + ":", meanings[$0] ?? "") }

    private static let meanings = [
        "artist": "who plays it", "album": "the album", "title": "the title", "genre": "the genre",
        "composer": "who wrote it", "folder": "a folder above the file", "year": "1969 or 1960..1969",
        "plays": "how often it was heard", "skips": "how often it was skipped", "stars": ">=4",
        "disc": "the number of the disc", "track": "the number on the disc", "length": "<5m or >20m",
        "added": "<30d for the last 30 days", "played": "2024 or <7d", "path": "as folder:",
        "starts": "2027 or 2027-03, of events", "after": "today or 2027-03: on that day or later, of events",
        "before": "before that day, of events", "on": "on that day, of events",
        "kind": "album, track, podcast …", "is": "unplayed, favourite …", "sort": "the order",
        "limit": "the most results",
    ]

    private static func values(of field: String) -> [(String, String)] {
        switch field {
        case "kind":
            [
                ContentKind.artist, .album, .track, .genre, .composer, .folder, .playlist, .podcast, .episode, .station,
                .event,
            ]
            .map { ($0.rawValue, "") }
        case "is": flags
        case "sort": QueryOrderKey.allCases.flatMap { [($0.rawValue, ""), ("-" + $0.rawValue, "downwards")] }
        case "stars": [(">=4", "four or five"), ("5", "five"), (">0", "rated at all")]
        case "after", "before", "on": [("today", ""), ("tomorrow", "")]
        case "added", "played":
            [("<7d", "in the last week"), ("<30d", "in the last month"), ("<1y", "in the last year")]
        case "length": [("<5m", "short"), (">20m", "long")]
        case "plays", "skips": [("0", "never"), (">0", "at least once"), (">5", "more than five times")]
        default: []
        }
    }
}
