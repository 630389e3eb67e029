// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// When the position of an item was erased, and when those of all items were, in seconds since 1970. Servers keep positions
/// as well, and one from before that is not to come back from there.
enum L0012KeepErasures {
    static let migration = Migration(
        number: 12,
        sql: """
            ALTER TABLE records ADD COLUMN position_erased INTEGER;
            ALTER TABLE state ADD COLUMN positions_erased INTEGER;
            """)
}
