// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Titles that are just what was typed.
extension CatalogQueries {
    /// So many titles are compared one by one; of more, those that are equal are looked up.
    private static let comparedTitles = 64

    /// Those of the rows whose titles have these words and no others, in ascending order.
    ///
    /// Among very many, a title that differs in signs alone does not count as equal.
    func exactTitles(_ words: String, _ rows: [Int64], _ sql: QuerySQL) throws(SQLiteError) -> [Int64] {
        guard rows.count > Self.comparedTitles else {
            let statement = try connection.cached("SELECT title FROM search WHERE rowid = ?")
            // A title that is much longer has other words, too.
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
        let equal = SearchTier(kind: sql.kind, fit: .exactTitle, rows: try equalTitles(words, sql.kind))
        var others = SearchTier(kind: sql.kind, fit: .exactTitle, rows: rows)
        others.remove(equal.rows)
        var exact = SearchTier(kind: sql.kind, fit: .exactTitle, rows: rows)
        exact.remove(others.rows)
        return exact.rows
    }

    private func equalTitles(_ title: String, _ kind: SearchKind) throws(SQLiteError) -> [Int64] {
        // Folders of all places have no order of their own to look in.
        guard kind != .folder else { return [] }
        let isName = kind != .album && kind != .track
        let statement = try connection.cached(
            text: isName
                ? "SELECT id, title FROM \(kind.table) WHERE folded = ?"
                : "SELECT id, title FROM \(kind.table) WHERE sort = ? ORDER BY id LIMIT \(Self.tierLimit)")
        statement.bind(1, isName ? title : SortKey.make(folded: title))
        return try statement.all { (id: $0.integer(0), title: $0.text(1)) }
            .filter { TextFolding.fold($0.title) == title }.map(\.id)
    }
}
