// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueState
import Testing

@testable import SharedListening

@Suite("The listening of this machine only")
struct OwnListeningTests {
    private static func started(
        _ title: String, at time: Int64, _ kind: JournalEntry.Kind = .started
    ) -> ListeningEvent {
        .noted(
            JournalEntry(
                kind, JournalEntry.Subject(Store.track(title), duration: nil), at: time, position: .zero,
                cause: .user))
    }

    private static func item(_ title: String) -> ContentIdentifier { Store.track(title).identifier }

    private func titles(_ part: OwnPart<OwnPlay>) -> [String] { part.entries.map(\.entry.subject.title) }

    @Test("Plays come in their order with their beginning, in parts, and none a second time")
    func plays() async throws {
        let store = try await Store()
        try await store.store.record(
            [Self.started("One", at: 10)] + Store.heard("One", at: 100) + [Self.started("Two", at: 200)]
                + Store.heard("Two", at: 260) + [Self.started("One", at: 300)] + Store.heard("One", at: 380))

        let first = try await store.store.ownPlays(after: [:], limit: 2)
        let second = try await store.store.ownPlays(after: first.end, limit: 2)
        let third = try await store.store.ownPlays(after: second.end, limit: 2)

        #expect(titles(first) == ["One", "Two"] && titles(second) == ["One"] && third.entries.isEmpty)
        #expect(first.entries.map(\.entry.start) == [10, 200] && first.entries.map(\.entry.heard) == [100, 260])
        #expect(second.entries.first?.entry.start == 300)
        #expect(third.end == second.end)
        #expect(try await store.store.ownEnds().plays == second.end)
        #expect(try await store.store.ownPlayCount(after: first.end) == 1)
    }

    @Test("What was erased before it was read is not there, and what comes afterwards is")
    func erased() async throws {
        let store = try await Store()
        try await store.store.record(Store.heard("One", at: 100) + Store.heard("Two", at: 200))
        let cursor = try await store.store.ownPlays(after: [:], limit: 1).end
        _ = try await store.store.eraseJournal(JournalQuery(since: 150))
        try await store.store.record(Store.heard("Three", at: 300))

        let part = try await store.store.ownPlays(after: cursor, limit: 9)
        #expect(titles(part) == ["Three"])
    }

