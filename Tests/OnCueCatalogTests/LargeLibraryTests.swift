// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import OnCueCore
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import SQLite
import TagReading
import Testing

@testable import OnCueCatalog

@Suite("Long listings and large selections")
struct LargeLibraryTests {
    /// Tracks written straight into the catalog, some with equal titles.
    private func makeLibrary(_ count: Int) async throws -> TestLibrary {
        let library = try await TestLibrary()
        for start in stride(from: 0, to: count, by: 1000) {
            var batch = CatalogBatch(time: 1)
            for number in start..<min(count, start + 1000) {
                var tags = FileTags()
                tags.title = "Title \(number % 1999)"
                tags.genres = ["G"]
                let folder = Array(library.music.utf8)
                let name = Array("\(number).mp3".utf8)
                let file = PlannedFile(
                    folder: folder, name: name, fingerprint: FileFingerprint(size: 0, modified: 0, inode: 0), track: nil
                )
                batch.files.append(
                    ScannedFile(file: file, outcome: .track(TrackRecord(tags, folder: folder, name: name))))
            }
            _ = try await library.catalog.store.apply(batch)
        }
        return library
    }

    @Test("pages anywhere are parts of the whole, also after a change")
    func pages() async throws {
        let library = try await makeLibrary(5000)
        for names in [["Tracks"], ["Genres", "G"], ["Folders", "music"]] {
            let identifier = try await library.source.identifier(named: names)
            var whole: [ContentIdentifier] = []
            for offset in stride(from: 0, to: 5000, by: 1000) {
                whole += try await page(library, identifier, offset, 1000)
            }
            #expect(Set(whole).count == 5000)
            for offset in [4999, 3, 999, 1000, 1001, 2500, 4000, 5000, 9_999] {
                #expect(try await page(library, identifier, offset, 7) == Array(whole.dropFirst(offset).prefix(7)))
            }
        }
        let before = try await page(library, ContentSection.tracks.identifier, 3000, 5)
        try library.write("x.mp3", ["TITLE": "A first one"])
        let path = Array((library.music + "/x.mp3").utf8)
        let parts = try #require(PathBytes.divided(path))
        let file = PlannedFile(
            folder: parts.folder, name: parts.name, fingerprint: FileFingerprint(size: 0, modified: 0, inode: 0),
            track: nil)
        var tags = FileTags()
        tags.title = "A first one"
        _ = try await library.catalog.store.apply(
            CatalogBatch(
                files: [
                    ScannedFile(
                        file: file, outcome: .track(TrackRecord(tags, folder: parts.folder, name: parts.name)))
                ], time: 2))

        #expect(try await page(library, ContentSection.tracks.identifier, 3001, 5) == before)
    }

