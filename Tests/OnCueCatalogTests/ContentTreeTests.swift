// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import OnCueCore
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueCatalog

@Suite("The content tree")
struct ContentTreeTests {
    /// Two albums of one artist, a compilation without album artist, and a track without album.
    private func makeLibrary() async throws -> TestLibrary {
        let library = try await TestLibrary()
        for (number, title) in ["So What", "Freddie Freeloader", "Blue in Green"].enumerated() {
            try library.write(
                "Miles/Kind of Blue/\(number + 1).flac",
                [
                    "TITLE": title, "ARTIST": "Miles Davis", "ALBUMARTIST": "Miles Davis", "ALBUM": "Kind of Blue",
                    "TRACK": "\(number + 1)", "DATE": "1959-08-17", "GENRE": "Jazz", "SECONDS": "60",
                ])
        }
        try library.write(
            "Miles/Bitches Brew/1.flac",
            [
                "TITLE": "Pharaoh's Dance", "ARTIST": "Miles Davis", "ALBUMARTIST": "Miles Davis",
                "ALBUM": "Bitches Brew", "DATE": "1970", "GENRE": "Fusion",
            ])
        try library.write(
            "Mix/1.mp3", ["TITLE": "Hyperballad", "ARTIST": "Björk", "ALBUM": "Mixtape", "TRACK": "1", "GENRE": "Pop"])
        try library.write(
            "Mix/2.mp3",
            ["TITLE": "Nardis", "ARTIST": "Miles Davis", "ALBUM": "Mixtape", "TRACK": "2", "GENRE": "Jazz"])
        try library.write("07 - Loose.mp3", ["ARTIST": "Björk", "ARTIST": "Thom Yorke", "GENRE": "Pop"])
        try await library.scan()
        return library
    }

    @Test("the library keeps the contract of content sources")
    func contract() async throws {
        let library = try await makeLibrary()

        let violations = await ContentSourceContract.violations(
            in: library.source,
            change: .init(of: ContentSection.tracks.identifier) {
                try library.write("Mix/3.mp3", ["TITLE": "Jóga", "ARTIST": "Björk", "ALBUM": "Mixtape", "TRACK": "3"])
                try await library.scan()
            })

        #expect(violations == [])
    }

