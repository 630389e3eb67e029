// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The times when the position of an item, and the positions of all items, were last erased, in seconds since 1970.
/// Servers keep positions as well, and earlier ones must not come back from there.
enum L0012KeepErasures {
    static let migration = Migration(
        number: 12,
        sql: """
            ALTER TABLE records ADD COLUMN position_erased INTEGER;
            ALTER TABLE state ADD COLUMN positions_erased INTEGER;
            """)
}
