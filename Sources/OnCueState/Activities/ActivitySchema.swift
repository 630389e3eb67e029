// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The schema of `activities.sqlite`.
enum ActivitySchema {
    static let migrator = Migrator([A0001CreateTables.migration])
}

/// An activity is one text, since nothing asks for parts of it.
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
