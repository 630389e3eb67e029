// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueInterface
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueCatalog
@testable import OnCueState

@Suite("For You")
struct ForYouTests {
    private struct Rig {
        var library: TestLibrary
        var store: SavedQueryStore
        var source: ForYouContentSource
        let suggested = SuggestedItems()
        let messages = LogLines()

        init() async throws {
            library = try await TestLibrary()
            for (number, title) in ["Alpha", "Bravo", "Charlie", "Delta"].enumerated() {
                try library.write("\(number).mp3", ["TITLE": title, "ARTIST": "A\(number % 2)"])
            }
            try await library.scan()
            let state = ForYouState()
            let messages = messages
            store = SavedQueryStore(
                path: library.base + "/config/queries.conf", reserved: ForYouList.own.map(\.title),
                log: { messages.append($0) }, onChange: { state.tell() })
            source = ForYouContentSource(
                library: library.source, saved: store, suggested: suggested, state: state)
        }

        func titles(_ place: String...) async throws -> [String] {
            let identifier = try await source.identifier(named: place)
            return try await source.children(of: identifier, offset: 0, limit: 100, at: nil).items.map(\.title)
        }
    }

    @Test("the lists show what was played, liked, left and never heard")
    func lists() async throws {
        let rig = try await Rig()
        try rig.library.execute(
            """
            UPDATE tracks SET play_count = 3, last_played = 1000 WHERE title = 'Alpha';
            UPDATE tracks SET play_count = 5, last_played = 900, resume_position = 7 WHERE title = 'Bravo';
            UPDATE tracks SET favourite = 1, added = 5000000000 WHERE title = 'Delta';
            """)

        #expect(try await rig.titles() == ForYouList.own.map(\.title))
        #expect(try await rig.titles("Most Played") == ["Bravo", "Alpha"])
        #expect(try await rig.titles("Recently Added").first == "Delta")
        #expect(try await rig.titles("favourites") == ["Delta"])
        #expect(try await rig.titles("Continue Listening") == ["Bravo"])
        #expect(try await Set(rig.titles("Unheard")) == ["Charlie", "Delta"])
    }

    @Test("What is suggested is the first list while there is something, plays as any list, and its coming is told")
    func suggested() async throws {
        let rig = try await Rig()
        let before = try await rig.source.revision()
        let bravo = try await rig.source.identifier(named: ["Unheard", "Bravo"])
        rig.suggested.items = [try await rig.library.source.item(for: bravo)]

        #expect(try await rig.titles().first == "Suggested")
        #expect(try await rig.titles("Suggested") == ["Bravo"])
        let list = try await rig.source.identifier(named: ["Suggested"])
        #expect(try await rig.source.tracks(under: list).map(\.title) == ["Bravo"])
        #expect(try await rig.source.item(for: list).childCount == 1)
        #expect(try await rig.source.revision() > before)

        rig.suggested.items = []
        #expect(try await rig.titles() == ForYouList.own.map(\.title))
        await #expect(throws: ContentError.self) { try await rig.source.identifier(named: ["Suggested"]) }
    }

    /// A library beside two episodes, of which one was left in the middle and the other heard.
    private func withEpisodes(_ saved: any QueryService<ContentError> = MemoryQueryStore()) async throws -> (
        library: TestLibrary, source: ForYouContentSource
    ) {
        let library = try await Rig().library
        let location = try #require(MediaLocation(uri: "http://h/e"))
        var rows: [QueryRow] = []
        var tracks: [Track] = []
        for (number, title) in ["Left", "Heard"].enumerated() {
            let key = StableKey(number: Int64(number))
            tracks.append(Track(identifier: key.identifier(.episode), location: location, title: title))
            var row = QueryRow(
                kind: .episode, number: key.number, title: title, numbers: [.length: 1_500_000_000],
                times: [.added: 500 + key.number])
            row.add(
                number == 0
                    ? ListeningRecord(lastPlayed: 1000, position: .seconds(9))
                    : ListeningRecord(playCount: 4, lastPlayed: 800, isFavourite: true))
            rows.append(row)
        }
        let branch = ContentBranch(
            identifier: ContentIdentifier(kind: .section, key: "podcasts"), title: "Podcasts", kinds: [.episode],
            source: FakeContentSource([.init("Show", by: "Ann", tracks: tracks)]), queries: [FakeQuerySource(rows)])
        let source = ForYouContentSource(
            library: library.source, saved: saved, state: ForYouState(), others: [branch])
        return (library, source)
    }

