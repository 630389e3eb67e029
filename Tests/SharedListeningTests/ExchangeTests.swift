// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueSession
import OnCueState
import OnCueTestSupport
import SQLite
import Synchronization
import Testing

@testable import SharedListening

@Suite("Exchanges of shared listening")
struct ExchangeTests {
    private static let desk = String(repeating: "d", count: 64)
    private static let kitchen = String(repeating: "c", count: 64)

    private func exchange(
        _ store: Store, _ titles: [String], topics: Set<SharedTopic> = Set(SharedTopic.allCases),
        podcasts: FakeSubscriptions = FakeSubscriptions()
    ) -> ListeningExchange {
        let tracks = titles.map { Store.track($0) }
        return ListeningExchange(
            store: store.store, media: FakeHandoffMedia(tracks), podcasts: podcasts,
            tracks: { identifiers in tracks.filter { identifiers.contains($0.identifier) } }, topics: { topics },
            machines: { [Self.desk, Self.kitchen] }, now: { 4_000_000_000 })
    }

    /// Exchanges messages until nothing is left; some are lost, and then begun anew.
    ///
    /// - Returns: The number of messages.
    @discardableResult
    private func run(
        _ here: ListeningExchange, _ there: ListeningExchange, losing: Int = 0
    ) async throws -> Int {
        var (message, count) = (try await here.exchangeListening(Self.kitchen, ""), 0)
        for round in 1...100 {
            count += 1
            let answer = try await there.exchangeListening(Self.desk, message)
            #expect(answer.utf8.count <= SharedLimits.bytes)
            if losing > 0, round % losing == 0 {
                message = try await here.exchangeListening(Self.kitchen, "")
                continue
            }
            let next = try await here.exchangeListening(Self.kitchen, answer)
            if try SharedMessage(text: answer).parts.isEmpty, try SharedMessage(text: next).parts.isEmpty {
                return count
            }
            message = next
        }
        Issue.record("it does not end")
        return count
    }

    @Test("Both have the same at the end, also when answers are lost")
    func both() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.record(Store.heard("One", at: 100) + Store.heard("Two", at: 101))
        try await one.store.record([.left(Store.track("One"), position: .seconds(90), at: 102)])
        try await two.store.record(Store.heard("One", at: 200))
        try await two.store.record([.favourite(Store.track("Two").identifier, true)])
        let (here, there) = (exchange(one, ["One", "Two"]), exchange(two, ["One", "Two"]))
        try await run(here, there, losing: 2)
        try await run(here, there)
        for title in ["One", "Two"] { #expect(try await one.record(title) == two.record(title), "\(title)") }
        #expect(try await one.record("One").playCount == 2)
        #expect(try await two.record("One").position == .seconds(90))
        #expect(try await one.record("Two").isFavourite)
    }

    @Test("Many changes go in messages of a bounded size, and what is not here shows up when it is")
    func many() async throws {
        let (one, two) = (try await Store(), try await Store())
        let title = "One" + String(repeating: "x", count: 600)
        for part in 0..<10 {
            try await one.store.record((0..<400).flatMap { Store.heard(title, at: Int64(part * 400 + $0)) })
        }
        let count = try await run(exchange(one, []), exchange(two, []))
        #expect((4...10).contains(count), "\(count) messages")
        #expect(try await two.history().total == 0)
        let short = title.shortened(toBytes: HandedEntry.textLimit)
        try await exchange(two, [short]).placeWaiting()
        #expect(try await two.history().total == 4_000)
        #expect(try await two.record(short).playCount == 4_000)
    }

