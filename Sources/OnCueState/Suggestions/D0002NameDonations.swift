// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Each donation has a name of its own, `register`, by which paired machines know it, and a note whether it was entered
/// in the log for them in its current form. It has the name from the beginning, so that after a backup was restored it
/// is sent under the same one.
enum D0002NameDonations {
    static let migration = Migration(
        number: 2,
        sql: """
            ALTER TABLE donations ADD COLUMN register TEXT;
            ALTER TABLE donations ADD COLUMN is_entered INTEGER NOT NULL DEFAULT 0;
            UPDATE donations SET register = lower(hex(randomblob(8)));
            CREATE UNIQUE INDEX donations_by_register ON donations (register) WHERE register IS NOT NULL;
            CREATE INDEX donations_to_enter ON donations (id) WHERE is_entered = 0 AND program IS NULL;
            """)
}
