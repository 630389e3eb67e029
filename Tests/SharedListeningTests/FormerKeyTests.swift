// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueSession
import OnCueState
import OnCueTestSupport
import Testing

@testable import SharedListening

@Suite("A machine with a new key, and the limit of what is kept")
struct FormerKeyTests {
    private let first = String(repeating: "d", count: 64)
    private let second = String(repeating: "c", count: 64)

    private func item(_ title: String) -> ContentIdentifier { Store.track(title).identifier }

    /// A message of a store for another one.
    private func message(
        _ one: Store, _ two: Store, as machine: String, limit: Int = 2_000
    ) async throws -> [SharedPart] {
        let have = try await two.store.sharedHave(of: machine)
        return try await one.store.sharedParts(Set(SharedKind.allCases), after: have, limit: limit)
    }

    @Test("With a new key, what is new is told, however much was told under the former one")
    func newKey() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.speak(as: first)
        try await one.store.record((0..<2_500).flatMap { Store.heard("One", at: 100 + Int64($0)) })
        for _ in 0..<2 { try await two.take(message(one, two, as: first), from: first) }
        #expect(try await two.record("One").playCount == 2_500)
        try await one.store.speak(as: second)
        try await one.store.record(Store.heard("Two", at: 9_000))
        let note = try await two.take(message(one, two, as: second), from: second)
        #expect(try await two.record("Two").playCount == 1)
        #expect(note == "", "what is known already is no reason for a note")
        #expect(try await two.record("One").playCount == 2_500)
    }

    @Test(
        "What was told under a former key is erased there, once that key is not paired any longer",
        arguments: [false, true])
    func erasing(isStillPaired: Bool) async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.speak(as: first)
        try await one.store.record(Store.heard("One", at: 100) + Store.heard("Two", at: 200))
        try await two.take(message(one, two, as: first), from: first)
        try await one.store.speak(as: second)
        _ = try await one.store.eraseJournal(JournalQuery(items: [item("One")]))
        let note = try await two.take(
            message(one, two, as: second), from: second, paired: isStillPaired ? [first] : [])
        #expect(try await two.record("One").playCount == (isStillPaired ? 1 : 0))
        #expect(note.contains("former key") == isStillPaired)
        // It is forgotten there.
        try await one.store.record(Store.heard("Three", at: 300))
        try await two.take(message(one, two, as: second), from: second)
        #expect(try await two.record("One").playCount == 0)
        #expect(try await two.record("Two").playCount == 1)
        #expect(try await two.record("Three").playCount == 1)
    }

    @Test("Erasing the position of one item leaves those of others as they are, in however many logs they are")
    func positions() async throws {
        let (one, two) = (try await Store(), try await Store())
        let (book, other) = (Store.track("One"), Store.track("Two"))
        try await one.store.record([.left(book, position: .seconds(60), at: 100)])
        try await one.store.speak(as: first)
        try await one.store.record(Store.heard("Two", at: 150))
        try await one.store.record([
            .left(book, position: .seconds(300), at: 200), .left(other, position: .seconds(40), at: 210),
        ])
        try await two.take(message(one, two, as: first), from: first)
        #expect(try await two.record("One").position == .seconds(300))
        _ = try await one.store.eraseJournal(JournalQuery(items: [other.identifier]))
        try await two.take(message(one, two, as: first), from: first)
        #expect(try await two.record("One").position == .seconds(300))
        #expect(try await two.record("Two").position == nil)
        _ = try await one.store.eraseJournal(JournalQuery(items: [other.identifier]))
        #expect(try await one.record("One").position == .seconds(300))
    }

    @Test("At the limit, later changes of what is there and erasures arrive, and what is erased makes room")
    func limit() async throws {
        var room = SharedRoom()
        room.entries = 10
        let store = try await Store(room: room)
        let log = String(repeating: "e", count: 32)
        let (plays, likes) = (SharedStream(log, .plays), SharedStream(log, .likes))
        let one = PaperLog.item("One")
        try await store.take(
            [SharedPart(likes, after: 0, through: 1, [SharedEntry(1, at: 100, .liked(one, 1))])], from: first)
        let heard = (1...20).map {
            SharedEntry($0, at: 100, .played(one, .heard, position: 5, .user, song: nil))
        }
        #expect(
            try await store.take([SharedPart(plays, after: 0, through: 20, heard)], from: first).contains("not kept"))
        #expect(try await store.store.sharedHave(of: first)[plays] == 9)
        try await store.take(
            [SharedPart(likes, after: 1, through: 2, [SharedEntry(2, at: 101, .liked(one, -1))])], from: first)
        #expect(try await store.record("One").isDisliked)
        let erasures = SharedStream(log, .erasures)
        try await store.take(
            [SharedPart(erasures, after: 0, through: 1, [SharedEntry(1, at: 102, .removed(plays, [1...5]))])],
            from: first)
        #expect(try await store.record("One").playCount == 4)
        #expect(
            try await store.take([SharedPart(plays, after: 0, through: 20, heard)], from: first).contains("not kept"))
        #expect(try await store.store.sharedHave(of: first)[plays] == 14)
        #expect(try await store.record("One").playCount == 9)
    }

    @Test("A message of 256 empty parts, as often as it comes, changes nothing")
    func emptyParts() async throws {
        let store = try await Store()
        let logs = (0..<16).map { String(repeating: "0", count: 31) + String($0, radix: 16) }
        let parts = (0..<256).map { number in
            SharedPart(SharedStream(logs[number % 16], .plays), after: 0, through: Int64(number), [])
        }
        for _ in 0..<20 { #expect(try await store.take(parts, from: first) == "") }
        #expect(try await store.history().total == 0)
        #expect(try await store.store.sharedHave(of: first).count == 16)
    }

    /// A machine that listens, erases and gets new keys, and another one that gets some of its messages, in any order.
    @Test(
        "With new keys, lost and repeated messages and any limit, nothing stays that was erased, and nothing new is missing",
        arguments: 0..<16)
    func anyOrder(seed: Int) async throws {
        var random = SeededNumbers(UInt64(5_000 + seed))
        let isLimited = seed % 2 == 1
        var room = SharedRoom()
        if isLimited { room.entries = 8 }
        let (one, two) = (try await Store(), try await Store(room: room))
        var key = 0
        let keys = (0..<8).map { String(repeating: String($0, radix: 16), count: 64) }
        try await one.store.speak(as: keys[key])
        var titles: [String] = []
        var present: Set<String> = []
        var messages: [[SharedPart]] = []
        for step in 0..<40 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...5:
                let title = "Title \(step)"
                titles.append(title)
                present.insert(title)
                try await one.store.record(Store.heard(title, at: 1_000 + Int64(step)))
            case 6, 7:
                guard let title = titles.randomElement(using: &random) else { continue }
                present.remove(title)
                _ = try await one.store.eraseJournal(JournalQuery(items: [item(title)]))
            case 8 where key < 7:
                key += 1
                // What was not told before is not told under another key where the former one is known.
                present = []
                messages = []
                try await one.store.speak(as: keys[key])
            default: break
            }
            messages.append(try await message(one, two, as: keys[key], limit: Int.random(in: 1...9, using: &random)))
            for message in messages.suffix(4).shuffled(using: &random) where Bool.random(using: &random) {
                try await two.take(message, from: keys[key])
            }
        }
        var former: [SharedPart]?
        while true {
            let parts = try await message(one, two, as: keys[key], limit: 9)
            if parts.isEmpty || parts == former { break }
            former = parts
            try await two.take(parts, from: keys[key])
        }
        let here = Set(try await one.history().entries.map(\.subject.title))
        let there = Set(try await two.history().entries.map(\.subject.title))
        #expect(there.isSubset(of: here), "seed \(seed): \(there.subtracting(here)) was erased")
        if !isLimited { #expect(present.isSubset(of: there), "seed \(seed): \(present.subtracting(there)) is missing") }
    }
}
