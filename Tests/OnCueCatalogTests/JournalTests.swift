// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import FoundationEssentials
import OnCueCore
import Testing

@testable import OnCueCatalog
@testable import OnCueState

@Suite("The journal")
struct JournalTests {
    private static let one = track("one")
    private static let two = track("two")

    private static func track(_ key: String) -> Track {
        Track(
            identifier: ContentIdentifier(kind: .episode, key: key),
            location: MediaLocation(filePath: Array("/\(key)".utf8)), title: key, artists: ["X", "Y"], album: "A",
            duration: .seconds(100))
    }

    private func entry(
        _ kind: JournalEntry.Kind, _ track: Track, _ time: Int64, _ cause: PlaybackCause = .user,
        output: String? = "Headphones"
    ) -> JournalEntry {
        JournalEntry(
            kind, JournalEntry.Subject(track, duration: nil), at: time, position: .milliseconds(1500), cause: cause,
            output: output)
    }

    /// Two plays of one item and a skip of another.
    private func fill(_ store: ListeningStore) async throws {
        try await store.record([
            .noted(entry(.started, Self.one, 10)), .heard(Self.one, at: 20), .noted(entry(.heard, Self.one, 20)),
            .noted(entry(.started, Self.two, 30, .remote)), .skipped(Self.two, at: 35),
            .noted(entry(.skipped, Self.two, 35, .remote, output: nil)),
            .heard(Self.one, at: 50), .noted(entry(.heard, Self.one, 50)),
        ])
    }

    @Test("gives back what it was given, the newest first, also after it was closed")
    func keeps() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        try await fill(store)
        await store.close()

        let page = try await library.openListening().journal(JournalQuery(), offset: 0, limit: 3)