    @Test("the root holds the sections in their order with counts")
    func root() async throws {
        let library = try await makeLibrary()

        let page = try await library.source.children(of: .root, offset: 0, limit: 100, at: nil)

        #expect(
            page.items.map(\.title) == [
                "Artists", "Albums", "Tracks", "Genres", "Folders", "Recently Added", "Composers", "Compilations",
                "Albums by Artist", "Albums by Year",
            ])
        #expect(page.items.map(\.childCount) == [4, 3, 7, 3, 1, 4, 0, 1, 3, 3])
        #expect(
            page.items.map(\.isPlayable) == [true, true, true, true, false, true, false, true, true, true])
        #expect(page.container.childCount == 10)
        #expect(page.total == 10)
    }

    @Test("artists hold their albums by year, also those they merely play on, and tracks without album")
    func artists() async throws {
        let library = try await makeLibrary()

        #expect(try await library.titles("Artists") == ["Björk", "Miles Davis", "Thom Yorke", "Various Artists"])
        #expect(try await library.titles("artists", "miles DAVIS") == ["Kind of Blue", "Bitches Brew", "Mixtape"])
        #expect(try await library.titles("Artists", "bjork") == ["Mixtape", "Loose"])
        #expect(try await library.item("Artists", "Miles Davis").subtitle == "3 albums, 5 tracks")
        #expect(try await library.item("Artists", "Thom Yorke").subtitle == "1 track")
    }

    @Test("playing an artist takes whole albums, and from albums of others the artist's own tracks")
    func playingArtist() async throws {
        let library = try await makeLibrary()

        #expect(
            try await library.playing("Artists", "Miles Davis")
                == ["So What", "Freddie Freeloader", "Blue in Green", "Pharaoh's Dance", "Nardis"])
        #expect(try await library.playing("Artists", "Björk") == ["Hyperballad", "Loose"])
    }

    @Test("an album shows its artist, playing time, picture and tracks by number")
    func album() async throws {
        let library = try await makeLibrary()

        let album = try await library.item("Albums", "Kind of Blue")

        #expect(album.subtitle == "Miles Davis")
        #expect(album.duration == .seconds(180))
        #expect(album.artwork == .medium(library.location("Miles/Kind of Blue/1.flac")))
        #expect(album.childCount == 3)
        #expect(album.isContainer && album.isPlayable)
        #expect(
            try await library.titles("Albums", "Kind of Blue") == ["So What", "Freddie Freeloader", "Blue in Green"])
    }

    @Test("several artists in one folder and album without album artist are one album by Various Artists")
    func variousArtists() async throws {
        let library = try await makeLibrary()
        #expect(try await library.titles("Albums") == ["Bitches Brew", "Kind of Blue", "Mixtape"])
        #expect(try await library.item("Albums", "Mixtape").subtitle == "Various Artists")
    }

    @Test("the album artist tag holds an album together across folders and artists")
    func albumArtistDecides() async throws {
        let library = try await TestLibrary()
        for disc in 1...2 {
            try library.write(
                "CD\(disc)/1.mp3",
                [
                    "TITLE": "Disc \(disc)", "ARTIST": "Guest \(disc)", "ALBUMARTIST": "Host", "ALBUM": "Both",
                    "DISC": "\(3 - disc)",
                ])
            try library.write("CD\(disc)/x.mp3", ["TITLE": "Own \(disc)", "ARTIST": "A", "ALBUM": "Separate"])
        }
        try await library.scan()

        #expect(try await library.titles("Albums") == ["Both", "Separate", "Separate"])
        #expect(try await library.titles("Albums", "Both") == ["Disc 2", "Disc 1"])
        #expect(try await library.item("Albums", "Both").subtitle == "Host")
    }

    @Test("genres hold albums and play what is of the genre")
    func genres() async throws {
        let library = try await makeLibrary()

        #expect(try await library.titles("Genres") == ["Fusion", "Jazz", "Pop"])
        #expect(try await library.titles("Genres", "Jazz") == ["Kind of Blue", "Mixtape"])
        #expect(try await library.titles("Genres", "Pop") == ["Mixtape", "Loose"])
        #expect(
            try await library.playing("Genres", "Jazz")
                == ["So What", "Freddie Freeloader", "Blue in Green", "Nardis"])
    }

    @Test("folders hold folders and then tracks")
    func folders() async throws {
        let library = try await makeLibrary()

        #expect(try await library.titles("Folders") == ["music"])
        #expect(try await library.titles("Folders", "music") == ["Miles", "Mix", "Loose"])
        #expect(try await library.titles("Folders", "music", "Miles") == ["Bitches Brew", "Kind of Blue"])
        #expect(
            try await library.playing("Folders", "music")
                == [
                    "Pharaoh's Dance", "So What", "Freddie Freeloader", "Blue in Green", "Hyperballad", "Nardis",
                    "Loose",
                ])
    }

    @Test("folders and files of the library are found by their path, others are not")
    func byPath() async throws {
        let library = try await makeLibrary()

        let folder = try #require(try await library.source.identifier(of: library.location("Miles")))
        let file = try #require(try await library.source.identifier(of: library.location("Mix/1.mp3")))

        #expect(try await library.source.item(for: folder).title == "Miles")
        #expect(try await library.source.item(for: file).title == "Hyperballad")
        #expect(try await library.source.identifier(of: library.location("Nowhere")) == nil)
        let stream = try #require(MediaLocation(uri: "http://host/x"))
        #expect(try await library.source.identifier(of: stream) == nil)
    }

    @Test("recently added shows albums and loose tracks, newest first")
    func recentlyAdded() async throws {
        let library = try await TestLibrary()
        let store = library.catalog.store
        func batch(_ name: String, _ tags: String, time: Int64) throws -> CatalogBatch {
            try library.write(name, text: tags)
            let file = PlannedFile(
                folder: Array(library.music.utf8), name: Array(name.utf8),
                fingerprint: FileFingerprint(size: 1, modified: 1, inode: 1))
            let record = TrackRecord(try textTags(file.path), folder: file.folder, name: file.name)
            return CatalogBatch(files: [ScannedFile(file: file, outcome: .track(record))], time: time)
        }

        _ = try await store.apply(batch("a.mp3", "TITLE=Old\nALBUM=Old Album", time: 100))
        _ = try await store.apply(batch("b.mp3", "TITLE=Middle", time: 200))
        _ = try await store.apply(batch("c.mp3", "TITLE=New\nALBUM=New Album", time: 300))

        #expect(try await library.titles("Recently Added") == ["New Album", "Middle", "Old Album"])
    }

    @Test("track items show artists joined and play; they hold nothing")
    func trackItem() async throws {
        let library = try await makeLibrary()

        let track = try await library.item("Tracks", "Loose")

        #expect(track.subtitle == "Björk, Thom Yorke")
        #expect(track.isPlayable && !track.isContainer && track.childCount == nil)
        let error = await #expect(throws: ContentError.self) {
            try await library.source.children(of: track.identifier, offset: 0, limit: 1, at: nil)
        }
        #expect(error?.code == .notContainer)
    }

    @Test("tracks carry everything that was read")
    func trackValues() async throws {
        let library = try await makeLibrary()
        let identifier = try await library.source.identifier(named: ["Albums", "Kind of Blue", "So What"])

        let track = try #require(try await library.source.tracks(under: identifier).first)

        #expect(track.identifier == identifier)
        #expect(track.location == library.location("Miles/Kind of Blue/1.flac"))
        #expect(track.artists == ["Miles Davis"])
        #expect(track.albumArtists == ["Miles Davis"])
        #expect(track.album == "Kind of Blue")
        #expect(track.albumIdentifier == (try await library.source.identifier(named: ["Albums", "Kind of Blue"])))
        #expect(track.trackNumber == 1)
        #expect(track.date == "1959-08-17")
        #expect(track.genres == ["Jazz"])
        #expect(track.duration == .seconds(60))
    }

    @Test("a stale position is refused by name, except the root and its sections")
    func stalePositions() async throws {
        let library = try await makeLibrary()
        let old = try await library.source.revision()
        let deep = IndexPath(indexes: [1, 0])
        let before = try await library.source.identifier(at: deep, revision: old)
        #expect(try await library.source.item(for: before).title == "Bitches Brew")

        try library.write("new.mp3", ["TITLE": "New", "ALBUM": "AAA"])
        try await library.scan()
        let current = try await library.source.revision()

        #expect(current > old)
        for attempt in [0, 1] {
            let error = await #expect(throws: ContentError.self) {
                if attempt == 0 {
                    _ = try await library.source.identifier(at: deep, revision: old)
                } else {
                    _ = try await library.source.children(of: .root, offset: 0, limit: 1, at: old)
                }
            }
            #expect(error?.code == .staleIndexPath(current: current))
        }
        #expect(try await library.source.identifier(at: [1], revision: old) == ContentSection.albums.identifier)
        #expect(try await library.source.identifier(at: [], revision: old) == .root)
        #expect(try await library.source.identifier(at: deep, revision: nil) != before)
    }

    @Test("positions out of range are not found", arguments: [[10], [1, 3], [1, 0, 1], [1, 0, 0, 0], [2, 0, 0]])
    func outOfRange(_ position: [Int]) async throws {
        let library = try await makeLibrary()
        let error = await #expect(throws: ContentError.self) {
            try await library.source.identifier(at: IndexPath(indexes: position), revision: nil)
        }
        #expect(error?.code == .notFound)
    }

    @Test("a missing name is told by its name")
    func missingName() async throws {
        let library = try await makeLibrary()
        let error = await #expect(throws: ContentError.self) {
            try await library.source.identifier(named: ["Albums", "Kind of Blu", "So What"])
        }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains("\"Kind of Blu\"") == true)
        #expect(error?.message.contains("Albums") == true)
    }

    @Test("names with a slash and with accents are found", arguments: ["AC/DC", "ac/dc"])
    func nameWithSlash(_ name: String) async throws {
        let library = try await TestLibrary()
        try library.write("1.mp3", ["TITLE": "T.N.T.", "ARTIST": "AC/DC", "ALBUM": "Live/Dead"])
        try await library.scan()

        // As a place is divided at every slash.
        let titles = ["Artists"] + name.split(separator: "/").map(String.init) + ["live", "dead"]

        let identifier = try await library.source.identifier(named: titles)
        #expect(try await library.source.item(for: identifier).title == "Live/Dead")
    }

    @Test("titles lead to a position, which is another one when the library has changed")
    func positionsByTitles() async throws {
        let library = try await TestLibrary()
        try library.write("b/1.mp3", ["TITLE": "B/1"])
        try await library.scan()
        let source = library.source

        let folder = try await source.children(named: ["Folders", "music", "b"], offset: 0, limit: 10)
        let track = try await source.place(named: ["folders", "Music", "B", "b", "1"])

        await #expect(throws: ContentError.self) {
            _ = try await source.children(named: ["folders", "Music", "B", "b", "1"], offset: 0, limit: 10)
        }
        #expect(folder?.path == [4, 0, 0])
        #expect(track.path == [4, 0, 0, 0])
        #expect(try await source.identifier(at: [4, 0, 0, 0], revision: track.revision) == track.identifier)

        try library.write("a/2.mp3", ["TITLE": "2"])
        try await library.scan()

        let later = try await source.children(named: ["Folders", "music", "b"], offset: 0, limit: 10)
        #expect(later?.path == [4, 0, 1])
        #expect(later?.page.container.identifier == folder?.page.container.identifier)
        #expect(try await source.place(named: ["Folders"]) == TitledItem(ContentSection.folders.identifier, at: [4]))
    }

    @Test("more names than lead anywhere are refused before anything is read")
    func tooManyNames() async throws {
        let library = try await makeLibrary()
        for count in [33, 8000] {
            let error = await #expect(throws: ContentError.self) {
                try await library.source.identifier(
                    named: ["Folders", "music"] + Array(repeating: "x", count: count - 2))
            }
            #expect(error?.code == .invalidPlace)
            #expect(error?.message.contains("\(count) names") == true)
        }
    }

    @Test("a title with up to seven slashes is found, and the shortest title wins")
    func namesWithManySlashes() async throws {
        let library = try await TestLibrary()
        let titles = ["a/b", "a/b/c/d/e/f/g/h", "a", "1/2/3/4/5/6/7/8/9"]
        for (number, title) in titles.enumerated() { try library.write("\(number).mp3", ["TITLE": title]) }
        try await library.scan()

        func found(_ names: String) async throws -> String {
            let parts = ["Folders", "music"] + names.split(separator: "/").map(String.init)
            return try await library.source.item(for: try await library.source.identifier(named: parts)).title
        }
        #expect(try await found("a") == "a")
        try library.remove("2.mp3")
        try await library.scan()
        #expect(try await found("a/b") == "a/b")
        try library.remove("0.mp3")
        try await library.scan()
        #expect(try await found("a/b/c/d/e/f/g/h") == "a/b/c/d/e/f/g/h")
        await #expect(throws: ContentError.self) { try await found("1/2/3/4/5/6/7/8/9") }
    }

    @Test(
        "identities that are not there are not found", arguments: ["album:aaaaaaaaaaaa", "track:x", "section:nothing"])
    func missingIdentity(_ text: String) async throws {
        let library = try await makeLibrary()
        let identifier = try #require(ContentIdentifier(text))
        let error = await #expect(throws: ContentError.self) { try await library.source.item(for: identifier) }
        #expect(error?.code == .notFound)
    }

    @Test(
        "pages are clamped, never refused", arguments: [(-5, 0, 1), (0, -1, 1), (5, 1000, 2), (7, 10, 0), (0, .max, 7)])
    func clamping(_ offset: Int, _ limit: Int, _ count: Int) async throws {
        let library = try await makeLibrary()
        let page = try await library.source.children(
            of: ContentSection.tracks.identifier, offset: offset, limit: limit, at: nil)
        #expect(page.items.count == count)
        #expect(page.total == 7)
        #expect(page.offset == max(0, offset))
    }

    @Test("an empty library has its sections and plays nothing")
    func emptyLibrary() async throws {
        let library = try await TestLibrary()
        let page = try await library.source.children(of: .root, offset: 0, limit: 10, at: nil)
        #expect(page.items.map(\.childCount) == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
        #expect(page.items.allSatisfy { !$0.isPlayable })
        #expect(try await library.source.tracks(under: ContentSection.albums.identifier) == [])
        #expect(try await library.source.search("x", offset: 0, limit: 10).items == [])
    }
}
