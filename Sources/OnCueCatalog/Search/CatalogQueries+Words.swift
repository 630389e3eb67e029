// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Words of the library that match a typed word.
extension CatalogQueries {
    /// The maximum number of words that are searched one by one; if more have the same beginning, the index combines
    /// them.
    static let beginningsLimit = 24
    /// The maximum number of corrections for one mistyped word.
    static let correctionsLimit = 8

    /// Returns the words with a beginning, at most one more than ``beginningsLimit``.
    func beginnings(of word: String) throws(SQLiteError) -> [String] {
        let statement = try connection.cached("SELECT word FROM words WHERE word >= ?1 AND word < ?2 LIMIT ?3")
        statement.bind(1, word)
        statement.bind(2, Self.end(of: word))
        statement.bind(3, Self.beginningsLimit + 1)
        return try statement.all { $0.text(0) }
    }

    /// Returns the words with at most the number of mistakes that are forgiven, nearest first; empty for short words.
    ///
    /// In a word with one mistake, the first or the last half is right. In one with two, the first or the last third is
    /// right, or each contains one mistake.
    func corrections(of word: String) throws(SQLiteError) -> [String] {
        let letters = Array(word.unicodeScalars)
        let limit = EditDistance.forgiven(letters: letters.count)
        guard limit > 0, letters.count <= Vocabulary.longest else { return [] }
        var found: [String: Int] = [:]
        let part = letters.count / (limit + 1)
        let head = String(String.UnicodeScalarView(letters.prefix(part)))
        let tail = String(String.UnicodeScalarView(letters.suffix(part).reversed()))
        let sizes = (letters.count - limit)...(letters.count + limit)
        try note(
            &found, letters, limit, head, sizes,
            "SELECT word FROM words WHERE word >= ?1 AND word < ?2 AND length(word) BETWEEN ?3 AND ?4")
        try note(
            &found, letters, limit, tail, sizes,
            """
            SELECT word FROM words INDEXED BY words_backwards
            WHERE reversed >= ?1 AND reversed < ?2 AND length(reversed) BETWEEN ?3 AND ?4
            """)
        if limit > 1 {
            for head in Self.variants(Array(letters.prefix(4))) {
                try note(
                    &found, letters, limit, head, sizes,
                    "SELECT word FROM words WHERE word >= ?1 AND word < ?2 AND length(word) BETWEEN ?3 AND ?4")
            }
        }
        return found.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(Self.correctionsLimit).map(\.key)
    }

    private func note(
        _ found: inout [String: Int], _ letters: [Unicode.Scalar], _ limit: Int, _ start: String,
        _ sizes: ClosedRange<Int>, _ sql: StaticString
    ) throws(SQLiteError) {
        let statement = try connection.cached(sql)
        statement.bind(1, start)
        statement.bind(2, Self.end(of: start))
        statement.bind(3, sizes.lowerBound)
        statement.bind(4, sizes.upperBound)
        try statement.eachRow { row in
            let word = row.text(0)
            guard let distance = EditDistance.between(letters, Array(word.unicodeScalars), limit: limit), distance > 0
            else { return }
            found[word] = distance
        }
    }

    /// Returns beginnings of three letters that differ from four letters by one mistake.
    private static func variants(_ letters: [Unicode.Scalar]) -> Set<String> {
        let alphabet = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Unicode.Scalar($0) }
        var variants: Set<String> = []
        func add(_ letters: [Unicode.Scalar]) { variants.insert(String(String.UnicodeScalarView(letters.prefix(3)))) }
        for index in 0..<min(3, letters.count) {
            var shorter = letters
            shorter.remove(at: index)
            add(shorter)
            if index + 1 < letters.count {
                var swapped = letters
                swapped.swapAt(index, index + 1)
                add(swapped)
            }
            for letter in alphabet {
                var other = letters
                other[index] = letter
                add(other)
                other[index] = letters[index]
                other.insert(letter, at: index)
                add(other)
            }
        }
        return variants
    }

    /// Returns the first text after all that have a beginning.
    static func end(of start: String) -> String { start + "\u{10FFFF}" }
}
