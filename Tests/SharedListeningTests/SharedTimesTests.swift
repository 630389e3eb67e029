// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import OnCueCore
import OnCueSession
import OnCueState
import OnCueTestSupport
import SQLite
import Testing

@testable import SharedListening

@Suite("Clocks that were wrong")
struct SharedTimesTests {
    private let desk = String(repeating: "d", count: 64)
    private let kitchen = String(repeating: "c", count: 64)
    /// Some decades ahead.
    private let wrong: Int64 = 4_000_000_000

    @Test("No change that is made here gets a time that others would not take")
    func bounded() async throws {
        let (one, two) = (try await Store(), try await Store())
        let now = FileSystem.secondsSince1970()
        try await one.store.record([.left(Store.track("One"), position: .seconds(1_200), at: wrong)])
        let part = try #require(try await one.store.sharedParts([.positions], after: [:], limit: 9).first)
        #expect(try await two.take([part], from: desk, now: now + 60) == "")
        #expect(try await two.record("One").position == .seconds(1_200))
    }

    @Test("What was noted while the clock was ahead reaches others once it is right, with all that is behind it")
    func corrected() async throws {
        let (one, two) = (try await Store(), try await Store())
        let now = FileSystem.secondsSince1970()
        try await one.store.record(Store.heard("One", at: wrong) + Store.heard("One", at: now))
        try await one.store.record([
            .left(Store.track("One"), position: .seconds(1_200), at: now),
            .favourite(Store.track("One").identifier, true),
        ])
        try await set(one, "UPDATE shared SET time = \(wrong)")
        let blocked = try await one.store.sharedParts(Set(SharedKind.allCases), after: [:], limit: 99)
        #expect(try await two.take(blocked, from: desk, now: now) != "")
        #expect(try await two.record("One") == ListeningRecord())

        try await one.store.correctTimes(now: now)
        let parts = try await one.store.sharedParts(Set(SharedKind.allCases), after: [:], limit: 99)
        #expect(try await two.take(parts, from: desk, now: now) == "")
        #expect(try await two.record("One") == one.record("One"))
        let record = try await one.record("One")
        #expect(record.playCount == 2 && record.lastPlayed == now && record.isFavourite)
        #expect(record.position == .seconds(1_200))

        let count = try await one.store.sharedCount(Set(SharedKind.allCases))
        try await one.store.correctTimes(now: now)
        #expect(try await one.store.sharedCount(Set(SharedKind.allCases)) == count, "once is enough")
    }

    @Test("A machine whose clock was ahead as well has nothing twice")
    func both() async throws {
        let (one, two) = (try await Store(), try await Store())
        let now = FileSystem.secondsSince1970()
        try await one.store.record(Store.heard("One", at: wrong))
        try await two.fetch(from: one, desk)
        #expect(try await two.record("One").playCount == 1)
        try await one.store.correctTimes(now: now)
        try await two.fetch(from: one, desk)
        #expect(try await two.record("One").playCount == 1)
        #expect(try await two.history().entries.map(\.time) == [now])
    }

    @Test("What a former log has ahead is told by the present one, and the later change holds")
    func formerLog() async throws {
        let (one, two) = (try await Store(), try await Store())
        let now = FileSystem.secondsSince1970()
        try await one.store.record([
            .left(Store.track("Two"), position: .seconds(1_200), at: now),
            .favourite(Store.track("One").identifier, true), .favourite(Store.track("Two").identifier, true),
        ])
        try await one.store.record(Store.heard("One", at: now))
        _ = try await one.store.eraseJournal(JournalQuery())
        try await one.store.record(Store.heard("One", at: now))
        try await two.fetch(from: one, desk)
        try await set(one, "UPDATE shared SET time = \(wrong)")
        try await one.store.speak(as: desk)
        try await one.store.record(Store.heard("One", at: now))
        try await one.store.record([.disliked(Store.track("One").identifier, true)])

        try await one.store.correctTimes(now: now)
        #expect(try await one.record("One").isDisliked)
        #expect(try await one.record("Two").isFavourite)
        for store in [two, try await Store()] {
            try await store.fetch(from: one, desk)
            #expect(try await store.record("One").isDisliked)
            #expect(try await store.record("Two").isFavourite)
            #expect(try await store.record("One").playCount == 2, "the entry that erases still names its own log")
        }
    }

    @Test("A correction comes behind what is known of the item, at a time that others take")
    func behindKnown() async throws {
        let (one, two) = (try await Store(), try await Store())
        let now = FileSystem.secondsSince1970()
        for store in [one, two] { try await store.store.record(Store.heard("One", at: now)) }
        try await one.store.record([.favourite(Store.track("One").identifier, true)])
        try await set(one, "UPDATE shared SET time = \(wrong)")
        // Another machine has changed it since, some hours ahead of this one.
        try await two.store.record([.disliked(Store.track("One").identifier, true)])
        try await set(two, "UPDATE shared SET time = \(now + 20_000)")
        try await one.fetch(from: two, kitchen)
        #expect(try await one.record("One").isFavourite)
        try await one.store.correctTimes(now: now)
        #expect(try await one.record("One").isFavourite, "what is seen here stays")
        try await two.fetch(from: one, desk)
        #expect(try await two.record("One").isFavourite, "and is the same there")
    }

    @Test("Who passes plays on gets those of a clock that was ahead once, with the numbers under which they were noted")
    func passedOn() async throws {
        let one = try await Store()
        let now = FileSystem.secondsSince1970()
        try await one.store.record(Store.heard("One", at: wrong) + Store.heard("Two", at: wrong + 300))
        let all = try await one.store.ownPlays(after: [:], limit: 9).entries.map(\.number)
        let told = try await one.store.ownPlays(after: [:], limit: 1).end
        var query = JournalQuery(kinds: [.heard])
        query.after = told

        for round in 1...2 {
            try await one.store.correctTimes(now: now)
            let rest = try await one.store.ownPlays(after: told, limit: 9)
            let entries = try await one.store.journal(query, offset: 0, limit: 9).entries

            #expect(rest.entries.map(\.entry.subject.title) == ["Two"] && rest.entries.map(\.number) == [all[1]])
            #expect(rest.entries.map(\.entry.heard) == [now])
            #expect(rest.entries.map(\.entry.firstTime) == [wrong + 300] && entries.map(\.firstTime) == [wrong + 300])
            #expect(entries.map(\.subject.title) == ["Two"] && entries.map(\.number) == [all[1]])
            #expect(try await one.store.ownPlayCount(after: told) == 1)
            #expect(try await one.store.ownPlays(after: rest.end, limit: 9).entries.isEmpty)
            #expect(try await one.store.ownPlays(after: [:], limit: 9).entries.map(\.number) == all)
            // The clock is wrong again.
            if round == 1 { try await set(one, "UPDATE journal SET time = \(wrong)") }
        }
        try await one.store.record(Store.heard("Three", at: now + 60))
        let late = try await one.store.ownPlays(after: told, limit: 1)
        let last = try await one.store.ownPlays(after: late.end, limit: 9)
        #expect((late.entries + last.entries).map(\.entry.subject.title) == ["Two", "Three"])
    }

    private func set(_ store: Store, _ sql: String) async throws {
        let connection = try Connection(path: store.directory.file("listening.sqlite"))
        try connection.execute(sql)
    }
}
