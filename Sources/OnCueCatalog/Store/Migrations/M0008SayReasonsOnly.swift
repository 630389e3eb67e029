// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Reasons without the operation and the file, which the code that uses them adds.
///
/// The next scan reads files with a reason in the old form again; those that it cannot reach keep theirs.
enum M0008SayReasonsOnly {
    static let migration = Migration(
        number: 8,
        sql: """
            UPDATE unreadable_files SET retry = 0;

            """)
}
