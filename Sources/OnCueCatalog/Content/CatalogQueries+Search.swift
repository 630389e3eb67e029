// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Words of a person, made ready for the full-text index.
struct SearchWords: Equatable, Sendable {
    /// More words than this narrow nothing down any further.
    private static let wordLimit = 16
    private static let wordLength = 64

    /// The words as one folded text, to be compared with titles.
    let folded: String
    /// The query in the language of FTS5; every word is quoted, so nothing a person types has a meaning there.
    let expression: String

    /// `nil` when there is no letter and no digit in the text.
    init?(_ text: String) {
        folded = String(TextFolding.fold(text).prefix(256))
        let words = folded.unicodeScalars.split { !Self.isPartOfWord($0) }
            .prefix(Self.wordLimit).map { String(String.UnicodeScalarView($0.prefix(Self.wordLength))) }
        guard !words.isEmpty else { return nil }
        expression = words.map { "\"" + $0 + "\"*" }.joined(separator: " ")
    }

    /// Letters, marks within words and digits, as the unicode61 tokenizer divides text.
    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}

extension CatalogQueries {
    /// Items that match every word: exact titles, then titles that begin so, then the rest by relevance; among
    /// equals artists, then albums, then tracks.
    func search(_ words: SearchWords, offset: Int, limit: Int) throws(SQLiteError) -> (total: Int, [CatalogNode]) {
        let counting = try connection.cached("SELECT COUNT(*) FROM search WHERE search MATCH ?")
        counting.bind(1, words.expression)
        let total = try counting.first { $0.int(0) } ?? 0
        guard offset < total else { return (total, []) }
        let statement = try connection.cached(
            """
            SELECT rowid FROM search WHERE search MATCH ?1
            ORDER BY CASE WHEN title = ?2 THEN 0 WHEN substr(title, 1, length(?2)) = ?2 THEN 1 ELSE 2 END,
                rowid & 3, bm25(search, 8.0, 1.0), title, rowid
            LIMIT ?3 OFFSET ?4
            """)
        statement.bind(1, words.expression)
        statement.bind(2, words.folded)
        statement.bind(3, limit)
        statement.bind(4, offset)
        let rows = try statement.all { $0.integer(0) }
        return (total, rows.compactMap(SearchKind.item(ofRow:)).map(Self.node))
    }

    private static func node(_ item: (kind: SearchKind, id: Int64)) -> CatalogNode {
        switch item.kind {
        case .artist: .artist(item.id)
        case .album: .album(item.id)
        case .track: .track(item.id)
        }
    }
}
