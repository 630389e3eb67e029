// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The former locations of moved or renamed files, for playlists and queues that still contain them.
enum M0007RememberFormerPlaces {
    static let migration = Migration(
        number: 7,
        sql: """
            CREATE TABLE former_places (
                folder BLOB NOT NULL,
                name BLOB NOT NULL,
                key INTEGER NOT NULL,
                moved INTEGER NOT NULL,
                PRIMARY KEY (folder, name)
            ) WITHOUT ROWID;
            CREATE INDEX former_places_by_time ON former_places (moved);

            """)
}