    @Test("The journal behind a number comes as it was noted, whatever the clock said then, with its numbers")
    func journal() async throws {
        let store = try await Store()
        try await store.store.record(Store.heard("One", at: 900))
        var query = JournalQuery(kinds: [.heard])
        query.after = [:]
        let first = try await store.store.journal(query, offset: 0, limit: 9)
        let last = try #require(first.entries.last)
        query.after = [try #require(last.log): try #require(last.number)]
        try await store.store.record(Store.heard("Two", at: 300) + Store.heard("One", at: 900))

        let second = try await store.store.journal(query, offset: 0, limit: 9)
        let part = try await store.store.journal(query, offset: 0, limit: 1)
        query = JournalQuery(since: 10_000)
        query.after = [:]
        let none = try await store.store.journal(query, offset: 0, limit: 9)

        #expect(first.entries.map(\.subject.title) == ["One"])
        #expect(second.entries.map(\.subject.title) == ["Two", "One"] && second.entries.map(\.time) == [300, 900])
        #expect(part.entries.map(\.subject.title) == ["Two"] && none.entries.isEmpty)
    }

    @Test("An entry behind a number tells when its play began, unless that was erased")
    func entryBeginnings() async throws {
        let store = try await Store()
        try await store.store.record(
            [Self.started("One", at: 10)] + Store.heard("One", at: 100) + [Self.started("One", at: 110, .left)]
                + [Self.started("Two", at: 200), Self.started("Two", at: 210, .stopped)]
                + [Self.started("Two", at: 220, .paused)])
        var query = JournalQuery(kinds: [.heard, .left, .stopped, .paused])
        query.after = [:]

        let entries = try await store.store.journal(query, offset: 0, limit: 9).entries

        #expect(entries.map(\.kind) == [.heard, .left, .stopped, .paused])
        #expect(entries.map(\.beginning?.time) == [10, 10, 200, nil])
        let numbers = entries.map(\.beginning?.number)
        let (first, own) = (try #require(numbers[0]), try #require(entries[0].number))
        #expect(first == numbers[1] && first < own)
    }

    @Test("Plays and likes of another machine are not among them, and a log that goes on under another name is")
    func others() async throws {
        let (desk, kitchen) = (try await Store(), try await Store())
        try await desk.store.record(
            Store.heard("One", at: 100) + [.favourite(Self.item("One"), true)])
        try await kitchen.store.record(Store.heard("Two", at: 200))
        let cursor = try await kitchen.store.ownPlays(after: [:], limit: 9).end
        try await kitchen.fetch(from: desk, String(repeating: "d", count: 64))
        try await kitchen.store.speak(as: String(repeating: "a", count: 64))
        try await kitchen.store.record(Store.heard("Three", at: 300))

        let rest = try await kitchen.store.ownPlays(after: cursor, limit: 9)
        let all = try await kitchen.store.ownPlays(after: [:], limit: 9)
        let likes = try await kitchen.store.ownLikes(after: [:], limit: 9)
        #expect(titles(rest) == ["Three"] && titles(all) == ["Two", "Three"] && likes.entries.isEmpty)
        #expect(try await kitchen.record("One").isFavourite, "it came")
    }

    @Test("Of likes only the last of each item comes, when it has changed")
    func likes() async throws {
        let store = try await Store()
        try await store.store.record([
            .favourite(Self.item("One"), true), .favourite(Self.item("Two"), true), .disliked(Self.item("One"), true),
        ])
        let first = try await store.store.ownLikes(after: [:], limit: 9)
        try await store.store.record([.favourite(Self.item("Two"), false)])
        let second = try await store.store.ownLikes(after: first.end, limit: 9)

        #expect(
            first.entries.map(\.entry) == [OwnLike(Self.item("Two"), true), OwnLike(Self.item("One"), false)])
        #expect(second.entries.map(\.entry) == [OwnLike(Self.item("Two"), false)])
    }

    @Test("A cursor behind the end, as of a file that was put back, does not hide what comes")
    func behind() async throws {
        let store = try await Store()
        try await store.store.record(Store.heard("One", at: 100))
        var cursor = try await store.store.ownEnds().plays
        for log in cursor.keys { cursor[log] = 1_000 }

        let part = try await store.store.ownPlays(after: cursor, limit: 9)
        try await store.store.record(Store.heard("Two", at: 200))

        let next = try await store.store.ownPlays(after: part.end, limit: 9)
        #expect(part.entries.isEmpty && titles(next) == ["Two"])
    }

    @Test("A former log that a reader does not know is passed by, and of the current one what is older than the reader")
    func restored() async throws {
        let store = try await Store()
        try await store.store.record(Store.heard("One", at: 100))
        try await store.store.speak(as: String(repeating: "a", count: 64))
        try await store.store.record(Store.heard("Two", at: 200) + Store.heard("Three", at: 300))

        let cursor = try await store.store.ownCursor([:], since: 201)
        let part = try await store.store.ownPlays(after: cursor, limit: 9)

        #expect(titles(part) == ["Three"] && cursor.count == 2)
        #expect(try await store.store.ownPlayCount(after: cursor) == 1)
        #expect(try await store.store.ownCursor(part.end, since: 0) == part.end, "what is known stays")
    }

    @Test("A cursor does not go back in former logs when less of them is put back, nor when they are not there at all")
    func kept() async throws {
        let store = try await Store()
        try await store.store.record(Store.heard("One", at: 100))
        var cursor = try await store.store.ownEnds().plays
        for log in cursor.keys { cursor[log] = 1_000 }
        cursor["elsewhere"] = 7
        try await store.store.speak(as: String(repeating: "a", count: 64))
        try await store.store.record(Store.heard("Two", at: 200))

        let part = try await store.store.ownPlays(after: cursor, limit: 9)

        #expect(titles(part) == ["Two"])
        #expect(part.end.merging(cursor) { $1 } == part.end, "all that was known is in it")
    }

    @Test("A play does not begin with one that had ended, nor at a time that another clock has noted")
    func beginnings() async throws {
        let store = try await Store()
        let (week, far): (Int64, Int64) = (7 * 86_400, 5_000_000)
        try await store.store.record(
            [Self.started("One", at: 10), Self.started("One", at: 50, .left)] + Store.heard("One", at: 1_000)
                + [Self.started("Two", at: 2_000)] + Store.heard("Two", at: 2_001 + week)
                + [Self.started("Three", at: far)] + Store.heard("Three", at: far - 1)
                + [Self.started("One", at: far)] + Store.heard("One", at: far + 90))

        let part = try await store.store.ownPlays(after: [:], limit: 9)

        // Nine seconds of each are heard.
        #expect(part.entries.map(\.entry.start) == [991, 1_992 + week, far - 10, far])
        #expect(part.entries.map(\.entry.first) == [nil, 4, 6, 8])
    }
}