    @Test("Nothing is shared where nothing is switched on, nor with a machine that is not paired")
    func refused() async throws {
        let store = try await Store()
        await #expect(throws: ServiceError.self) {
            try await exchange(store, [], topics: []).exchangeListening(Self.desk, "")
        }
        await #expect(throws: ServiceError.self) {
            try await exchange(store, []).exchangeListening(String(repeating: "e", count: 64), "")
        }
    }

    @Test("Only what both share goes to and fro")
    func topics() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.record(Store.heard("One", at: 100))
        try await one.store.record([.favourite(Store.track("One").identifier, true)])
        try await run(exchange(one, ["One"]), exchange(two, ["One"], topics: [.likes]))
        #expect(try await two.record("One") == ListeningRecord(isFavourite: true))
    }

    @Test(
        "Podcasts are subscribed to on both, and the last change holds, also of one whose server did not answer at first"
    )
    func podcasts() async throws {
        let (one, two) = (try await Store(), try await Store())
        let (desk, kitchen) = (FakeSubscriptions("http://h.example/a", "http://h.example/b"), FakeSubscriptions())
        let (here, there) = (exchange(one, [], podcasts: desk), exchange(two, [], podcasts: kitchen))
        func settle() async throws {
            for _ in 0..<2 {
                try await run(here, there)
                await here.settleSubscriptions()
                await there.settleSubscriptions()
            }
        }
        kitchen.isAway.withLock { $0 = true }
        try await settle()
        #expect(kitchen.addresses.withLock { $0 }.isEmpty)
        kitchen.isAway.withLock { $0 = false }
        try await settle()
        #expect(kitchen.addresses.withLock { $0 } == ["http://h.example/a", "http://h.example/b"])
        kitchen.addresses.withLock { _ = $0.remove("http://h.example/a") }
        kitchen.addresses.withLock { _ = $0.insert("http://h.example/c") }
        try await settle()
        for machine in [desk, kitchen] {
            #expect(machine.addresses.withLock { $0 } == ["http://h.example/b", "http://h.example/c"])
        }
        // What cannot be read is not taken for unsubscribed.
        kitchen.isBroken.withLock { $0 = true }
        try await settle()
        #expect(desk.addresses.withLock { $0 }.count == 2)
    }

    @Test("Feeds with passwords, and those of this machine, are no feeds that are told or taken")
    func feeds() {
        for address in ["http://h.example/a", "https://h.example/feed?x=1"] { #expect(SharedEntry.isFeed(address)) }
        for address in [
            "http://u:p@h.example/a", "http://localhost/a", "http://127.0.0.1/a", "file:///etc/passwd", "", "x",
        ] {
            #expect(!SharedEntry.isFeed(address), "\(address)")
        }
    }

    @Test("A history from before machines shared anything is told, too")
    func migration() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.record(Store.heard("One", at: 100) + Store.heard("Two", at: 101))
        try await one.store.record([.left(Store.track("One"), position: .seconds(90), at: 102)])
        try await one.store.record([.rated(Store.track("Two").identifier, Stars(4))])
        await one.store.close()
        // As version 7 left it.
        let connection = try Connection(path: one.directory.file("listening.sqlite"))
        try connection.execute(
            """
            DROP INDEX journal_by_number; ALTER TABLE journal DROP COLUMN log; ALTER TABLE journal DROP COLUMN number;
            DROP TABLE erased; DROP TABLE subscribed; DROP TABLE shared; DROP TABLE streams; DROP TABLE logs; PRAGMA user_version = 7;
            """)
        let again = ListeningStore(path: one.directory.file("listening.sqlite"), catalog: one.catalog) { _ in }
        await again.open()
        let parts = try await again.sharedParts(Set(SharedKind.allCases), after: [:], limit: 100)
        try await two.take(parts, from: Self.desk)
        #expect(try await two.record("One").playCount == 1)
        #expect(try await two.record("One").position == .seconds(90))
        #expect(try await two.record("Two").stars == Stars(4))
    }
}

/// Podcasts on paper.
private final class FakeSubscriptions: SharedSubscriptions {
    let addresses: Mutex<Set<String>>
    let isAway = Mutex(false)
    let isBroken = Mutex(false)

    init(_ addresses: String...) { self.addresses = Mutex(Set(addresses)) }

    private static func identifier(_ address: String) -> ContentIdentifier {
        StableKey(hashing: address.utf8).identifier(.podcast)
    }

    func subscribed() async -> [ToldItem]? {
        guard !isBroken.withLock({ $0 }) else { return nil }
        return addresses.withLock { $0 }.map { address in
            var entry = HandedEntry(title: "Podcast")
            entry.address = address
            return ToldItem(Self.identifier(address), entry)
        }
    }

    func subscribe(_ address: String) async -> ContentIdentifier? {
        guard !isAway.withLock({ $0 }) else { return nil }
        addresses.withLock { _ = $0.insert(address) }
        return Self.identifier(address)
    }

    func unsubscribe(_ podcast: ContentIdentifier) async {
        addresses.withLock { $0 = $0.filter { Self.identifier($0) != podcast } }
    }
}
