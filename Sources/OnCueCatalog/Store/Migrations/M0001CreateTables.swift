// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The first schema of the catalog.
///
/// Every listing of the content tree has an index in its order. The displayed details of its items (counts, playing
/// time, the artist of an album) are stored with the item and updated with each batch.
enum M0001CreateTables {
    static let migration = Migration(number: 1, sql: tables + indexes)

    private static let tables = """
        CREATE TABLE catalog (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            revision INTEGER NOT NULL,
            tracks INTEGER NOT NULL DEFAULT 0,
            albums INTEGER NOT NULL DEFAULT 0,
            artists INTEGER NOT NULL DEFAULT 0,
            genres INTEGER NOT NULL DEFAULT 0,
            duration INTEGER NOT NULL DEFAULT 0
        );
        INSERT INTO catalog (id, revision) VALUES (1, 1);

        CREATE TABLE library_roots (path BLOB PRIMARY KEY) WITHOUT ROWID;

        CREATE TABLE folders (
            id INTEGER PRIMARY KEY,
            key INTEGER NOT NULL UNIQUE,
            path BLOB NOT NULL UNIQUE,
            parent_id INTEGER,
            title TEXT NOT NULL,
            sort TEXT NOT NULL,
            is_root INTEGER NOT NULL DEFAULT 0,
            folder_count INTEGER NOT NULL DEFAULT 0,
            track_count INTEGER NOT NULL DEFAULT 0
        );

        CREATE TABLE tracks (
            id INTEGER PRIMARY KEY,
            key INTEGER NOT NULL UNIQUE,
            folder_id INTEGER NOT NULL,
            name BLOB NOT NULL,
            name_sort TEXT NOT NULL,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            added INTEGER NOT NULL,
            title TEXT NOT NULL,
            sort TEXT NOT NULL,
            album_id INTEGER,
            position INTEGER NOT NULL,
            disc INTEGER,
            disc_total INTEGER,
            number INTEGER,
            number_total INTEGER,
            artists TEXT,
            album_artists TEXT,
            composers TEXT,
            genres TEXT,
            date TEXT,
            year INTEGER,
            duration INTEGER,
            is_compilation INTEGER NOT NULL,
            recording TEXT,
            track_gain REAL,
            track_peak REAL,
            album_gain REAL,
            album_peak REAL,
            bit_rate INTEGER,
            sample_rate INTEGER,
            channels INTEGER
        );

        CREATE TABLE albums (
            id INTEGER PRIMARY KEY,
            key INTEGER NOT NULL UNIQUE,
            identity TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            sort TEXT NOT NULL,
            artist TEXT NOT NULL DEFAULT '',
            year INTEGER NOT NULL DEFAULT 9999,
            added INTEGER NOT NULL DEFAULT 0,
            track_count INTEGER NOT NULL DEFAULT 0,
            duration INTEGER NOT NULL DEFAULT 0,
            first_track INTEGER
        );

        CREATE TABLE artists (
            id INTEGER PRIMARY KEY,
            key INTEGER NOT NULL UNIQUE,
            folded TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            sort TEXT NOT NULL,
            album_count INTEGER NOT NULL DEFAULT 0,
            single_count INTEGER NOT NULL DEFAULT 0,
            track_count INTEGER NOT NULL DEFAULT 0
        );

        CREATE TABLE genres (
            id INTEGER PRIMARY KEY,
            key INTEGER NOT NULL UNIQUE,
            folded TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            sort TEXT NOT NULL,
            album_count INTEGER NOT NULL DEFAULT 0,
            single_count INTEGER NOT NULL DEFAULT 0,
            track_count INTEGER NOT NULL DEFAULT 0
        );

        CREATE TABLE track_artists (
            track_id INTEGER NOT NULL,
            artist_id INTEGER NOT NULL,
            PRIMARY KEY (track_id, artist_id)
        ) WITHOUT ROWID;

        CREATE TABLE track_genres (
            track_id INTEGER NOT NULL,
            genre_id INTEGER NOT NULL,
            PRIMARY KEY (track_id, genre_id)
        ) WITHOUT ROWID;

        CREATE TABLE artist_albums (
            artist_id INTEGER NOT NULL,
            year INTEGER NOT NULL,
            sort TEXT NOT NULL,
            album_id INTEGER NOT NULL,
            track_count INTEGER NOT NULL,
            is_whole INTEGER NOT NULL,
            PRIMARY KEY (artist_id, year, sort, album_id)
        ) WITHOUT ROWID;

        CREATE TABLE genre_albums (
            genre_id INTEGER NOT NULL,
            sort TEXT NOT NULL,
            album_id INTEGER NOT NULL,
            track_count INTEGER NOT NULL,
            PRIMARY KEY (genre_id, sort, album_id)
        ) WITHOUT ROWID;

        CREATE TABLE artist_singles (
            artist_id INTEGER NOT NULL,
            sort TEXT NOT NULL,
            track_id INTEGER NOT NULL,
            PRIMARY KEY (artist_id, sort, track_id)
        ) WITHOUT ROWID;

        CREATE TABLE genre_singles (
            genre_id INTEGER NOT NULL,
            sort TEXT NOT NULL,
            track_id INTEGER NOT NULL,
            PRIMARY KEY (genre_id, sort, track_id)
        ) WITHOUT ROWID;

        CREATE TABLE unreadable_files (
            folder BLOB NOT NULL,
            name BLOB NOT NULL,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            reason TEXT NOT NULL,
            PRIMARY KEY (folder, name)
        ) WITHOUT ROWID;

        CREATE VIRTUAL TABLE search USING fts5 (title, detail, tokenize = 'unicode61 remove_diacritics 2');

        """

    private static let indexes = """
        CREATE INDEX folders_in_folder ON folders (parent_id, sort, path) WHERE parent_id IS NOT NULL;
        CREATE INDEX folders_at_top ON folders (sort, path) WHERE is_root = 1;
        CREATE UNIQUE INDEX tracks_in_folder ON tracks (folder_id, name_sort, name);
        CREATE INDEX tracks_by_title ON tracks (sort);
        CREATE INDEX tracks_of_album ON tracks (album_id, position, sort, name) WHERE album_id IS NOT NULL;
        CREATE INDEX singles_by_age ON tracks (added DESC, sort) WHERE album_id IS NULL;
        CREATE INDEX albums_by_title ON albums (sort);
        CREATE INDEX albums_by_age ON albums (added DESC, sort);
        CREATE INDEX artists_by_title ON artists (sort);
        CREATE INDEX genres_by_title ON genres (sort);
        CREATE INDEX artists_of_album ON artist_albums (album_id);
        CREATE INDEX genres_of_album ON genre_albums (album_id);
        """
}
