// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Composers, sort names, compilations, and the listening history.
///
/// Known files lack the new fields, so they get fingerprints that no file has: the next scan reads them again, and they
/// keep identity and age. The listening columns mirror the listening file, which is authoritative; their indexes are
/// partial, so that a first scan does not pay for them.
enum M0002AddListeningAndComposers {
    static let migration = Migration(number: 2, sql: columns + tables + indexes + "UPDATE tracks SET modified = -1;")

    private static let columns = """
        ALTER TABLE catalog ADD COLUMN composers INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE catalog ADD COLUMN listening_change INTEGER NOT NULL DEFAULT 0;

        ALTER TABLE tracks ADD COLUMN alias TEXT;
        ALTER TABLE tracks ADD COLUMN is_explicit INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tracks ADD COLUMN play_count INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tracks ADD COLUMN skip_count INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tracks ADD COLUMN last_played INTEGER;
        ALTER TABLE tracks ADD COLUMN resume_position INTEGER;
        ALTER TABLE tracks ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0;

        ALTER TABLE albums ADD COLUMN alias TEXT;
        ALTER TABLE albums ADD COLUMN artist_sort TEXT NOT NULL DEFAULT '';
        ALTER TABLE albums ADD COLUMN date TEXT;
        ALTER TABLE albums ADD COLUMN is_compilation INTEGER NOT NULL DEFAULT 0;

        """

    private static let tables = """
        CREATE TABLE composers (
            id INTEGER PRIMARY KEY,
            key INTEGER NOT NULL UNIQUE,
            folded TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            sort TEXT NOT NULL,
            album_count INTEGER NOT NULL DEFAULT 0,
            single_count INTEGER NOT NULL DEFAULT 0,
            track_count INTEGER NOT NULL DEFAULT 0
        );

        CREATE TABLE track_composers (
            track_id INTEGER NOT NULL,
            composer_id INTEGER NOT NULL,
            PRIMARY KEY (track_id, composer_id)
        ) WITHOUT ROWID;

        CREATE TABLE composer_albums (
            composer_id INTEGER NOT NULL,
            sort TEXT NOT NULL,
            album_id INTEGER NOT NULL,
            track_count INTEGER NOT NULL,
            PRIMARY KEY (composer_id, sort, album_id)
        ) WITHOUT ROWID;

        CREATE TABLE composer_singles (
            composer_id INTEGER NOT NULL,
            sort TEXT NOT NULL,
            track_id INTEGER NOT NULL,
            PRIMARY KEY (composer_id, sort, track_id)
        ) WITHOUT ROWID;

        """

    private static let indexes = """
        CREATE INDEX composers_by_title ON composers (sort);
        CREATE INDEX composers_of_album ON composer_albums (album_id);
        CREATE INDEX albums_by_artist ON albums (artist_sort, year, sort);
        CREATE INDEX albums_by_year ON albums (year, sort);
        CREATE INDEX compilations ON albums (sort) WHERE is_compilation = 1;
        CREATE INDEX albums_by_alias ON albums (alias) WHERE alias IS NOT NULL;
        CREATE INDEX tracks_by_alias ON tracks (alias) WHERE alias IS NOT NULL;
        CREATE INDEX tracks_by_age ON tracks (added DESC, play_count);
        CREATE INDEX tracks_most_played ON tracks (play_count DESC, last_played DESC) WHERE play_count > 0;
        CREATE INDEX tracks_last_played ON tracks (last_played DESC) WHERE last_played IS NOT NULL;
        CREATE INDEX tracks_unfinished ON tracks (last_played DESC) WHERE resume_position IS NOT NULL;
        CREATE INDEX favourite_tracks ON tracks (sort) WHERE favourite = 1;

        """
}