    private func titles(_ place: String, _ source: ForYouContentSource, offset: Int = 0) async throws -> [String] {
        let list = try await source.identifier(named: [place])
        return try await source.children(of: list, offset: offset, limit: 10, at: nil).items.map(\.title)
    }

    @Test("episodes stand in the lists with tracks, in one order")
    func episodes() async throws {
        let (library, source) = try await withEpisodes()
        try library.execute(
            """
            UPDATE tracks SET last_played = 900, resume_position = 7, play_count = 1 WHERE title = 'Bravo';
            UPDATE tracks SET favourite = 1 WHERE title = 'Delta'
            """)

        #expect(try await titles("Continue Listening", source) == ["Left", "Bravo"])
        #expect(try await titles("Recently Played", source) == ["Left", "Bravo", "Heard"])
        #expect(try await titles("Recently Played", source, offset: 1) == ["Bravo", "Heard"])
        #expect(try await titles("Most Played", source) == ["Heard", "Bravo"])
        #expect(try await titles("Favourites", source) == ["Delta", "Heard"])
        #expect(try await titles("Recently Added", source).suffix(2) == ["Heard", "Left"])
        let list = ForYouList.own[0].identifier
        #expect(try await source.tracks(under: list).map(\.title) == ["Left", "Bravo"])
    }

    @Test("a saved query has episodes, too, and its limit counts them all")
    func savedEpisodes() async throws {
        let saved = MemoryQueryStore()
        try await saved.saveQuery("Long", "length:>20m sort:title")
        try await saved.saveQuery("Few", "sort:-title limit:3")
        let (library, source) = try await withEpisodes(saved)
        defer { withExtendedLifetime(library) {} }

        #expect(try await titles("Long", source) == ["Heard", "Left"])
        #expect(try await titles("Few", source) == ["Left", "Heard", "Delta"])
        #expect(try await source.item(for: source.identifier(named: ["Few"])).childCount == 3)
    }

    @Test("a saved query shows how many items it has, counted once for each state of the library")
    func counts() async throws {
        let rig = try await Rig()
        try await rig.store.saveQuery("Firsts", "artist:A0")
        let list = try await rig.source.identifier(named: ["Firsts"])

        #expect(try await rig.source.item(for: list).childCount == 2)
        let rows = try await rig.source.children(of: .root, offset: 0, limit: 100, at: nil).items
        #expect(rows.last?.childCount == 2)
        try rig.library.write("9.mp3", ["TITLE": "Echo", "ARTIST": "A0"])
        try await rig.library.scan()
        #expect(try await rig.source.item(for: list).childCount == 3)
        try await rig.store.saveQuery("Firsts", "artist:A1")
        #expect(try await rig.source.item(for: list).childCount == 2)
    }

