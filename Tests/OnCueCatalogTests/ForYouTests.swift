// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueCatalog

@Suite("For You")
struct ForYouTests {
    private struct Rig {
        var library: TestLibrary
        var store: SavedQueryStore
        var source: ForYouContentSource
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
            source = ForYouContentSource(library: library.source, saved: store, state: state)
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

    @Test("episodes that were left in the middle are in Continue Listening, what was left last first")
    func episodes() async throws {
        let library = try await Rig().library
        try library.execute("UPDATE tracks SET last_played = 900, resume_position = 7 WHERE title = 'Bravo'")
        let location = try #require(MediaLocation(uri: "http://h/e"))
        let left = Track(identifier: ContentIdentifier(kind: .episode, key: "a"), location: location, title: "Left")
        let heard = Track(identifier: ContentIdentifier(kind: .episode, key: "b"), location: location, title: "Heard")
        let listening = FakeListeningStore()
        listening.set(ListeningRecord(lastPlayed: 1000, position: .seconds(9)), for: left.identifier)
        listening.set(ListeningRecord(playCount: 1, lastPlayed: 1001), for: heard.identifier)
        let source = ForYouContentSource(
            library: library.source, saved: MemoryQueryStore(), state: ForYouState(), listening: listening,
            episodes: FakeContentSource([.init("Show", by: "Ann", tracks: [left, heard])]))

        let list = ForYouList.own[0].identifier
        let page = try await source.children(of: list, offset: 0, limit: 10, at: nil)

        #expect(page.items.map(\.title) == ["Left", "Bravo"])
        #expect(try await source.tracks(under: list).map(\.title) == ["Left", "Bravo"])
    }

    @Test("a saved query is a list that plays and is found by its name and its position")
    func savedQuery() async throws {
        let rig = try await Rig()
        try await rig.store.save("First ones", "artist:A0 sort:-title")

        #expect(try await rig.titles("First ones") == ["Charlie", "Alpha"])
        let list = try await rig.source.identifier(at: [6], revision: nil)
        #expect(try await rig.source.item(for: list).title == "First ones")
        #expect(try await rig.source.tracks(under: list).map(\.title) == ["Charlie", "Alpha"])
        #expect(try await rig.source.search("first", offset: 0, limit: 5).items.map(\.identifier) == [list])
        let revision = try await rig.source.revision()
        let second = try await rig.source.identifier(at: [6, 1], revision: revision)
        #expect(try await rig.library.source.item(for: second).title == "Alpha")
    }

    @Test("every change is a new revision and is told; an old position is refused")
    func changes() async throws {
        let rig = try await Rig()
        let before = try await rig.source.revision()
        var changes = rig.source.changes().makeAsyncIterator()

        try await rig.store.save("X", "alpha")

        #expect(await changes.next() != nil)
        #expect(try await rig.source.revision() > before)
        await #expect(throws: ContentError.self) { try await rig.source.identifier(at: [6, 0], revision: before) }
        try await rig.store.remove("x")
        await #expect(throws: ContentError.self) { try await rig.source.identifier(named: ["X"]) }
    }

    @Test("people may edit the file: a broken line is told, and the others work")
    func editing() async throws {
        let rig = try await Rig()
        let path = rig.library.base + "/config/queries.conf"
        try await rig.store.save("One", "alpha")
        try Data("# mine\nOne = alpha\nBad = yaer:1\nnothing\nTwo=bravo\n".utf8).write(to: URL(fileURLWithPath: path))

        #expect(try await rig.titles().suffix(2) == ["One", "Two"])
        #expect(rig.messages.all.contains { $0.contains(":3: \"Bad\"") && $0.contains("did you mean year") })
        #expect(rig.messages.all.contains { $0.contains(":4: expected NAME = QUERY") })

        try await rig.store.save("three", "charlie")
        let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        #expect(text == "# mine\nOne = alpha\nBad = yaer:1\nnothing\nTwo=bravo\nthree = charlie\n")
    }

    @Test("names that lead nowhere and texts that are no query are refused")
    func refusals() async throws {
        let rig = try await Rig()
        for (name, text) in [
            ("", "a"), ("a/b", "a"), ("a=b", "a"), ("#a", "a"), ("most played", "a"), ("a", ""), ("a", "("),
        ] {
            await #expect(throws: ContentError.self, "\(name) \(text)") { try await rig.store.save(name, text) }
        }
        #expect(try await rig.store.queries().isEmpty)
    }
}
