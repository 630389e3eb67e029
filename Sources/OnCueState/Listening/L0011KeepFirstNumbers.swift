// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The number and the time under which an entry of the journal was first noted, if they have changed since. Scrobbling
/// uses this number, so it sends no play twice; and entries that were private at that time remain private.
enum L0011KeepFirstNumbers {
    static let migration = Migration(
        number: 11,
        sql: """
            ALTER TABLE journal ADD COLUMN first_number INTEGER;
            ALTER TABLE journal ADD COLUMN first_time INTEGER;
            CREATE INDEX journal_by_first_number ON journal (log, first_number) WHERE first_number IS NOT NULL;
            """)
}