    @Test("what is disliked is a list that is not shown among the others", .timeLimit(.minutes(5)))
    func disliked() async throws {
        let library = try await Rig().library
        let store = ListeningStore(path: library.base + "/listening.sqlite", catalog: library.catalog) { _ in }
        await store.open()
        let source = ForYouContentSource(
            library: library.source, favourites: LibraryFavourites(library: library.source, listening: store),
            saved: MemoryQueryStore(), state: ForYouState())
        let artist = try await library.source.identifier(named: ["Artists", "A1"])
        let track = try await library.source.identifier(named: ["Tracks", "Charlie"])
        #expect(try await titles("Disliked", source) == [])

        try await store.record([.disliked(artist, true), .disliked(track, true)])

        #expect(try await Set(titles("Disliked", source)) == ["A1", "Charlie"])
        let list = ContentIdentifier(kind: .list, key: "disliked")
        #expect(try await source.item(for: list).childCount == 2)
        #expect(
            try await source.children(of: .root, offset: 0, limit: 100, at: nil).items.map(\.title)
                == ForYouList.own.map(\.title))
        try await store.record([.favourite(track, true)])
        #expect(try await titles("Disliked", source) == ["A1"])
        await store.close()
    }

    @Test("albums and artists that are liked stand in Favourites, also after the next scan", .timeLimit(.minutes(5)))
    func favourites() async throws {
        let library = try await Rig().library
        let store = ListeningStore(path: library.base + "/listening.sqlite", catalog: library.catalog) { _ in }
        await store.open()
        let favourites = LibraryFavourites(library: library.source, listening: store)
        let source = ForYouContentSource(
            library: library.source, favourites: favourites, saved: MemoryQueryStore(), state: ForYouState())
        var changes = source.changes().makeAsyncIterator()
        let artist = try await library.source.identifier(named: ["Artists", "A1"])
        let track = try await library.source.identifier(named: ["Tracks", "Charlie"])

        try await store.record([.favourite(artist, true), .favourite(track, true)])

        #expect(await changes.next() != nil)
        #expect(try await titles("Favourites", source) == ["A1", "Charlie"])
        #expect(
            try await source.tracks(under: ForYouList.own[5].identifier).map(\.title) == ["Bravo", "Delta", "Charlie"])
        try library.write("1.mp3", ["TITLE": "Bravo two", "ARTIST": "A1"])
        try await library.scan()
        #expect(try await titles("Favourites", source) == ["A1", "Charlie"])
        let search = MergedSearch([library.source, favourites])
        let found = try await search.page(try ContentQuery("favourite kind:artist"), offset: 0, limit: 9)
        #expect(found.items.map(\.identifier) == [artist])
        try await store.record([.favourite(artist, false)])
        #expect(try await titles("Favourites", source) == ["Charlie"])
        let other = try await library.source.identifier(named: ["Artists", "A0"])
        try await store.record([.rated(artist, Stars(3.5)), .rated(other, Stars(5)), .rated(track, Stars(5))])
        for (query, names) in [
            ("stars:>=1 kind:artist sort:-stars", ["A0", "A1"]), ("stars:3.5 kind:artist|album", ["A1"]),
            ("stars:5", ["Charlie"]), ("stars:>=1 sort:title kind:artist|track", ["A0", "A1", "Charlie"]),
        ] {
            let found = try await search.page(try ContentQuery(query), offset: 0, limit: 9)
            #expect(found.items.map(\.title) == names, "\(query)")
        }
        await store.close()
    }

    @Test("a saved query is a list that plays and is found by its name and its position")
    func savedQuery() async throws {
        let rig = try await Rig()
        try await rig.store.saveQuery("First ones", "artist:A0 sort:-title")

        #expect(try await rig.titles("First ones") == ["Charlie", "Alpha"])
        let list = try await rig.source.identifier(at: [7], revision: nil)
        #expect(try await rig.source.item(for: list).title == "First ones")
        #expect(try await rig.source.tracks(under: list).map(\.title) == ["Charlie", "Alpha"])
        #expect(try await rig.source.search("first", offset: 0, limit: 5).items.map(\.identifier) == [list])
        let revision = try await rig.source.revision()
        let second = try await rig.source.identifier(at: [7, 1], revision: revision)
        #expect(try await rig.library.source.item(for: second).title == "Alpha")
    }

    @Test("every change is a new revision and is told; an old position is refused")
    func changes() async throws {
        let rig = try await Rig()
        let before = try await rig.source.revision()
        var changes = rig.source.changes().makeAsyncIterator()

        try await rig.store.saveQuery("X", "alpha")

        #expect(await changes.next() != nil)
        #expect(try await rig.source.revision() > before)
        await #expect(throws: ContentError.self) { try await rig.source.identifier(at: [6, 0], revision: before) }
        try await rig.store.removeQuery("x")
        await #expect(throws: ContentError.self) { try await rig.source.identifier(named: ["X"]) }
    }

    @Test("people may edit the file: a broken line is told, and the others work")
    func editing() async throws {
        let rig = try await Rig()
        let path = rig.library.base + "/config/queries.conf"
        try await rig.store.saveQuery("One", "alpha")
        try Data("# mine\nOne = alpha\nBad = yaer:1\nnothing\nTwo=bravo\n".utf8).write(to: URL(fileURLWithPath: path))

        #expect(try await rig.titles().suffix(2) == ["One", "Two"])
        #expect(rig.messages.all.contains { $0.contains(":3: \"Bad\"") && $0.contains("did you mean year") })
        #expect(rig.messages.all.contains { $0.contains(":4: expected NAME = QUERY") })

        try await rig.store.saveQuery("three", "charlie")
        let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        #expect(text == "# mine\nOne = alpha\nBad = yaer:1\nnothing\nTwo=bravo\nthree = charlie\n")
    }

    @Test("names that lead nowhere and texts that are no query are refused")
    func refusals() async throws {
        let rig = try await Rig()
        for (name, text) in [
            ("", "a"), ("a/b", "a"), ("a=b", "a"), ("#a", "a"), ("most played", "a"), ("a", ""), ("a", "("),
        ] {
            await #expect(throws: ContentError.self, "\(name) \(text)") { try await rig.store.saveQuery(name, text) }
        }
        #expect(try await rig.store.savedQueries().isEmpty)
    }

    @Test(
        "a new query does not get the name of a playlist, nor does one that comes back; one that is there keeps its own"
    )
    func playlists() async throws {
        let folder = try TemporaryDirectory()
        let trash = TrashFolder(path: folder.file("trash"))
        let store = SavedQueryStore(path: folder.file("queries.conf"), trash: trash, log: { _ in })
        try await store.saveQuery("Evening", "added:<30d")
        await store.reserve { $0.lowercased() == "evening" ? "Evening" : nil }

        try await store.saveQuery("Evening", "added:<60d")
        try await store.removeQuery("Evening")
        let error = await #expect(throws: ContentError.self) { try await store.saveQuery("evening", "stars:5") }
        #expect(error?.code == .refused)
        #expect(
            error?.message
                == "there is already a playlist called \"Evening\"; rename that first, or choose another name")

        let item = try #require(trash.items().first)
        let file = try #require(trash.read(item.key))
        await #expect(throws: ContentError.self) { try await store.restore(file) }
        #expect(try await store.savedQueries().isEmpty)
    }

    @Test("A query that cannot be removed from its file is not in the trash")
    func failedRemoval() async throws {
        let folder = try TemporaryDirectory()
        let trash = TrashFolder(path: folder.file("trash"))
        let store = SavedQueryStore(path: folder.file("queries.conf"), trash: trash, log: { _ in })
        try await store.saveQuery("New", "added:<30d")
        // The new file cannot be made.
        try folder.makeDirectory("queries.conf.new")

        await #expect(throws: ContentError.self) { try await store.removeQuery("New") }

        #expect(trash.items().isEmpty)
        #expect(try await store.savedQueries().map(\.name) == ["New"])
    }

    @Test("a query that was removed comes back as it was, unless its name is taken")
    func trash() async throws {
        let folder = try TemporaryDirectory()
        let trash = TrashFolder(path: folder.file("trash"))
        let store = SavedQueryStore(path: folder.file("queries.conf"), trash: trash, log: { _ in })
        try await store.saveQuery("New", "added:<30d")

        try await store.removeQuery("NEW")

        let item = try #require(trash.items().first)
        let file = try #require(trash.read(item.key))
        try await store.restore(file)
        #expect(try await store.savedQueries() == [SavedQuery(name: "New", text: "added:<30d")])
        let error = await #expect(throws: ContentError.self) { try await store.restore(file) }
        #expect(error?.message == "there is a saved query \"New\" already; remove that first")
    }
}
