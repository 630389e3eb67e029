// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import SQLite
import Testing

@testable import OnCueCatalog

@Suite("Names, sort names and the order of albums")
struct NamesAndOrderTests {
    @Test("composers hold albums and tracks without album, and play what is theirs")
    func composers() async throws {
        let library = try await TestLibrary()
        try library.write(
            "a/1.mp3", ["TITLE": "Own", "ALBUM": "Recital", "TRACK": "1", "COMPOSER": "Clara Schumann"])
        try library.write("a/2.mp3", ["TITLE": "Other", "ALBUM": "Recital", "TRACK": "2", "COMPOSER": "Amy Beach"])
        try library.write("loose.mp3", ["TITLE": "Loose", "COMPOSER": "Clara  Schumann"])
        try await library.scan()

        #expect(try await library.titles("Composers").map(TextFolding.fold) == ["amy beach", "clara schumann"])
        #expect(try await library.titles("Composers", "CLARA Schumann") == ["Recital", "Loose"])
        #expect(try await library.playing("Composers", "Clara Schumann") == ["Own", "Loose"])
        let composer = try await library.item("Composers", "Clara Schumann")
        #expect(composer.subtitle == "1 album, 2 tracks")
        #expect(try await library.source.item(for: composer.identifier) == composer)

        try library.remove("a/1.mp3")
        try library.remove("loose.mp3")
        try await library.scan()

        #expect(try await library.titles("Composers") == ["Amy Beach"])
    }

    @Test("several names in one tag are several names, with or without sort names")
    func severalNames() async throws {
        let library = try await TestLibrary()
        try library.write(
            "1.mp3",
            [
                "TITLE": "T", "ARTIST": "Nina Simone; Hal Mooney", "ARTISTSORT": "Simone, Nina; Mooney, Hal",
                "GENRE": "Jazz", "GENRE": "Soul;Blues", "COMPOSER": "A;;A ; ",
            ])
        try await library.scan()

        #expect(try await library.titles("Artists") == ["Hal Mooney", "Nina Simone"])
        #expect(try await library.titles("Genres") == ["Blues", "Jazz", "Soul"])
        #expect(try await library.titles("Composers") == ["A"])
        #expect(try await library.item("Tracks", "T").subtitle == "Nina Simone, Hal Mooney")
    }

    @Test("sort names decide about the order, and titles still lead to their items")
    func sortNames() async throws {
        let library = try await TestLibrary()
        try library.write(
            "1.mp3",
            [
                "TITLE": "Zwei", "TITLESORT": "Aa", "ARTIST": "Zoe Adams", "ARTISTSORT": "Adams, Zoe", "ALBUM": "Zebra",
                "ALBUMSORT": "Aardvark", "ALBUMARTIST": "Bob Zed", "ALBUMARTISTSORT": "Zed, Bob",
            ])
        try library.write(
            "2.mp3", ["TITLE": "Mitte", "ARTIST": "Carl", "ALBUM": "Middle", "ALBUMARTIST": "Carl"])
        try await library.scan()

        #expect(try await library.titles("Tracks") == ["Zwei", "Mitte"])
        #expect(try await library.titles("Albums") == ["Zebra", "Middle"])
        #expect(try await library.titles("Artists") == ["Zoe Adams", "Carl", "Bob Zed"])
        #expect(try await library.titles("Albums by Artist") == ["Middle", "Zebra"])
        #expect(try await library.playing("Tracks", "zwei") == ["Zwei"])
        #expect(try await library.playing("Albums", "zebra") == ["Zwei"])
        #expect(try await library.playing("Albums by Artist", "zebra") == ["Zwei"])
    }

    @Test("a corrected sort name moves the artist and the albums")
    func correctedSortName() async throws {
        let library = try await TestLibrary()
        try library.write("1.mp3", ["TITLE": "One", "ARTIST": "Zoe", "ALBUM": "Z", "ALBUMARTIST": "Zoe"])
        try library.write("2.mp3", ["TITLE": "Two", "ARTIST": "Carl", "ALBUM": "C", "ALBUMARTIST": "Carl"])
        try await library.scan()
        #expect(try await library.titles("Albums by Artist") == ["C", "Z"])

        try library.write("3.mp3", ["TITLE": "Three", "ARTIST": "Zoe", "ARTISTSORT": "Adams"])
        try await library.scan()

        #expect(try await library.titles("Artists") == ["Zoe", "Carl"])
        #expect(try await library.titles("Albums by Artist") == ["Z", "C"])
    }

