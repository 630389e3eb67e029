// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The schema of `notifications.sqlite`.
enum NotificationSchema {
    static let migrator = Migrator([N0001CreateTables.migration])
}

/// A request, a program and an answer are stored as one text each, since no query needs a part of them.
enum N0001CreateTables {
    static let migration = Migration(
        number: 1,
        sql: """
            CREATE TABLE requests (
                id INTEGER PRIMARY KEY,
                client TEXT NOT NULL,
                identifier TEXT NOT NULL,
                json TEXT NOT NULL,
                UNIQUE (client, identifier)
            );
            CREATE TABLE clients (name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
            CREATE TABLE responses (number INTEGER PRIMARY KEY, json TEXT NOT NULL);
            """)
}