    @Test("what titles lead to in a long listing has its position, and so has what is in it")
    @MediaActor
    func positions() async throws {
        let library = try await makeLibrary(3000)
        let manager = ContentManager(source: library.source, resolver: FakeMediaResolver())

        for list in ["Tracks", "Genres/G", "Folders/music"] {
            let found = try await manager.item(at: try ContentPlace(list + "/Title 1500"))
            let path = try #require(found.path)
            let there = try await library.source.identifier(at: path, revision: found.revision)
            #expect(there == found.item.identifier)
            #expect(found.revision == (try await library.source.revision()))
        }
        let none = try await library.source.index(
            of: ContentSection.albums.identifier, in: ContentSection.tracks.identifier, at: nil)
        #expect(none == nil)
        await #expect(throws: ContentError.self) {
            try await library.source.index(
                of: .root, in: ContentSection.tracks.identifier, at: ContentTree.Revision(0))
        }
    }

    private func page(
        _ library: TestLibrary, _ identifier: ContentIdentifier, _ offset: Int, _ limit: Int
    ) async throws -> [ContentIdentifier] {
        try await library.source.children(of: identifier, offset: offset, limit: limit, at: nil).items.map(\.identifier)
    }

    @Test(
        "among very many matches, what was played comes first, and pages put together have each item once",
        arguments: [700, 4500])
    func search(count: Int) async throws {
        let library = try await makeLibrary(count)
        try library.execute(
            """
            UPDATE tracks SET play_count = 5 WHERE name = CAST('\(count - 3).mp3' AS BLOB);
            UPDATE tracks SET play_count = 9 WHERE name = CAST('40.mp3' AS BLOB);
            """)
        let most = try await library.source.search("title", offset: 0, limit: 2)
        #expect(most.items.map(\.title) == ["Title 40", "Title \((count - 3) % 1999)"])
        #expect(most.total == count || (most.total >= 1000 && most.total < count))

        var parts: [ContentIdentifier] = []
        for offset in stride(from: 0, to: most.total, by: 450) {
            parts += try await library.source.search("title", offset: offset, limit: 450).items.map(\.identifier)
        }
        #expect(parts.count == most.total)
        #expect(Set(parts).count == most.total)
    }

    @Test("among very many titles that begin so, the one with no other words comes first, wherever it stands")
    func exactTitle() async throws {
        let library = try await makeLibrary(1500)
        var tags = FileTags()
        (tags.title, tags.titleSort) = ("Title", "Zebra")
        let (folder, name) = (Array(library.music.utf8), Array("last.mp3".utf8))
        let file = PlannedFile(
            folder: folder, name: name, fingerprint: FileFingerprint(size: 0, modified: 0, inode: 0), track: nil)
        let record = TrackRecord(tags, folder: folder, name: name)
        _ = try await library.catalog.store.apply(
            CatalogBatch(files: [ScannedFile(file: file, outcome: .track(record))], time: 2))

        #expect(try await library.source.search("title", offset: 0, limit: 1).items.map(\.title) == ["Title"])
        try library.execute("UPDATE tracks SET play_count = 3 WHERE title = 'Title 7'")
        #expect(
            try await library.source.search("title", offset: 0, limit: 2).items.map(\.title) == ["Title", "Title 7"])
        #expect(
            try await library.source.search("title plays:>2", offset: 0, limit: 2).items.map(\.title) == ["Title 7"])
    }

    @Test("rows for a selection are as many as are wanted, in order")
    func bounded() async throws {
        let library = try await makeLibrary(3000)
        let cut = try await library.catalog.read { (queries) throws(SQLiteError) in
            try [CatalogNode.root, .section(.tracks), .section(.genres), .section(.folders)].map {
                (node) throws(SQLiteError) in try queries.trackRows(under: node, limit: 1200)
            }
        }
        let all = try await library.catalog.read { (queries) throws(SQLiteError) in
            try queries.trackRows(under: .section(.tracks), limit: 20_000)
        }

        #expect(all.count == 3000)
        #expect(cut.map(\.count) == [1200, 1200, 1200, 1200])
        #expect(cut[0] == Array(all.prefix(1200)) && cut[1] == cut[0])
        let rest = try await library.catalog.read { (queries) throws(SQLiteError) in
            try queries.trackRows(from: all[2900], limit: 1200)
        }
        #expect(rest == Array(all.dropFirst(2900)))
    }

    @Test("a small change names its containers, a large one does not; streams end with the catalog")
    func notices() async throws {
        let library = try await TestLibrary()
        try library.write("a/1.mp3", ["TITLE": "One", "ALBUM": "A", "ARTIST": "X"])
        let all = library.source.changes()
        var changes = all.makeAsyncIterator()
        try await library.scan()

        let change = try #require(await changes.next())
        let album = try await library.item("Albums", "A").identifier
        let artist = try await library.item("Artists", "X").identifier
        #expect(change.revision == (try await library.source.revision()))
        #expect(
            change.containers?.isSuperset(of: [.root, album, artist, ContentSection.tracks.identifier]) == true)

        await library.catalog.close()
        #expect(await changes.next() == nil)
    }
}
