// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Entries are identified by their numbers, and ordered by ranks with gaps, so that an edit writes only the rows that
/// it affects. Turns have a table of their own, since a whole round of them changes at once.
enum S0008LeaveRoom {
    static let migration = Migration(
        number: 8,
        sql: """
            CREATE TABLE placed_entries (
                entry INTEGER PRIMARY KEY,
                place INTEGER NOT NULL,
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
                context_number INTEGER
            );

            INSERT OR IGNORE INTO placed_entries
            SELECT entry, place << 32, identifier, location, title, artists, album_artists, album, album_identifier,
                composers, genres, number, number_total, disc, disc_total, date, duration, recording, track_gain,
                track_peak, album_gain, album_peak, has_gain, part_start, part_end, picture,
                context_number
            FROM entries ORDER BY place;

            CREATE TABLE turns (entry INTEGER PRIMARY KEY, turn INTEGER NOT NULL);
            INSERT OR IGNORE INTO turns
            SELECT entry, turn << 32 FROM entries
            WHERE turn IS NOT NULL AND (SELECT is_shuffled FROM session) ORDER BY turn;

            DROP TABLE entries;
            ALTER TABLE placed_entries RENAME TO entries;
            CREATE INDEX entries_by_place ON entries (place);
            CREATE INDEX turns_by_turn ON turns (turn);
            """)
}
