// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// Changes of the search index, which are collected and applied in the order of its rows: if the order of rows goes
/// back and forth, the index writes a separate piece each time.
struct SearchChanges {
    struct Change {
        var isRemoval = false
        var text: SearchText?
    }

    private(set) var rows: [Int64: Change] = [:]

    mutating func add(_ row: Int64, _ text: SearchText) {
        rows[row, default: Change()].text = text
    }

    mutating func remove(_ row: Int64) {
        rows[row] = Change(isRemoval: true)
    }
}

extension CatalogWriter {
    /// Writes the changes that a batch has collected.
    func updateSearch() throws(SQLiteError) {
        for row in pending.search.rows.keys.sorted() {
            guard let change = pending.search.rows[row] else { continue }
            if change.isRemoval { try removeFromSearch(row) }
            if let text = change.text { try addToSearch(row, text) }
        }
        pending.search = SearchChanges()
    }

    private func addToSearch(_ row: Int64, _ text: SearchText) throws(SQLiteError) {
        let statement = try connection.cached(
            "INSERT INTO search (rowid, title, artist, album, genre, composer) VALUES (?, ?, ?, ?, ?, ?)")
        statement.bind(1, row)
        statement.bind(2, text.title)
        statement.bind(3, text.artist)
        statement.bind(4, text.album)
        statement.bind(5, text.genre)
        statement.bind(6, text.composer)
        try statement.run()
        try remember(text.words)
        guard !text.title.unicodeScalars.contains(where: TextWords.isPartOfWord) else { return }
        let sign = try connection.cached("INSERT OR REPLACE INTO sign_names (row, folded) VALUES (?, ?)")
        sign.bind(1, row)
        sign.bind(2, text.title)
        try sign.run()
    }

    private func removeFromSearch(_ row: Int64) throws(SQLiteError) {
        let statement = try connection.cached("DELETE FROM search WHERE rowid = ?")
        statement.bind(1, row)
        try statement.run()
        let sign = try connection.cached("DELETE FROM sign_names WHERE row = ?")
        sign.bind(1, row)
        try sign.run()
    }

    /// Stores words for typing mistakes; recently stored ones cost nothing.
    ///
    /// Words outlive the items that they came from: a word without an item finds nothing.
    func remember(_ words: [String]) throws(SQLiteError) {
        for word in words where knownWords.insert(word).inserted {
            let statement = try connection.cached("INSERT OR IGNORE INTO words (word, reversed) VALUES (?, ?)")
            statement.bind(1, word)
            statement.bind(2, Vocabulary.reversed(word))
            try statement.run()
        }
    }
}
