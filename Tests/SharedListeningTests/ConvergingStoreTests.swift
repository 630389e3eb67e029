// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCatalog
import OnCueCore
import OnCueInterface
import OnCueSession
import OnCueState
import OnCueSuggestions
import OnCueTestSupport
import SQLite
import Testing

@testable import SharedListening

/// A store in a folder of its own.
final class Store: Sendable {
    let directory: TemporaryDirectory
    let catalog: Catalog
    let store: ListeningStore

    init(room: SharedRoom = SharedRoom()) async throws {
        directory = try TemporaryDirectory()
        catalog = try await Catalog.open(path: directory.file("catalog.sqlite")) { _ in }
        store = ListeningStore(
            path: directory.file("listening.sqlite"), catalog: catalog, sharedRoom: room
        ) { _ in }
        await store.open()
    }

    static let here: @Sendable (ToldItem) -> ContentIdentifier? = { item in
        // The first one is subscribed to here.
        if item.identifier.kind == .podcast { return item.entry?.address == PaperLog.feeds[0] ? item.identifier : nil }
        guard let title = item.entry?.title else { return item.identifier }
        return title == "Four" ? nil : StableKey(hashing: title.utf8).identifier(.track)
    }

    /// Takes parts as from a machine.
    @discardableResult
    func take(
        _ parts: [SharedPart], from machine: String, paired: Set<String> = [], now: Int64 = 1_000_000
    ) async throws -> String {
        var here: [ToldItem: ContentIdentifier] = [:]
        for item in parts.flatMap(\.entries).compactMap(\.change.item) { here[item] = Self.here(item) }
        return try await store.takeShared(
            parts, from: machine, paired: paired.union([machine]), here: here, now: now)
    }

    /// Takes all that another store has for this one.
    func fetch(from other: Store, _ machine: String, kinds: Set<SharedKind> = Set(SharedKind.allCases)) async throws {
        while true {
            let have = try await store.sharedHave(of: machine)
            let parts = try await other.store.sharedParts(kinds, after: have, limit: 3)
            if parts.isEmpty { return }
            try await take(parts, from: machine, now: 10_000_000_000)
        }
    }

    func record(_ title: String) async throws -> ListeningRecord {
        let item = StableKey(hashing: title.utf8).identifier(.track)
        return try await store.records(for: [item])[item] ?? ListeningRecord()
    }

    func history() async throws -> JournalPage { try await store.journal(JournalQuery(), offset: 0, limit: 1_000) }

    static func track(_ title: String) -> Track {
        Track(
            identifier: StableKey(hashing: title.utf8).identifier(.track),
            location: MediaLocation(filePath: Array("/\(title)".utf8)), title: title, duration: .seconds(3_000))
    }

    static func heard(_ title: String, at time: Int64) -> [ListeningEvent] {
        let track = Self.track(title)
        let entry = JournalEntry(
            .heard, JournalEntry.Subject(track, duration: nil), at: time, position: .seconds(9), cause: .user,
            output: "desk speakers")
        return [.heard(track, at: time), .noted(entry)]
    }
}

@Suite("Stores of several machines converge")
struct ConvergingStoreTests {
    @Test("Whatever the order, loss and repetition of messages, a store agrees with the value", arguments: 0..<25)
    func anyOrder(seed: Int) async throws {
        var random = SeededNumbers(UInt64(1_000 + seed))
        var machines = (1...2).map { PaperLog($0) }
        let store = try await Store()
        var messages: [(String, [SharedPart])] = []
        for time in 0..<60 {
            let index = Int.random(in: 0..<2, using: &random)
            machines[index].change(at: 1_000 + Int64(time / 3), &random)
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            let machine = machines[index].machine
            let have = try await store.store.sharedHave(of: machine)
            messages.append(
                (machine, machines[index].parts(after: have, most: Int.random(in: 1...9, using: &random))))
            for message in messages.shuffled(using: &random) where Bool.random(using: &random) {
                try await store.take(message.1, from: message.0)
            }
        }
        for machine in machines {
            while true {
                let have = try await store.store.sharedHave(of: machine.machine)
                let parts = machine.parts(after: have, most: 4)
                if parts.isEmpty { break }
                #expect(try await store.take(parts.shuffled(using: &random), from: machine.machine) == "")
            }
        }
        for message in messages { try await store.take(message.1, from: message.0) }

        var value = SharedState()
        for machine in machines { for part in machine.parts(after: [:]) { value.take(part) } }
        try await expect(store, value, Store.here, "seed \(seed)")

        // What was not here is, from now on.
        let (waiting, _) = try await store.store.waitingItems(from: 0, limit: 100)
        let four = StableKey(hashing: "Four".utf8).identifier(.track)
        let placed = waiting.map { ($0, $0.identifier.kind == .podcast ? $0.identifier : four) }
        try await store.store.place(Dictionary(uniqueKeysWithValues: placed))
        try await expect(
            store, value, { StableKey(hashing: ($0.entry?.title ?? "").utf8).identifier(.track) }, "placed")

        for machine in machines { _ = try await store.store.eraseShared(of: machine.machine) }
        #expect(try await store.history().total == 0)
        #expect(try await store.store.learntElsewhere().isEmpty)
        #expect(try await store.store.subscriptionWishes().isEmpty)
        for title in PaperLog.titles {
            var record = try await store.record(title)
            record.lastPlayed = nil
            #expect(record == ListeningRecord(), "nothing is left of \(title)")
        }
    }

