// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import SQLite
import Testing

/// Compares everything that the catalog stores to be quick with what the tracks say, made anew.
enum CatalogAudit {
    static func check(_ path: String) throws {
        let connection = try Connection(path: path, mode: .readOnly)
        for (what, sql) in checks {
            let found = try connection.prepare(sql).all { $0.text(0) }
            #expect(found.isEmpty, "\(what): \(found)")
        }
        for name in ["artist", "genre", "composer"] { try checkNames(name, connection) }
    }

    /// Each finds rows that contradict the tracks.
    private static let checks: [(String, String)] = [
        (
            "counts of the catalog",
            """
            SELECT 'catalog' FROM catalog WHERE tracks != (SELECT COUNT(*) FROM tracks)
                OR albums != (SELECT COUNT(*) FROM albums) OR artists != (SELECT COUNT(*) FROM artists)
                OR genres != (SELECT COUNT(*) FROM genres) OR composers != (SELECT COUNT(*) FROM composers)
                OR duration != (SELECT COALESCE(SUM(duration), 0) FROM tracks)
            """
        ),
        (
            "albums",
            """
            SELECT title FROM albums a
            WHERE track_count != (SELECT COUNT(*) FROM tracks t WHERE t.album_id = a.id)
                OR duration != (SELECT COALESCE(SUM(duration), 0) FROM tracks t WHERE t.album_id = a.id)
                OR added != (SELECT MIN(added) FROM tracks t WHERE t.album_id = a.id)
                OR is_compilation < (SELECT MAX(is_compilation) FROM tracks t WHERE t.album_id = a.id)
            """
        ),
        (
            "folders",
            """
            SELECT title FROM folders f
            WHERE track_count != (SELECT COUNT(*) FROM tracks t WHERE t.folder_id = f.id)
                OR folder_count != (SELECT COUNT(*) FROM folders c WHERE c.parent_id = f.id)
            """
        ),
        (
            "order of albums by artist",
            """
            SELECT a.title FROM albums a JOIN artist_albums x ON x.album_id = a.id AND x.is_whole = 1
                JOIN artists n ON n.id = x.artist_id
            WHERE (SELECT COUNT(*) FROM artist_albums y WHERE y.album_id = a.id AND y.is_whole = 1) = 1
                AND a.artist_sort != n.sort
            """
        ),
    ]

    private static func checkNames(_ name: String, _ connection: Connection) throws {
        let found = try connection.prepare(
            """
            SELECT title FROM \(name)s n
            WHERE album_count != (SELECT COUNT(*) FROM \(name)_albums x WHERE x.\(name)_id = n.id)
                OR single_count != (SELECT COUNT(*) FROM track_\(name)s x JOIN tracks t ON t.id = x.track_id
                    WHERE x.\(name)_id = n.id AND t.album_id IS NULL)
                OR single_count != (SELECT COUNT(*) FROM \(name)_singles x WHERE x.\(name)_id = n.id)
                OR track_count != single_count
                    + (SELECT COALESCE(SUM(track_count), 0) FROM \(name)_albums x WHERE x.\(name)_id = n.id)
                OR album_count + single_count = 0
            """
        ).all { $0.text(0) }
        #expect(found.isEmpty, "\(name)s: \(found)")
        let strays = try connection.prepare(
            """
            SELECT x.\(name)_id FROM \(name)_albums x LEFT JOIN albums a ON a.id = x.album_id
            WHERE a.id IS NULL OR a.sort != x.sort
            UNION ALL
            SELECT x.\(name)_id FROM track_\(name)s x LEFT JOIN \(name)s n ON n.id = x.\(name)_id WHERE n.id IS NULL
            """
        ).all { $0.int(0) }
        #expect(strays.isEmpty, "strays of \(name)s: \(strays)")
    }
}
