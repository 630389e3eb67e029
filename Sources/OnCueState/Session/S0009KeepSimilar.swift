// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Whether similar tracks follow at the end of the queue, and which entries were added in this way.
enum S0009KeepSimilar {
    static let migration = Migration(
        number: 9,
        sql: """
            ALTER TABLE session ADD COLUMN goes_on_with_similar INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE entries ADD COLUMN is_similar INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE waiting_entries ADD COLUMN is_similar INTEGER NOT NULL DEFAULT 0;
            """)
}