    private static func sorted(_ values: some Sequence<some Any>) -> [String] { values.map { "\($0)" }.sorted() }

    private func expect(
        _ store: Store, _ value: SharedState, _ here: @escaping (ToldItem) -> ContentIdentifier?, _ what: String
    ) async throws {
        let plays = value.plays(here)
        let (positions, likes, stars) = (
            value.last(.positions, here), value.last(.likes, here), value.last(.stars, here)
        )
        for title in PaperLog.titles {
            let record = try await store.record(title)
            let item = StableKey(hashing: title.utf8).identifier(.track)
            let known = plays[item] ?? SharedState.Plays()
            #expect(record.playCount == known.heard && record.skipCount == known.skipped, "\(what), \(title)")
            var expected = ListeningRecord()
            if case .left(_, let position?) = positions[item] { expected.position = .microseconds(position) }
            if case .liked(_, let like) = likes[item] {
                (expected.isFavourite, expected.isDisliked) = (like == 1, like == -1)
            }
            if case .rated(_, let halves?) = stars[item] { expected.stars = Stars(halves: halves) }
            #expect(record.position == expected.position, "\(what), \(title)")
            #expect(record.isFavourite == expected.isFavourite && record.isDisliked == expected.isDisliked, "\(what)")
            #expect(record.stars == expected.stars, "\(what), \(title)")
        }
        let learnt = try await store.store.learntElsewhere().map(\.donation)
        #expect(Self.sorted(learnt) == Self.sorted(value.learnt(here).values), "\(what)")
        #expect(learnt.map(\.moment.time) == learnt.map(\.moment.time).sorted(), "in the order of time")
        let wishes = try await store.store.subscriptionWishes()
        let changes = wishes.map { SharedChange.subscribed($0.item, $0.isOn) }
        #expect(
            Self.sorted(changes) == Self.sorted(value.last(.subscriptions, { $0.identifier }).values), "\(what)")
        let total = plays.values.reduce(0) { $0 + $1.entries }
        #expect(try await store.history().total == total, "\(what)")
    }

    private let desk = String(repeating: "d", count: 64)
    private let kitchen = String(repeating: "c", count: 64)

    @Test("What is done on one machine is there on the other: plays, positions, likes and stars, each once")
    func across() async throws {
        let (one, two) = (try await Store(), try await Store())
        let track = Store.track("One")
        try await one.store.record(Store.heard("One", at: 100) + Store.heard("One", at: 200))
        try await one.store.record([
            .left(track, position: .seconds(1_200), at: 210), .favourite(track.identifier, true),
            .rated(track.identifier, Stars(4)),
        ])
        for _ in 0..<3 { try await two.fetch(from: one, desk) }
        let expected = ListeningRecord(
            playCount: 2, skipCount: 0, lastPlayed: 200, position: .seconds(1_200), isFavourite: true, stars: Stars(4))
        #expect(try await two.record("One") == expected)
        let history = try await two.history()
        #expect(history.entries.map(\.subject.title) == ["One", "One"])
        #expect(history.entries.allSatisfy { $0.output == nil }, "outputs are not told")

        // The last change counts, and comes back; nothing that came is told as its own.
        try await two.store.record([.left(track, position: .seconds(60), at: 100), .disliked(track.identifier, true)])
        try await one.fetch(from: two, kitchen)
        #expect(try await one.record("One").position == .seconds(60), "later, although the clock there is behind")
        #expect(try await one.record("One").isDisliked)
        #expect(try await one.record("One").playCount == 2)
        try await two.fetch(from: one, desk)
        #expect(try await two.record("One").playCount == 2)
        #expect(try await two.record("One").isDisliked)
    }

    @Test("A change of a kind that is not shared does not go out, and does when it is shared later")
    func kinds() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.record(Store.heard("One", at: 100))
        try await one.store.record([.favourite(Store.track("One").identifier, true)])
        try await two.fetch(from: one, desk, kinds: [.likes])
        #expect(try await two.record("One").playCount == 0)
        #expect(try await two.record("One").isFavourite)
        try await two.fetch(from: one, desk)
        #expect(try await two.record("One").playCount == 1)
    }

    @Test("Erasing on one machine erases what came from it on the other, and nothing else")
    func erase() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.record(
            Store.heard("One", at: 100) + Store.heard("Two", at: 200) + Store.heard("One", at: 300))
        try await one.store.record([
            .left(Store.track("One"), position: .seconds(1_200), at: 310),
            .left(Store.track("Two"), position: .seconds(700), at: 210),
        ])
        try await two.store.record(Store.heard("One", at: 150))
        let early = try await one.store.sharedParts(Set(SharedKind.allCases), after: [:], limit: 100)
        try await two.fetch(from: one, desk)
        #expect(try await two.record("One").playCount == 3)

        _ = try await one.store.eraseJournal(JournalQuery(items: [Store.track("One").identifier]))
        try await two.fetch(from: one, desk)
        #expect(try await two.record("One").playCount == 1, "its own play stays")
        #expect(try await two.record("One").position == nil)
        #expect(try await two.record("Two").playCount == 1)
        #expect(try await two.record("Two").position == .seconds(700))
        try await two.take(early, from: desk)
        #expect(try await two.record("One").playCount == 1, "a message that comes late brings nothing back")

        _ = try await two.store.eraseJournal(JournalQuery())
        try await two.fetch(from: one, desk)
        #expect(try await two.history().total == 0, "what was erased here does not come again")
        try await one.fetch(from: two, kitchen)
        #expect(try await one.record("Two").playCount == 1, "and stays where it was listened to")
    }

    @Test("No trace of what was erased is in the file, but numbers")
    func trace() async throws {
        let one = try await Store()
        try await one.store.record(Store.heard("Secret", at: 100))
        try await one.store.record([.left(Store.track("Secret"), position: .seconds(1_200), at: 110)])
        try await one.store.record([.left(Store.track("Two"), position: .seconds(1_200), at: 120)])
        _ = try await one.store.eraseJournal(JournalQuery(items: [Store.track("Secret").identifier]))
        let connection = try Connection(path: one.directory.file("listening.sqlite"))
        let key = Store.track("Secret").identifier.description
        let left = try connection.prepare("SELECT COUNT(*) FROM shared WHERE register = '\(key)'").first { $0.int(0) }
        #expect(left == 0)
        let kept = try connection.prepare("SELECT COUNT(*) FROM shared WHERE kind = 'positions' AND value IS NOT NULL")
            .first { $0.int(0) }
        #expect(kept == 1)
    }

    @Test("A machine speaks only for its own logs, and for no other machine's")
    func impostor() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.record(Store.heard("One", at: 100))
        try await two.store.record(Store.heard("Two", at: 100))
        try await two.fetch(from: one, desk)
        var parts = try await one.store.sharedParts([.plays], after: [:], limit: 10)
        let log = try #require(parts.first?.stream.log)
        parts = [
            SharedPart(
                SharedStream(log, .plays), after: 1, through: 2, [SharedEntry(2, at: 9, .erased(nil, [1...1]))])
        ]
        #expect(try await two.take(parts, from: kitchen, paired: [desk]) != "")
        #expect(try await two.record("One").playCount == 1)
        // By naming it in an entry of a log of its own.
        let own = SharedStream(String(repeating: "e", count: 32), .plays)
        try await two.take(
            [SharedPart(own, after: 0, through: 1, [SharedEntry(1, at: 9, .erased(log, [1...1]))])], from: kitchen,
            paired: [desk])
        #expect(try await two.record("One").playCount == 1)
        // Nor for this machine itself.
        let mine = try #require(try await two.store.sharedParts([.plays], after: [:], limit: 10).first?.stream)
        try await two.take(
            [SharedPart(mine, after: 0, through: 9, [SharedEntry(9, at: 9, .erased(nil, [1...1]))])], from: kitchen)
        #expect(try await two.record("Two").playCount == 1)
        // With another key it goes on with its log, once the former one is not paired.
        try await two.take(parts, from: kitchen)
        #expect(try await two.record("One").playCount == 0)
    }

    @Test("The name of a log is that of its machine: whoever tells it first has nothing of it when the machine comes")
    func squatter() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.speak(as: desk)
        try await one.store.record(Store.heard("One", at: 100))
        let parts = try await one.store.sharedParts([.plays], after: [:], limit: 10)
        let stream = try #require(parts.first?.stream)
        #expect(SharedStream.isLog(stream.log, of: desk))
        let play = SharedChange.played(PaperLog.item("Two"), .heard, position: 5, .user, song: nil)
        let foreign = SharedPart(stream, after: 0, through: 9, [SharedEntry(1, at: 100, play)])
        #expect(
            try await two.take([foreign], from: kitchen, paired: [desk]) != "", "it is paired, and tells that itself")
        #expect(try await two.record("Two").playCount == 0)

        #expect(try await two.take([foreign], from: kitchen) == "")
        #expect(try await two.record("Two").playCount == 1)
        try await two.fetch(from: one, desk)
        #expect(try await two.record("Two").playCount == 0)
        #expect(try await two.record("One").playCount == 1)

        let erasing = SharedPart(stream, after: 1, through: 2, [SharedEntry(2, at: 100, .erased(nil, [1...1]))])
        #expect(
            try await two.take([erasing], from: kitchen).contains("former key"), "nor when it is not paired any longer")
        #expect(try await two.record("One").playCount == 1)
    }

    @Test("A home that was copied, and has another key now, has the log of the other one once")
    func copied() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.speak(as: desk)
        try await one.store.record(Store.heard("One", at: 100))
        let before = try await one.store.sharedParts([.plays], after: [:], limit: 10)
        // The copy, with a key of its own.
        try await one.store.speak(as: kitchen)
        try await one.store.speak(as: kitchen)
        try await one.store.record(Store.heard("One", at: 200))
        let parts = try await one.store.sharedParts([.plays], after: [:], limit: 10)
        #expect(parts.map { SharedStream.isLog($0.stream.log, of: kitchen) }.sorted { !$0 && $1 } == [false, true])
        try await two.take(before, from: desk)
        #expect(try await two.take(parts, from: kitchen, paired: [desk]) != "")
        #expect(try await two.record("One").playCount == 2)
        // The original tells it what it has already.
        #expect(try await one.take(before, from: desk) == "")
        #expect(try await one.record("One").playCount == 2)
        #expect(try await one.store.sharedHave(of: desk).values.map { $0 } == [1])
        #expect(try await one.store.sharedParts([.plays], after: [:], limit: 10).count == 1)
    }

    @Test("Times that lie ahead are not taken before they are near, nor what follows them")
    func future() async throws {
        let store = try await Store()
        let stream = SharedStream(String(repeating: "e", count: 32), .likes)
        let item = PaperLog.item("One")
        let part = SharedPart(
            stream, after: 0, through: 3,
            [
                SharedEntry(1, at: 100, .liked(item, 1)), SharedEntry(2, at: 500_000, .liked(item, -1)),
                SharedEntry(3, at: 101, .liked(item, 0)),
            ])
        #expect(try await store.take([part], from: desk, now: 200).contains("clocks"))
        #expect(try await store.record("One").isFavourite)
        #expect(try await store.store.sharedHave(of: desk)[stream] == 1)
        #expect(try await store.take([part], from: desk, now: 450_000) == "")
        #expect(try await store.store.sharedHave(of: desk)[stream] == 3)
    }

    @Test("A machine has a bounded number of logs")
    func logs() async throws {
        let store = try await Store()
        for number in 0..<40 {
            let digits = String(number, radix: 16)
            let log = String(repeating: "0", count: 32 - digits.utf8.count) + digits
            let note = try await store.take(
                [SharedPart(SharedStream(log, .plays), after: 0, through: 1, [])], from: desk)
            #expect((note == "") == (number < SharedLimits.logs))
        }
    }

    @Test("A log whose numbers others know better goes on under another name, and nothing counts twice")
    func restored() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.record(Store.heard("One", at: 100))
        try await two.fetch(from: one, desk)
        let connection = try Connection(path: one.directory.file("listening.sqlite"))
        // As in a backup.
        try connection.execute("UPDATE logs SET is_current = 0")
        try await one.store.record(Store.heard("One", at: 200))
        try await two.fetch(from: one, desk)
        #expect(try await two.record("One").playCount == 2)
        #expect(try await two.store.sharedHave(of: desk).count == 2)
        _ = try await one.store.eraseJournal(JournalQuery())
        try await two.fetch(from: one, desk)
        #expect(try await two.history().total == 0)
    }
}
