// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Titles equal to the typed text.
extension CatalogQueries {
    /// The maximum number of titles that are compared one by one; among more, equal ones are looked up.
    private static let comparedTitles = 64
    /// The number of titles above which only those that begin with exactly these words are compared.
    private static let checkedTitles = 4

    /// Returns the rows whose titles consist of exactly these words, in ascending order.
    ///
    /// - Parameter rows: Titles that begin with the words, or the first of very many. Few are compared one by one.
    ///   Among many, a title that differs only in punctuation does not count as equal, but an equal one beyond the
    ///   first of very many does.
    func exactTitles(_ words: String, _ rows: [Int64], _ sql: QuerySQL) throws(SQLiteError) -> [Int64] {
        guard rows.count > Self.comparedTitles else {
            let rows = try rows.count > Self.checkedTitles ? whole(words, sql.kind).filter(rows.contains) : rows
            let statement = try connection.cached("SELECT title FROM search WHERE rowid = ?")
            // A title that is much longer contains other words, too.
            let longest = words.utf8.count * 2 + 8
            var exact: [Int64] = []
            for row in rows {
                statement.reset()
                statement.bind(1, sql.kind.row(row))
                let title = try statement.first { $0.text(0) } ?? ""
                guard title.utf8.count <= longest else { continue }
                if TextWords.divide(folded: TextFolding.fold(title)).joined(separator: " ") == words {
                    exact.append(row)
                }
            }
            return exact
        }
        return try equalTitles(words, sql)
    }

    /// Returns the first rows whose titles begin with exactly these words; the typed text is usually only the beginning
    /// of a word.
    private func whole(_ words: String, _ kind: SearchKind) throws(SQLiteError) -> [Int64] {
        let statement = try connection.cached(
            """
            SELECT rowid & 1099511627775 FROM search WHERE search MATCH ?1 AND rowid BETWEEN ?2 AND ?3
            ORDER BY rowid LIMIT ?4
            """)
        statement.bind(1, "{title} : ^ \"\(words)\"")
        statement.bind(2, kind.rows.lowerBound)
        statement.bind(3, kind.rows.upperBound)
        statement.bind(4, Self.tierLimit)
        return try statement.integers()
    }

    /// Returns equal titles from the whole table.
    private func equalTitles(_ title: String, _ sql: QuerySQL) throws(SQLiteError) -> [Int64] {
        let kind = sql.kind
        // The folders of all places have no common order to search in.
        guard kind != .folder else { return [] }
        let isName = kind != .album && kind != .track
        let statement = try connection.cached(
            text: """
                SELECT t.id, t.title FROM \(kind.table) t
                WHERE \(isName ? "t.folded = ?1" : "(t.sort = ?2 OR t.alias = ?1)") AND \(sql.filter)
                ORDER BY t.id LIMIT \(Self.tierLimit)
                """)
        statement.bind(1, title)
        if !isName { statement.bind(2, SortKey.make(folded: title)) }
        let first: Int32 = isName ? 2 : 3
        for (index, text) in sql.texts.enumerated() { statement.bind(first + Int32(index), text) }
        return try statement.all { (id: $0.integer(0), title: $0.text(1)) }
            .filter { TextFolding.fold($0.title) == title }.map(\.id)
    }
}