    @Test("compilations are what says so, what has several artists, and what is by various artists")
    func compilations() async throws {
        let library = try await TestLibrary()
        try library.write("a/1.mp3", ["TITLE": "1", "ARTIST": "A", "ALBUM": "Flagged", "COMPILATION": "1"])
        try library.write("b/1.mp3", ["TITLE": "1", "ARTIST": "A", "ALBUM": "Mixed"])
        try library.write("b/2.mp3", ["TITLE": "2", "ARTIST": "B", "ALBUM": "Mixed"])
        try library.write("c/1.mp3", ["TITLE": "1", "ALBUM": "Various", "ALBUMARTIST": "VARIOUS ARTISTS"])
        try library.write("d/1.mp3", ["TITLE": "1", "ARTIST": "A", "ALBUM": "Own", "ALBUMARTIST": "A"])
        try await library.scan()

        #expect(try await library.titles("Compilations") == ["Flagged", "Mixed", "Various"])
        #expect(try await library.item("Albums", "Flagged").subtitle == "Various Artists")
        #expect(try await library.playing("Compilations", "mixed") == ["1", "2"])
    }

    @Test("albums by year take years and full dates, the unknown ones last")
    func albumsByYear() async throws {
        let library = try await TestLibrary()
        for (title, date) in [("Full", "1959-08-17"), ("Year", "1958"), ("Month", "1960-01"), ("Odd", "spring")] {
            try library.write("\(title)/1.mp3", ["TITLE": title, "ALBUM": title, "DATE": date])
        }
        try await library.scan()

        #expect(try await library.titles("Albums by Year") == ["Year", "Full", "Month", "Odd"])
    }

    @Test("discs in folders of their own are one album when the tags number them")
    func discFolders() async throws {
        let library = try await TestLibrary()
        for disc in 1...2 {
            try library.write(
                "Box/CD \(disc)/1.mp3", ["TITLE": "Disc \(disc)", "ARTIST": "A", "ALBUM": "Box", "DISC": "\(disc)"])
            try library.write(
                "Other/disc-\(disc)/1.mp3",
                ["TITLE": "Part \(disc)", "ARTIST": "A", "ALBUM": "Set (Disc \(disc))", "DISC": "\(disc)"])
            try library.write(
                "Third/\(disc)/1.mp3",
                [
                    "TITLE": "Side \(disc)", "ARTIST": "A", "ALBUM": "Pair (Disc \(disc))", "DISC": "\(disc)",
                    "RELEASE": "r",
                ])
        }
        try await library.scan()

        #expect(try await library.playing("Albums", "Box") == ["Disc 1", "Disc 2"])
        #expect(try await library.titles("Albums").filter { $0.hasPrefix("Set") } == ["Set (Disc 1)", "Set (Disc 2)"])
        #expect(try await library.titles("Albums").count { $0.hasPrefix("Pair") } == 1)
    }

    @Test("a catalog of the first schema takes its tracks over and reads them again")
    func migration() async throws {
        let library = try await TestLibrary()
        try library.write("1.mp3", ["TITLE": "T", "COMPOSER": "C", "ALBUM": "A"])
        try await library.scan()
        let before = try await library.item("Tracks", "T")
        await library.catalog.close()
        let old = try await makeFirstSchema(of: library)

        let catalog = try await Catalog.open(path: old) { Issue.record("\($0)") }
        let scanner = LibraryScanner(catalog: catalog, tags: library.tags, workerCount: 1)
        let report = try await scanner.scan(.init(progressed: { _ in }, contentChanged: { _ in }))

        #expect(report?.changed == 1)
        let source = CatalogContentSource(catalog: catalog)
        #expect(try await source.item(for: before.identifier).title == "T")
        #expect(
            try await source.tracks(under: try await source.identifier(named: ["Composers", "C"])).map(\.title) == ["T"]
        )
        await catalog.close()
    }

    /// Another catalog file with the same rows, as the program before wrote it.
    private func makeFirstSchema(of library: TestLibrary) async throws -> String {
        let path = library.base + "/old.sqlite"
        let connection = try Connection(path: path)
        try Migrator([M0001CreateTables.migration]).migrate(connection)
        try connection.execute("ATTACH '\(library.base)/data/catalog.sqlite' AS new")
        for table in ["library_roots", "folders", "tracks", "albums"] {
            let columns = try connection.prepare("SELECT name FROM pragma_table_info('\(table)', 'main')")
                .all { $0.text(0) }.joined(separator: ", ")
            try connection.execute("INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM new.\(table)")
        }
        try connection.execute("UPDATE catalog SET revision = 7, tracks = 1, albums = 1")
        return path
    }
}
