// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The time at which files that did not answer are retried; files with faulty content have none.
///
/// Files that exceeded their time limit before may have been on a faulty disk, so they are tried once more.
enum M0005TryAgain {
    static let migration = Migration(
        number: 5,
        sql: """
            ALTER TABLE unreadable_files ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE unreadable_files ADD COLUMN retry INTEGER;
            UPDATE unreadable_files SET retry = 0 WHERE reason LIKE '%took longer than%';
            CREATE INDEX unreadable_by_retry ON unreadable_files (retry) WHERE retry IS NOT NULL;

            """)
}
