// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The number and the time under which an entry of the journal was noted, where it has got others since. Who passes plays on
/// goes by the number, and passes none on a second time; what was private at that time stays so.
enum L0011KeepFirstNumbers {
    static let migration = Migration(
        number: 11,
        sql: """
            ALTER TABLE journal ADD COLUMN first_number INTEGER;
            ALTER TABLE journal ADD COLUMN first_time INTEGER;
            CREATE INDEX journal_by_first_number ON journal (log, first_number) WHERE first_number IS NOT NULL;
            """)
}
