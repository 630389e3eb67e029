// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Merges ranges of erased numbers that overlap or touch, makes changes searchable by their time, and drops the table
/// of subscriptions, which are changes as well.
enum L0009MergeErased {
    static let migration = Migration(
        number: 9,
        sql: """
            DROP TABLE subscribed;

            CREATE TABLE merged (
                log INTEGER NOT NULL REFERENCES logs (id),
                kind TEXT NOT NULL,
                first INTEGER NOT NULL,
                last INTEGER NOT NULL,
                UNIQUE (log, kind, first)
            );
            INSERT INTO merged (log, kind, first, last)
                SELECT log, kind, MIN(first), MAX(last) FROM (
                    SELECT log, kind, first, last, SUM(begins) OVER (PARTITION BY log, kind ORDER BY first, last) AS island
                    FROM (SELECT log, kind, first, last, COALESCE(first > 1 + MAX(last) OVER (
                            PARTITION BY log, kind ORDER BY first, last ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 1)
                        AS begins FROM erased))
                GROUP BY log, kind, island;
            DROP TABLE erased;
            ALTER TABLE merged RENAME TO erased;

            CREATE INDEX shared_by_time ON shared (time);
            """)
}
