// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import SQLite

/// Ratings in half stars: the user's, which mirrors the listening history, and that of the file's tags.
///
/// All files get fingerprints that no file has, so that the next scan reads the ratings in their tags.
enum M0009KeepStars {
    static let migration = Migration(
        number: 9,
        sql: """
            ALTER TABLE tracks ADD COLUMN stars INTEGER;
            ALTER TABLE tracks ADD COLUMN tag_stars INTEGER;
            ALTER TABLE vanished_tracks ADD COLUMN stars INTEGER;
            UPDATE tracks SET modified = -1;

            """)
}
