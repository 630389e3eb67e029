// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The schema of `activities.sqlite`.
enum ActivitySchema {
    static let migrator = Migrator([
        A0001CreateTables.migration, A0002AddIndex.migration, A0003AddEvents.migration,
        A0004AddMissingPrograms.migration,
        A0005AddLocations.migration,
    ])
}

/// An activity is stored as one text, since no query needs a part of it.
enum A0001CreateTables {
    static let migration = Migration(
        number: 1,
        sql: """
            CREATE TABLE activities (
                id INTEGER PRIMARY KEY,
                program TEXT NOT NULL,
                identifier TEXT NOT NULL,
                json TEXT NOT NULL,
                UNIQUE (program, identifier)
            );
            """)
}

/// Each word of an item is stored, folded, in a table of its own, so that a word's beginning corresponds to a range of
/// rows.
enum A0002AddIndex {
    static let migration = Migration(
        number: 2,
        sql: """
            CREATE TABLE items (
                id INTEGER PRIMARY KEY,
                program TEXT NOT NULL,
                identifier TEXT NOT NULL,
                domain TEXT NOT NULL,
                expires INTEGER,
                title TEXT NOT NULL,
                json TEXT NOT NULL,
                UNIQUE (program, identifier)
            );
            CREATE INDEX items_by_domain ON items (program, domain);

            CREATE TABLE words (
                word TEXT NOT NULL,
                item INTEGER NOT NULL,
                weight INTEGER NOT NULL,
                PRIMARY KEY (word, item)
            ) WITHOUT ROWID;
            CREATE INDEX words_by_item ON words (item, word);

            CREATE TABLE client_states (program TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID;
            """)
}

/// Events that the user has kept from web pages; an event is stored as one text, too.
enum A0003AddEvents {
    static let migration = Migration(
        number: 3,
        sql: """
            CREATE TABLE events (
                key INTEGER PRIMARY KEY,
                json TEXT NOT NULL
            );
            """)
}

/// The programs that have items but are no longer declared, and the time since when.
enum A0004AddMissingPrograms {
    static let migration = Migration(
        number: 4,
        sql: """
            CREATE TABLE missing_programs (program TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
            CREATE INDEX items_by_expiration ON items (expires) WHERE expires IS NOT NULL;
            """)
}

/// An index of the few items that have a location.
enum A0005AddLocations {
    static let migration = Migration(
        number: 5,
        sql: """
            CREATE INDEX items_by_location ON items (id) WHERE instr(json, '"location":') > 0;
            """)
}
