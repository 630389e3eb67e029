// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The index for search as you type: names of every kind, the columns that a query can name, and the words that typing
/// mistakes are compared with.
///
/// Beginnings of up to three letters are in the index; longer ones are looked up among the words. The words are added
/// as files are read, which the previous migrations cause for all of them.
enum M0004SearchByField {
    static let migration = Migration(number: 4, sql: tables + content)

    private static let tables = """
        DROP TABLE search;
        CREATE VIRTUAL TABLE search USING fts5 (
            title, artist, album, genre, composer,
            columnsize = 0, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
        );
        CREATE TABLE words (word TEXT PRIMARY KEY, reversed TEXT NOT NULL) WITHOUT ROWID;
        CREATE INDEX words_backwards ON words (reversed);
        CREATE TABLE sign_names (row INTEGER PRIMARY KEY, folded TEXT NOT NULL);
        CREATE INDEX sign_names_by_text ON sign_names (folded);

        """

    private static let content = """
        INSERT INTO search (rowid, title) SELECT id, folded FROM artists;
        INSERT INTO search (rowid, title, artist) SELECT 1099511627776 + id, title, artist FROM albums;
        INSERT INTO search (rowid, title, artist, album, genre, composer)
            SELECT 2199023255552 + t.id, t.title,
                COALESCE(replace(t.artists, char(31), ' '), '') || ' '
                    || COALESCE(replace(t.album_artists, char(31), ' '), ''),
                a.title, replace(t.genres, char(31), ' '), replace(t.composers, char(31), ' ')
            FROM tracks t LEFT JOIN albums a ON a.id = t.album_id;
        INSERT INTO search (rowid, title) SELECT 3298534883328 + id, folded FROM genres;
        INSERT INTO search (rowid, title) SELECT 4398046511104 + id, folded FROM composers;
        INSERT INTO search (rowid, title) SELECT 5497558138880 + id, title FROM folders;
        """
}
