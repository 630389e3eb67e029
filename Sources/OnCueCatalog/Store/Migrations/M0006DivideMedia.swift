// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Tracks that are a part of their file, as described by a CUE sheet.
///
/// Sheets inside media were not read before; they are in long files, which get fingerprints that no file has, so that
/// the next scan reads them again. Media with a sheet in their folder are read again because of the sheet.
enum M0006DivideMedia {
    static let migration = Migration(
        number: 6,
        sql: """
            ALTER TABLE tracks ADD COLUMN part INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE tracks ADD COLUMN part_start INTEGER;
            ALTER TABLE tracks ADD COLUMN part_end INTEGER;
            ALTER TABLE tracks ADD COLUMN sheets INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE vanished_tracks ADD COLUMN part INTEGER NOT NULL DEFAULT 0;
            UPDATE tracks SET modified = -1 WHERE duration > 900000000;

            """)
}
