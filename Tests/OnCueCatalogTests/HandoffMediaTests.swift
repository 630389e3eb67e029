// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import OnCueCatalog

@Suite("Media of the library, handed over")
struct HandoffMediaTests {
    private func library(_ files: [(String, KeyValuePairs<String, String>)]) async throws -> TestLibrary {
        let library = try await TestLibrary()
        for (name, tags) in files { try library.write(name, tags) }
        try await library.scan()
        return library
    }

    private func described(_ library: TestLibrary) async throws -> [HandedEntry] {
        let tracks = try await library.source.tracks(under: ContentSection.tracks.identifier)
        return await CatalogHandoffMedia(catalog: library.catalog).described(tracks).compactMap(\.self)
    }

    @Test("A file in another folder of the same name is found by its path and size, whatever its tags")
    func path() async throws {
        let here = try await library([("a/one.mp3", ["TITLE": "One"]), ("two.mp3", ["TITLE": "Two"])])
        let there = try await library([("a/one.mp3", ["TITLE": "Uno"]), ("a/two.mp3", ["TITLE": "Dos"])])

        let entries = try await described(here)
        #expect(entries.map(\.path).contains(Array("a/one.mp3".utf8)))
        let found = await CatalogHandoffMedia(catalog: there.catalog).found(entries)

        #expect(zip(entries, found).map { "\($0.title) \($1?.title ?? "-")" }.sorted() == ["One Uno", "Two -"])
    }

    @Test("The same path with another size is something else")
    func size() async throws {
        let here = try await library([("one.mp3", ["TITLE": "One"])])
        let there = try await library([("one.mp3", ["TITLE": "Another"])])
        let found = await CatalogHandoffMedia(catalog: there.catalog).found(try await described(here))
        #expect(found == [nil])
    }

    @Test("A recording is found by its tags and duration wherever its file is")
    func tags() async throws {
        let here = try await library([
            ("one.mp3", ["TITLE": "One", "ARTIST": "Ada", "ALBUM": "Blue", "SECONDS": "100"])
        ])
        let there = try await library([
            ("x/live.mp3", ["TITLE": "One", "ARTIST": "Ada", "ALBUM": "Blue", "SECONDS": "130"]),
            ("x/1.mp3", ["TITLE": "One", "ARTIST": "Ada", "ALBUM": "Blue", "SECONDS": "101"]),
        ])
        let found = await CatalogHandoffMedia(catalog: there.catalog).found(try await described(here))
        #expect(found.first??.location == there.location("x/1.mp3"))
    }

    @Test("A recording with an identifier is found by it, in its album if it is there more than once")
    func recording() async throws {
        let one: KeyValuePairs = ["TITLE": "One", "ALBUM": "Blue", "RECORDING": "f9c5b2c1"]
        let here = try await library([("one.mp3", one)])
        let there = try await library([
            ("best.mp3", ["TITLE": "One (2009)", "ALBUM": "The Best", "RECORDING": "f9c5b2c1"]), ("album.mp3", one),
        ])
        let entries = try await described(here)
        try #require(entries.first?.recording != nil)
        let found = await CatalogHandoffMedia(catalog: there.catalog).found(entries)
        #expect(found.first??.location == there.location("album.mp3"))
    }

    @Test("What the library does not have is not described, and not found")
    func unknown() async throws {
        let library = try await library([])
        let media = CatalogHandoffMedia(catalog: library.catalog)
        let track = Track(
            identifier: ContentIdentifier(kind: .track, key: "x"), location: MediaLocation(filePath: Array("/x".utf8)),
            title: "X")
        #expect(await media.described([track]) == [nil])
        var entry = HandedEntry(title: "X")
        (entry.path, entry.size) = (Array("../../etc/passwd".utf8), 1)
        #expect(await media.found([entry]) == [nil])
    }
}
