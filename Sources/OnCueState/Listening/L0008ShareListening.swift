// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Logs of changes by machine and number, for paired machines.
///
/// A log without a machine is this machine's own, and one of these is current. An entry of the journal is the change of
/// kind `plays` with its log and number. All other changes, and plays of items that are not here yet, are in `shared`:
/// if only the last change counts, each log has one row per `register`.
enum L0008ShareListening {
    static let migration = Migration(
        number: 8,
        sql: """
            CREATE TABLE logs (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                machine TEXT,
                is_current INTEGER NOT NULL DEFAULT 0
            );
            CREATE TABLE streams (
                log INTEGER NOT NULL REFERENCES logs (id),
                kind TEXT NOT NULL,
                through INTEGER NOT NULL,
                UNIQUE (log, kind)
            );
            CREATE TABLE shared (
                log INTEGER NOT NULL REFERENCES logs (id),
                kind TEXT NOT NULL,
                number INTEGER NOT NULL,
                time INTEGER NOT NULL,
                register TEXT,
                identifier TEXT,
                value INTEGER,
                item TEXT,
                payload TEXT,
                UNIQUE (log, kind, number)
            );
            CREATE UNIQUE INDEX shared_registers ON shared (log, kind, register) WHERE register IS NOT NULL;
            CREATE INDEX shared_by_identifier ON shared (identifier, kind) WHERE identifier IS NOT NULL;
            CREATE TABLE subscribed (identifier TEXT NOT NULL UNIQUE, item TEXT NOT NULL);
            CREATE TABLE erased (
                log INTEGER NOT NULL REFERENCES logs (id),
                kind TEXT NOT NULL,
                first INTEGER NOT NULL,
                last INTEGER NOT NULL,
                UNIQUE (log, kind, first, last)
            );

            ALTER TABLE journal ADD COLUMN log INTEGER REFERENCES logs (id);
            ALTER TABLE journal ADD COLUMN number INTEGER;

            INSERT INTO logs (id, name, is_current) SELECT 1, lower(hex(randomblob(16))), 1
                WHERE EXISTS (SELECT 1 FROM journal) OR EXISTS (SELECT 1 FROM records);
            UPDATE journal SET log = 1, number = numbered.number
                FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS number FROM journal) AS numbered
                WHERE numbered.id = journal.id;
            CREATE UNIQUE INDEX journal_by_number ON journal (log, number) WHERE log IS NOT NULL;
            INSERT INTO shared (log, kind, number, time, register, identifier, value)
                SELECT 1, 'positions', ROW_NUMBER() OVER (ORDER BY identifier), COALESCE(last_played, 0), identifier,
                    identifier, position FROM records WHERE position IS NOT NULL;
            INSERT INTO shared (log, kind, number, time, register, identifier, value)
                SELECT 1, 'likes', ROW_NUMBER() OVER (ORDER BY identifier), 0, identifier, identifier,
                    favourite - disliked FROM records WHERE favourite OR disliked;
            INSERT INTO shared (log, kind, number, time, register, identifier, value)
                SELECT 1, 'stars', ROW_NUMBER() OVER (ORDER BY identifier), 0, identifier, identifier, stars
                FROM records WHERE stars IS NOT NULL;
            INSERT INTO streams (log, kind, through)
                SELECT 1, 'plays', COUNT(*) FROM journal HAVING COUNT(*) > 0;
            INSERT INTO streams (log, kind, through) SELECT 1, kind, MAX(number) FROM shared GROUP BY kind;
            """)
}
