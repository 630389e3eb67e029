// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The schema of `listening.sqlite`.
enum ListeningSchema {
    static let migrator = Migrator([
        L0001CreateTables.migration, L0002FindFavourites.migration, L0003KeepJournal.migration,
        L0004KeepBookmarks.migration, L0005NameBookmarks.migration, L0006KeepSongs.migration,
        L0007KeepStars.migration, L0008ShareListening.migration, L0009MergeErased.migration,
        L0010FindWaiting.migration, L0011KeepFirstNumbers.migration,
        L0012KeepErasures.migration,
    ])
}

/// The first schema of the listening history.
///
/// Each event gets a number, and each record has the number of its last event, so that a mirror can determine which
/// changes it has not seen yet.
enum L0001CreateTables {
    static let migration = Migration(
        number: 1,
        sql: """
            CREATE TABLE state (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                change INTEGER NOT NULL
            );
            INSERT INTO state (id, change) VALUES (1, 0);

            CREATE TABLE records (
                identifier TEXT PRIMARY KEY,
                kind TEXT NOT NULL,
                track_key INTEGER,
                title TEXT,
                location TEXT,
                play_count INTEGER NOT NULL DEFAULT 0,
                skip_count INTEGER NOT NULL DEFAULT 0,
                last_played INTEGER,
                position INTEGER,
                favourite INTEGER NOT NULL DEFAULT 0,
                change INTEGER NOT NULL
            ) WITHOUT ROWID;

            CREATE UNIQUE INDEX records_of_tracks ON records (track_key) WHERE track_key IS NOT NULL;
            CREATE INDEX records_by_time ON records (last_played DESC) WHERE last_played IS NOT NULL;
            CREATE INDEX records_by_change ON records (change);
            """)
}

/// An index to find favourites without looking at everything that was ever played.
enum L0002FindFavourites {
    static let migration = Migration(
        number: 2, sql: "CREATE INDEX records_of_favourites ON records (kind) WHERE favourite = 1;")
}

/// The journal, which begins with the time when each item was last played. Items and places are stored once, since the
/// same items are played repeatedly.
enum L0003KeepJournal {
    static let migration = Migration(
        number: 3,
        sql: """
            CREATE TABLE journal_items (
                id INTEGER PRIMARY KEY,
                identifier TEXT NOT NULL UNIQUE,
                title TEXT NOT NULL,
                artists TEXT,
                album TEXT,
                duration INTEGER,
                recording TEXT
            );

            CREATE TABLE journal_outputs (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

            CREATE TABLE journal (
                id INTEGER PRIMARY KEY,
                time INTEGER NOT NULL,
                kind TEXT NOT NULL,
                item INTEGER NOT NULL REFERENCES journal_items (id),
                position INTEGER NOT NULL,
                cause TEXT NOT NULL,
                output INTEGER REFERENCES journal_outputs (id)
            );

            CREATE INDEX journal_by_time ON journal (time);
            CREATE INDEX journal_by_item ON journal (item);

            INSERT INTO journal_items (identifier, title)
                SELECT identifier, COALESCE(title, '') FROM records WHERE last_played IS NOT NULL;
            INSERT INTO journal (time, kind, item, position, cause)
                SELECT last_played, 'stopped', journal_items.id, COALESCE(position, 0), 'user'
                FROM records JOIN journal_items ON journal_items.identifier = records.identifier;
            """)
}

/// Dislikes and bookmarks, whose numbers are never reused.
enum L0004KeepBookmarks {
    static let migration = Migration(
        number: 4,
        sql: """
            ALTER TABLE records ADD COLUMN disliked INTEGER NOT NULL DEFAULT 0;

            CREATE TABLE bookmarks (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                identifier TEXT NOT NULL,
                location TEXT NOT NULL,
                title TEXT NOT NULL,
                artists TEXT,
                album TEXT,
                position INTEGER NOT NULL,
                time INTEGER NOT NULL
            );
            CREATE INDEX bookmarks_by_item ON bookmarks (identifier);
            """)
}

/// The names of bookmarks.
enum L0005NameBookmarks {
    static let migration = Migration(number: 5, sql: "ALTER TABLE bookmarks ADD COLUMN name TEXT;")
}

/// The titles that stations announced.
enum L0006KeepSongs {
    static let migration = Migration(number: 6, sql: "ALTER TABLE journal ADD COLUMN song TEXT;")
}

/// Ratings in half stars.
enum L0007KeepStars {
    static let migration = Migration(number: 7, sql: "ALTER TABLE records ADD COLUMN stars INTEGER;")
}
