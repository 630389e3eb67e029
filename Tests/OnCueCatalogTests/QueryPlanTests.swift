// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import SQLite
import Testing

@testable import OnCueCatalog
@testable import OnCueState

@Suite("Plans of hot queries")
struct QueryPlanTests {
    private func plan(_ sql: String) throws -> [String] {
        let connection = try Connection(path: ":memory:")
        try CatalogSchema.migrator.migrate(connection)
        try connection.addFit()
        try connection.addNumbers()
        return try connection.prepare("EXPLAIN QUERY PLAN " + sql).all { $0.text(3) }
    }

    @Test(
        "every listing runs along an index in its order",
        arguments: CatalogListing.all.flatMap { [$0.page.description, $0.anchor.description, $0.before.description] })
    func listings(_ sql: String) throws {
        for step in try plan(sql) where !step.contains("SUBQUERY") {
            #expect(!step.contains("TEMP B-TREE"), "sorts: \(step) for \(sql)")
            #expect(step.contains("INDEX") || step.contains("PRIMARY KEY"), "scans: \(step) for \(sql)")
        }
    }

    @Test(
        "newest first runs along an index",
        arguments: [CatalogQueries.recentAlbums.description, CatalogQueries.recentSingles.description])
    func recent(_ sql: String) throws {
        for step in try plan(sql) { #expect(!step.contains("TEMP B-TREE") && step.contains("INDEX"), "\(step)") }
    }

    @Test(
        "single items are found without a scan",
        arguments: [
            "SELECT id FROM tracks WHERE key = ?", "SELECT id FROM albums WHERE key = ?",
            "SELECT id FROM artists WHERE key = ?", "SELECT id FROM genres WHERE key = ?",
            "SELECT id FROM folders WHERE key = ?", "SELECT id FROM artists WHERE folded = ?",
            "SELECT id FROM albums WHERE identity = ?", "SELECT id, title FROM albums WHERE sort = ? ORDER BY id",
            "SELECT id, title FROM tracks WHERE sort = ? ORDER BY id", "SELECT id FROM folders WHERE path = ?",
            "SELECT id FROM tracks WHERE folder_id = ? AND name_sort = ? AND name = ?",
            "SELECT name FROM tracks WHERE folder_id = ? ORDER BY name_sort, name",
            "SELECT name FROM unreadable_files WHERE folder = ? ORDER BY name",
            "SELECT id FROM tracks WHERE album_id = ? ORDER BY position, sort, name",
            "DELETE FROM artist_albums WHERE album_id = ?", "DELETE FROM genre_albums WHERE album_id = ?",
            "SELECT COUNT(*) FROM artist_albums WHERE artist_id = ?",
            "SELECT COUNT(*) FROM artist_singles WHERE artist_id = ?",
            "SELECT artist_id FROM track_artists WHERE track_id = ?",
            "SELECT id FROM albums WHERE alias = ? ORDER BY id", "SELECT id FROM tracks WHERE alias = ? ORDER BY id",
            "DELETE FROM composer_albums WHERE album_id = ?", "SELECT id FROM composers WHERE key = ?",
            "SELECT album_id FROM artist_albums WHERE artist_id = ? AND is_whole = 1",
        ])
    func lookups(_ sql: String) throws {
        for step in try plan(sql) {
            #expect(step.hasPrefix("SEARCH"), "scans: \(step)")
            #expect(!step.contains("TEMP B-TREE"))
        }
    }

    @Test(
        "what was listened to is listed along an index",
        arguments: [
            "SELECT id FROM tracks WHERE play_count > 0 ORDER BY play_count DESC, last_played DESC LIMIT 50",
            "SELECT id FROM tracks WHERE last_played IS NOT NULL ORDER BY last_played DESC LIMIT 50",
            "SELECT id FROM tracks WHERE resume_position IS NOT NULL ORDER BY last_played DESC LIMIT 50",
            "SELECT id FROM tracks WHERE favourite = 1 ORDER BY sort LIMIT 50",
            "SELECT id FROM tracks WHERE play_count = 0 ORDER BY added DESC LIMIT 50",
            "SELECT id FROM tracks WHERE added >= 1 ORDER BY added DESC LIMIT 50",
        ])
    func listening(_ sql: String) throws {
        for step in try plan(sql) { #expect(!step.contains("TEMP B-TREE") && step.contains("INDEX"), "\(step)") }
    }

    @Test(
        "the items of a page are read by their numbers, in the order in which they are named",
        arguments: SearchKind.allCases)
    func page(_ kind: SearchKind) throws {
        let steps = try plan(CatalogQueries.selection(kind).description)

        #expect(steps.first?.hasPrefix("SCAN r") == true)
        #expect(steps.dropFirst().allSatisfy { $0.contains("USING INTEGER PRIMARY KEY") })
    }

    @Test("tracks with keys are read along the index of keys, in the order of the keys")
    func keys() throws {
        let steps = try plan(CatalogQueries.tracksWithKeys)

        #expect(steps.first?.hasPrefix("SCAN r") == true)
        #expect(steps.contains { $0.hasPrefix("SEARCH t USING INDEX") })
        #expect(!steps.dropFirst().contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") })
    }

    @Test("a word is looked for by one search of the index")
    func word() throws {
        let steps = try plan(CatalogQueries.fits.description)

        #expect(steps.count == 1)
        #expect(steps.first?.hasPrefix("SCAN search VIRTUAL TABLE INDEX") == true)
    }

    @Test("the best of many found rows are looked up by their numbers")
    func ordered() throws {
        let steps = try plan(CatalogQueries.ordering(.track))

        #expect(steps.contains { $0.hasPrefix("SEARCH t USING INTEGER PRIMARY KEY") })
        #expect(!steps.contains { $0.hasPrefix("SCAN t") })
    }

    @Test("migrations that are published never change")
    func frozenMigrations() {
        #expect(StableKey(hashing: M0001CreateTables.migration.sql.utf8).text == "747axl5c2hwp")
        #expect(StableKey(hashing: S0001CreateTables.migration.sql.utf8).text == "rmc5q6ioxktk")
        #expect(StableKey(hashing: M0002AddListeningAndComposers.migration.sql.utf8).text == "qcmjw725b3uf")
    }

    @Test("the check would notice a listing without an index")
    func checkNotices() throws {
        #expect(try plan("SELECT id FROM tracks ORDER BY title").contains { $0.contains("TEMP B-TREE") })
    }
}
