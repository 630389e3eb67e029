// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Tracks whose files are gone, in case they return: the data that cannot be reread from the file.
enum M0003RememberVanishedTracks {
    static let migration = Migration(
        number: 3,
        sql: """
            CREATE TABLE vanished_tracks (
                key INTEGER PRIMARY KEY,
                folder BLOB NOT NULL,
                name BLOB NOT NULL,
                size INTEGER NOT NULL,
                modified INTEGER NOT NULL,
                inode INTEGER NOT NULL,
                added INTEGER NOT NULL,
                vanished INTEGER NOT NULL,
                play_count INTEGER NOT NULL,
                skip_count INTEGER NOT NULL,
                last_played INTEGER,
                resume_position INTEGER,
                favourite INTEGER NOT NULL
            );

            CREATE INDEX vanished_by_content ON vanished_tracks (size, modified);
            CREATE INDEX vanished_by_place ON vanished_tracks (folder, name);
            CREATE INDEX vanished_by_time ON vanished_tracks (vanished);

            """)
}
