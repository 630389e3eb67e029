// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The queues set aside while something else plays; each is written once, and removed when it comes back.
enum S0007KeepWaiting {
    static let migration = Migration(
        number: 7,
        sql: """
            CREATE TABLE waiting_queues (
                waiting INTEGER PRIMARY KEY,
                current INTEGER,
                next_entry INTEGER NOT NULL,
                repeat_mode TEXT NOT NULL,
                shuffle_mode TEXT NOT NULL,
                shuffle_seed INTEGER NOT NULL,
                position INTEGER NOT NULL,
                status TEXT NOT NULL,
                context_identifier TEXT,
                context_title TEXT,
                context_count INTEGER
            );

            CREATE TABLE waiting_entries (
                waiting INTEGER NOT NULL REFERENCES waiting_queues,
                place INTEGER NOT NULL,
                entry INTEGER NOT NULL,
                turn INTEGER,
                context_number INTEGER,
                identifier TEXT NOT NULL,
                location TEXT NOT NULL,
                title TEXT NOT NULL,
                artists TEXT,
                album_artists TEXT,
                album TEXT,
                album_identifier TEXT,
                composers TEXT,
                genres TEXT,
                number INTEGER,
                number_total INTEGER,
                disc INTEGER,
                disc_total INTEGER,
                date TEXT,
                duration INTEGER,
                recording TEXT,
                track_gain REAL,
                track_peak REAL,
                album_gain REAL,
                album_peak REAL,
                has_gain INTEGER NOT NULL,
                part_start INTEGER,
                part_end INTEGER,
                picture TEXT,
                PRIMARY KEY (waiting, place)
            ) WITHOUT ROWID;
            """)
}
