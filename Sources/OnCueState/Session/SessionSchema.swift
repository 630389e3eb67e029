// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// The schema of `state.sqlite`.
enum SessionSchema {
    static let migrator = Migrator([
        S0001CreateTables.migration, S0002KeepParts.migration, S0003KeepOrder.migration, S0004KeepSound.migration,
        S0005KeepContext.migration, S0006KeepShuffleMode.migration, S0007KeepWaiting.migration,
        S0008LeaveRoom.migration, S0009KeepSimilar.migration,
        S0010KeepPlaying.migration, S0011KeepStopAfter.migration, S0012KeepExplicit.migration,
        S0013KeepLastingShuffle.migration, S0014KeepModes.migration,
        S0015PackEntries.migration,
    ])
}

/// The first schema of the saved session.
enum S0001CreateTables {
    static let migration = Migration(
        number: 1,
        sql: """
            CREATE TABLE session (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                current INTEGER,
                next_entry INTEGER NOT NULL,
                repeat_mode TEXT NOT NULL,
                is_shuffled INTEGER NOT NULL,
                position INTEGER NOT NULL,
                was_active INTEGER NOT NULL,
                volume REAL NOT NULL,
                is_muted INTEGER NOT NULL
            );

            CREATE TABLE entries (
                place INTEGER PRIMARY KEY,
                entry INTEGER NOT NULL,
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
                has_gain INTEGER NOT NULL
            );
            """)
}

/// Entries that are a part of a medium, or have a picture of their own.
enum S0002KeepParts {
    static let migration = Migration(
        number: 2,
        sql: """
            ALTER TABLE entries ADD COLUMN part_start INTEGER;
            ALTER TABLE entries ADD COLUMN part_end INTEGER;
            ALTER TABLE entries ADD COLUMN picture TEXT;
            """)
}

/// The turn at which an entry plays while the queue is shuffled.
enum S0003KeepOrder {
    static let migration = Migration(number: 3, sql: "ALTER TABLE entries ADD COLUMN turn INTEGER;")
}

/// The sound settings: general ones, rates of podcasts and audiobooks, the volume of each output, a sleep timer.
enum S0004KeepSound {
    static let migration = Migration(
        number: 4,
        sql: """
            CREATE TABLE sound (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                loudness TEXT NOT NULL,
                preamp REAL NOT NULL,
                prevents_clipping INTEGER NOT NULL,
                crossfade INTEGER NOT NULL,
                fade INTEGER NOT NULL,
                equalizer TEXT NOT NULL,
                skips_silence INTEGER NOT NULL,
                volume_cap REAL NOT NULL
            );

            CREATE TABLE rates (item TEXT PRIMARY KEY, rate REAL NOT NULL) WITHOUT ROWID;

            CREATE TABLE output_volumes (output TEXT PRIMARY KEY, volume REAL NOT NULL) WITHOUT ROWID;

            CREATE TABLE sleep (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                kind TEXT NOT NULL,
                ends INTEGER
            );
            """)
}

/// The source of the queue, and the numbers of its entries in it.
enum S0005KeepContext {
    static let migration = Migration(
        number: 5,
        sql: """
            CREATE TABLE context (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                identifier TEXT,
                title TEXT NOT NULL,
                count INTEGER
            );

            ALTER TABLE entries ADD COLUMN context_number INTEGER;
            """)
}

/// The shuffle mode, and the seed of the order after the current one.
enum S0006KeepShuffleMode {
    static let migration = Migration(
        number: 6,
        sql: """
            ALTER TABLE session ADD COLUMN shuffle_mode TEXT;
            ALTER TABLE session ADD COLUMN shuffle_seed INTEGER NOT NULL DEFAULT 0;
            """)
}

/// Whether playback was running when the service ended.
enum S0010KeepPlaying {
    static let migration = Migration(
        number: 10, sql: "ALTER TABLE session ADD COLUMN was_playing INTEGER NOT NULL DEFAULT 0;")
}

/// Whether playback was to end with the current entry, also for queues that were set aside.
enum S0011KeepStopAfter {
    static let migration = Migration(
        number: 11,
        sql: """
            ALTER TABLE session ADD COLUMN stops_after_entry INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE waiting_queues ADD COLUMN stops_after_entry INTEGER NOT NULL DEFAULT 0;
            """)
}

/// The marks of entries with explicit content.
enum S0012KeepExplicit {
    static let migration = Migration(
        number: 12,
        sql: """
            ALTER TABLE entries ADD COLUMN is_explicit INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE waiting_entries ADD COLUMN is_explicit INTEGER NOT NULL DEFAULT 0;
            """)
}

/// The shuffle mode for later contents of the queue, if its present entries have a mode of their own.
enum S0013KeepLastingShuffle {
    static let migration = Migration(
        number: 13,
        sql: """
            ALTER TABLE session ADD COLUMN lasting_shuffle_mode TEXT;
            ALTER TABLE waiting_queues ADD COLUMN lasting_shuffle_mode TEXT;
            """)
}
