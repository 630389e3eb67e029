// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Whether playback ends after every entry, and whether entries are removed from the queue after they were played.
enum S0014KeepModes {
    static let migration = Migration(
        number: 14,
        sql: """
            ALTER TABLE session ADD COLUMN is_single INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE session ADD COLUMN is_consuming INTEGER NOT NULL DEFAULT 0;
            """)
}