        #expect(page.total == 5)
        #expect(
            page.entries == [
                entry(.heard, Self.one, 50), entry(.skipped, Self.two, 35, .remote, output: nil),
                entry(.started, Self.two, 30, .remote),
            ])
        let rest = try await store.journal(JournalQuery(), offset: 3, limit: 10)
        #expect(rest.entries.map(\.time) == [20, 10])
    }

    @Test("keeps the titles that a station announced, which count for nothing")
    func songs() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        var songs = [entry(.song, Self.one, 10), entry(.song, Self.one, 20)]
        (songs[0].song, songs[1].song) = ("Björk - Jóga", "Buy this")
        try await store.record(songs.map { .noted($0) })
        await store.close()

        let again = await library.openListening()
        let page = try await again.journal(JournalQuery(kinds: [.song]), offset: 0, limit: 9)

        #expect(page.entries == songs.reversed())
        #expect(try await again.records(for: [Self.one.identifier])[Self.one.identifier]?.playCount ?? 0 == 0)
        #expect(try await again.eraseJournal(JournalQuery(items: [Self.one.identifier])) == 2)
        #expect(try await again.journal(JournalQuery(), offset: 0, limit: 9).total == 0)
    }

    @Test("is asked for by time, by item and by kind")
    func queries() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        try await fill(store)
        func times(_ query: JournalQuery) async throws -> [Int64] {
            let page = try await store.journal(query, offset: 0, limit: 10)
            #expect(page.total == page.entries.count)
            return page.entries.map(\.time)
        }

        #expect(try await times(JournalQuery(since: 20, until: 50)) == [35, 30, 20])
        #expect(try await times(JournalQuery(items: [Self.two.identifier])) == [35, 30])
        #expect(try await times(JournalQuery(kinds: [.heard, .skipped])) == [50, 35, 20])
        #expect(try await times(JournalQuery(items: [ContentIdentifier(kind: .track, key: "none")])) == [])
    }

    @Test("forgets a time, and plays of that time count no more")
    func erasesTime() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        try await fill(store)
        var changes = store.changes().makeAsyncIterator()

        #expect(try await store.eraseJournal(JournalQuery(since: 31)) == 2)

        let records = try await store.records(for: [Self.one.identifier, Self.two.identifier])
        #expect(records[Self.one.identifier]?.playCount == 1)
        #expect(records[Self.one.identifier]?.lastPlayed == 20)
        #expect(records[Self.two.identifier]?.skipCount == 0)
        #expect(try await store.journal(JournalQuery(), offset: 0, limit: 9).entries.map(\.time) == [30, 20, 10])
        #expect(await changes.next()?.containers == [Self.one.identifier, Self.two.identifier])
    }

    @Test("forgets an item altogether, but not that it is liked")
    func erasesItem() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        try await fill(store)
        try await store.record([
            .favourite(Self.one.identifier, true), .left(Self.one, position: .seconds(9), at: 60),
        ])

        #expect(try await store.eraseJournal(JournalQuery(items: [Self.one.identifier])) == 3)

        let record = try await store.records(for: [Self.one.identifier])[Self.one.identifier]
        #expect(record == ListeningRecord(isFavourite: true))
        #expect(try await store.eraseJournal(JournalQuery(items: [Self.one.identifier])) == 0)
        #expect(try await store.records(for: [Self.two.identifier])[Self.two.identifier]?.skipCount == 1)
        #expect(try await store.eraseJournal(JournalQuery()) == 2)
        #expect(try await store.journal(JournalQuery(), offset: 0, limit: 9).total == 0)
    }

    @Test("when positions were erased is known, for an item, for a time in which all of it was, and for everything")
    func erasedPositions() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        let start = FileSystem.secondsSince1970()
        func song(_ key: String) -> Track {
            Track(
                identifier: ContentIdentifier(kind: .provided, key: "org.example.Server/" + key),
                location: MediaLocation(filePath: Array("/\(key)".utf8)), title: key, artists: [], album: nil,
                duration: .seconds(3600))
        }
        let songs = ["one", "two", "three", "four"].map(song)
        let all = songs.map(\.identifier)
        for (index, song) in songs.enumerated() {
            let time = Int64(index + 1) * 10
            try await store.record([
                .noted(entry(.started, song, time)), .left(song, position: .seconds(900), at: time),
                .noted(entry(.left, song, time)),
            ])
        }
        func erased() async throws -> [ContentIdentifier] {
            let times = try await store.erasedPositions(of: all)
            #expect(times.values.allSatisfy { $0 >= start })
            return all.filter { times[$0] != nil }
        }
        #expect(try await erased() == [])

        #expect(try await store.eraseJournal(JournalQuery(items: [all[1]])) == 2)
        #expect(try await erased() == [all[1]])
        #expect(try await store.eraseJournal(JournalQuery(since: 25, until: 35)) == 2)
        #expect(try await erased() == [all[1], all[2]])
        try await store.record([.played(all[3], false, at: start)])
        #expect(try await erased() == [all[1], all[2], all[3]])
        _ = try await store.eraseJournal(JournalQuery())
        #expect(try await erased() == all)
    }

    @Test("erasing today takes nothing from what was heard before there was a journal")
    func keepsOlder() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        try await store.record([
            .heard(Self.one, at: 10), .heard(Self.one, at: 20), .left(Self.one, position: .seconds(50), at: 100),
            .noted(entry(.started, Self.one, 99)), .noted(entry(.stopped, Self.one, 100)),
        ])

        #expect(try await store.eraseJournal(JournalQuery(since: 90)) == 2)

        let record = try await store.records(for: [Self.one.identifier])[Self.one.identifier]
        #expect(record?.playCount == 2)
        #expect(record?.position == .seconds(50))
    }

    @Test("erasing everything leaves no text of it in the file or in its log")
    func leavesNoTrace() async throws {
        let library = try await TestLibrary()
        let store = await library.openListening()
        try await store.record([
            .heard(Self.track("unmistakable"), at: 1), .noted(entry(.heard, Self.track("unmistakable"), 1)),
        ])
        #expect(try await store.eraseJournal(JournalQuery()) == 1)
        #expect(
            try await store.records(for: [Self.track("unmistakable").identifier]).values.allSatisfy {
                $0 == ListeningRecord()
            })
        for suffix in ["", "-wal"] {
            let content = try Data(contentsOf: URL(filePath: library.base + "/listening.sqlite" + suffix))
            #expect(!String(decoding: content, as: UTF8.self).contains("/unmistakable"), "listening.sqlite\(suffix)")
        }
    }
}
