// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The schema of `suggestions.sqlite`.
enum SuggestionSchema {
    static let migrator = Migrator([D0001CreateTables.migration, D0002NameDonations.migration])
}

/// Names are stored once, since the same items are played in the same places; an old donation takes as little room as a
/// new one. Explicit preferences are one text, which is read and written as a whole.
enum D0001CreateTables {
    static let migration = Migration(
        number: 1,
        sql: """
            CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL);

            CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

            CREATE TABLE donations (
                id INTEGER PRIMARY KEY,
                kind TEXT NOT NULL,
                item INTEGER NOT NULL REFERENCES names (id),
                time REAL NOT NULL,
                hour REAL NOT NULL,
                weekday INTEGER NOT NULL,
                place INTEGER REFERENCES names (id),
                cause INTEGER REFERENCES names (id),
                device INTEGER REFERENCES names (id),
                open INTEGER NOT NULL DEFAULT 0,
                choice_time REAL,
                choice_hour REAL,
                choice_weekday INTEGER,
                choice_place INTEGER REFERENCES names (id),
                choice_cause INTEGER REFERENCES names (id),
                choice_device INTEGER REFERENCES names (id),
                program INTEGER REFERENCES names (id),
                program_key TEXT
            );

            CREATE INDEX donations_by_program ON donations (program, program_key) WHERE program IS NOT NULL;
            """)
}
