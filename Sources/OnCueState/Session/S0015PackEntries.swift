// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Many entries that were added at once are first written as a few rows, since the command waits for this; see
/// ``PackedEntries``.
enum S0015PackEntries {
    static let migration = Migration(
        number: 15,
        sql: """
            CREATE TABLE packed_entries (
                place INTEGER PRIMARY KEY,
                step INTEGER NOT NULL,
                count INTEGER NOT NULL,
                content BLOB NOT NULL
            );
            """)
}
