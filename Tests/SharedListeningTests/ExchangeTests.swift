// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
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
        podcasts: FakeSubscriptions = FakeSubscriptions(), shelf: PaperShelf = PaperShelf(), learning: Learning? = nil,
        now: Int64 = 4_000_000_000,
        isClockSet: Bool = true
    ) -> ListeningExchange {
        let tracks = titles.map { Store.track($0) }
        return ListeningExchange(
            store: store.store, media: FakeHandoffMedia(tracks), podcasts: podcasts,
            playlists: PlaylistSharing(store: store.store, playlists: shelf, machine: "here", now: { now }),
            learning: learning ?? Learning(path: store.directory.file("suggestions.sqlite")),
            tracks: { identifiers in tracks.filter { identifiers.contains($0.identifier) } }, topics: { topics },
            machines: { [Self.desk, Self.kitchen] }, now: { now }, isClockSet: { isClockSet })
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

    /// Exchanges a message in each direction, whether what they carry is taken or not.
    private func once(_ here: ListeningExchange, _ there: ListeningExchange) async throws {
        let first = try await here.exchangeListening(Self.kitchen, "")
        let answer = try await there.exchangeListening(Self.desk, first)
        let second = try await here.exchangeListening(Self.kitchen, answer)
        _ = try await there.exchangeListening(Self.desk, second)
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

    @Test("An exchange keeps the promises of the service")
    func contract() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.record(Store.heard("One", at: 100) + Store.heard("Two", at: 101))
        let (here, there) = (exchange(one, ["One", "Two"]), exchange(two, ["One", "Two"]))
        try await run(here, there)
        var message = try SharedMessage(text: try await here.exchangeListening(Self.kitchen, ""))
        message.note = "a time is more than a day ahead"

        let outcome = await ServiceContract.outcome { notes in
            try await ServiceContract.sharedListening(
                there, notes, with: Self.desk, message: message.text, came: 2)
        }

        #expect(outcome.broken.isEmpty, "\(outcome.broken)")
        #expect(try await two.history().total == 0)
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

    @Test("With a machine whose clock is days away, nothing is rewritten or told, and it goes on when the clocks agree")
    func clockBehind() async throws {
        let (one, two) = (try await Store(), try await Store())
        let present = FileSystem.secondsSince1970()
        let past = present - 100_000
        try await one.store.record(Store.heard("One", at: past))
        try await one.store.record([.left(Store.track("One"), position: .seconds(90), at: past)])
        let before = (try await one.history(), try await one.store.sharedCount(Set(SharedKind.allCases)))
        // It has no battery, and starts in 1970; or it is weeks behind.
        for behind in [100, present - 30 * 86_400] {
            let wrong = exchange(one, ["One"], now: behind)
            for there in [exchange(two, ["One"], now: present), exchange(two, ["One"], now: behind + 2 * 86_400)] {
                try await once(wrong, there)
            }
            #expect(try await one.history() == before.0)
            #expect(try await one.store.sharedCount(Set(SharedKind.allCases)) == before.1)
            #expect(try await two.record("One") == ListeningRecord(), "nothing is told")
        }
        // Two that start in 1970 agree, and are wrong all the same.
        try await once(exchange(one, ["One"], now: 100), exchange(two, ["One"], now: 110))
        #expect(try await one.history() == before.0)
        #expect(try await one.store.sharedCount(Set(SharedKind.allCases)) == before.1)

        try await run(exchange(one, ["One"], now: present), exchange(two, ["One"], now: present + 100))
        #expect(try await two.record("One") == one.record("One"))
        #expect(try await one.history() == before.0, "it goes on")
    }

    @Test("What is erased is erased on the other machine, however far apart the clocks are", arguments: [-1, 1])
    func eraseApart(sign: Int64) async throws {
        let (one, two) = (try await Store(), try await Store())
        let present = FileSystem.secondsSince1970()
        try await one.store.record(Store.heard("One", at: present))
        try await run(exchange(one, ["One"], now: present), exchange(two, ["One"], now: present))
        #expect(try await two.record("One").playCount == 1)
        _ = try await one.store.eraseJournal(JournalQuery())
        try await one.store.record(Store.heard("One", at: present))
        try await once(exchange(one, ["One"], now: present + sign * 40 * 86_400), exchange(two, ["One"], now: present))
        #expect(try await two.record("One").playCount == 0)
    }

    @Test("Nothing is corrected by a clock that no time server has set")
    func clockUnset() async throws {
        let (one, two) = (try await Store(), try await Store())
        let present = FileSystem.secondsSince1970()
        try await one.store.record(Store.heard("One", at: 3_000_000_000))
        let unset = exchange(one, ["One"], now: present, isClockSet: false)
        try await once(unset, exchange(two, ["One"], now: present))
        #expect(try await one.history().entries.map(\.time) == [3_000_000_000])
    }

    @Test(
        "What was noted while the clock was ahead is corrected once another machine has the same time, and goes across")
    func clockAhead() async throws {
        let (one, two) = (try await Store(), try await Store())
        let present = FileSystem.secondsSince1970()
        try await one.store.record(Store.heard("One", at: 3_000_000_000))
        try await once(exchange(one, ["One"], now: present), exchange(two, ["One"], now: present + 3_600))
        #expect(try await one.history().entries.map(\.time) == [3_000_000_000], "an hour apart, nobody knows")
        try await run(exchange(one, ["One"], now: present), exchange(two, ["One"], now: present - 100))
        #expect(try await one.history().entries.map(\.time) == [present])
        #expect(try await two.record("One").playCount == 1)
    }

    @Test("What a machine says of itself without end is in the log once an hour")
    func notes() async throws {
        let store = try await Store()
        let seen = Seen()
        let here = ListeningExchange(
            store: store.store, media: FakeHandoffMedia([]), podcasts: FakeSubscriptions(),
            playlists: PlaylistSharing(store: store.store, playlists: PaperShelf(), machine: "here", now: { 0 }),
            learning: Learning(path: store.directory.file("suggestions.sqlite")), tracks: { _ in [] },
            topics: { [.plays] }, machines: { [Self.desk, Self.kitchen] },
            onNote: { machine, note in seen.lines.withLock { $0.append(machine.prefix(1) + note) } },
            now: { seen.now.withLock { $0 } }, isClockSet: { false })
        func say(_ machine: String, _ number: Int) async throws {
            let message = SharedMessage(kinds: [.plays], note: "word \(number)")
            _ = try await here.exchangeListening(machine, message.text)
        }
        for number in 0..<50 { try await say(Self.kitchen, number) }
        seen.now.withLock { $0 += 3_599 }
        try await say(Self.kitchen, 50)
        #expect(seen.lines.withLock { $0 } == ["cword 0"])
        try await say(Self.desk, 51)
        seen.now.withLock { $0 += 1 }
        try await say(Self.kitchen, 52)
        #expect(seen.lines.withLock { $0 } == ["cword 0", "dword 51", "cword 52"])
        #expect(try await here.listeningNotes().map(\.reason) == ["word 52", "word 51"])
    }

    @Test("What is refused counts as gone nowhere")
    func counts() async throws {
        let (one, two) = (try await Store(), try await Store())
        let (here, there) = (exchange(one, []), exchange(two, []))
        try await one.store.record(Store.heard("One", at: 100))
        let first = try SharedMessage(text: await here.exchangeListening(Self.kitchen, ""))
        let asked = try SharedMessage(text: await there.exchangeListening(Self.desk, first.text))
        var told = try SharedMessage(text: await here.exchangeListening(Self.kitchen, asked.text))
        let count = told.count
        #expect(count > 0)
        let kept = try SharedMessage(text: await there.exchangeListening(Self.desk, told.text))
        #expect(kept.taken == count)
        #expect(try SharedMessage(text: await there.exchangeListening(Self.desk, told.text)).taken == 0, "once")
        // The log of another machine that is paired.
        let foreign = String(Self.kitchen.prefix(30)) + "a0"
        for index in told.parts.indices { told.parts[index].stream.log = foreign }
        let refused = try SharedMessage(text: await there.exchangeListening(Self.desk, told.text))
        #expect(refused.taken == 0 && !refused.note.isEmpty && refused.have.keys.contains { $0.log == foreign })
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

    @Test(
        "What is erased after sharing was switched off, on either side, is erased on the other, and nothing else is told"
    )
    func eraseLater() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.record(Store.heard("One", at: 100) + Store.heard("Two", at: 200))
        try await run(exchange(one, ["One", "Two"]), exchange(two, ["One", "Two"]))
        #expect(try await two.record("One").playCount == 1)

        try await one.store.record(Store.heard("Two", at: 300))
        _ = try await one.store.eraseJournal(JournalQuery(items: [Store.track("One").identifier]))
        let (here, there) = (exchange(one, ["Two"], topics: []), exchange(two, ["Two"], topics: []))
        try await run(here, there)
        #expect(try await two.record("One").playCount == 0)
        #expect(try await two.record("Two").playCount == 1, "what was done since is not told")
        #expect(try await run(here, there) == 1, "and it is told once")
        // Switched on again, nothing is missing.
        try await run(exchange(one, ["One", "Two"]), exchange(two, ["One", "Two"]))
        #expect(try await two.record("Two").playCount == 2)
        #expect(try await two.record("One").playCount == 0)
    }

    @Test("Where nothing was ever shared, nothing is told of what was erased")
    func eraseBefore() async throws {
        let (one, two) = (try await Store(), try await Store())
        try await one.store.record(Store.heard("One", at: 100))
        _ = try await one.store.eraseJournal(JournalQuery())
        await #expect(throws: ServiceError.self) {
            try await exchange(one, [], topics: []).exchangeListening(Self.kitchen, "")
        }
        #expect(try await two.store.toldMachines().isEmpty)
        try await run(exchange(one, [], topics: [.likes]), exchange(two, [], topics: [.likes]))
        #expect(try await two.store.sharedHave(of: Self.desk).isEmpty)
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
        kitchen.edit("http://h.example/a", isOn: false)
        kitchen.edit("http://h.example/c", isOn: true)
        try await settle()
        for machine in [desk, kitchen] {
            #expect(machine.addresses.withLock { $0 } == ["http://h.example/b", "http://h.example/c"])
        }
        // What cannot be read is not taken for unsubscribed.
        kitchen.isBroken.withLock { $0 = true }
        try await settle()
        #expect(desk.addresses.withLock { $0 }.count == 2)
    }

    @Test("Of many podcasts whose servers do not answer some are asked at a time, and all come when they do")
    func silentPodcasts() async throws {
        let (one, two) = (try await Store(), try await Store())
        let (desk, kitchen) = (FakeSubscriptions(), FakeSubscriptions())
        let (here, there) = (exchange(one, [], podcasts: desk), exchange(two, [], podcasts: kitchen))
        for number in 0..<300 { desk.edit("http://h.example/\(number)", isOn: true) }
        kitchen.isAway.withLock { $0 = true }

        let count = try await run(here, there)
        await there.settleSubscriptions()

        // With each message others may be asked for.
        #expect((50...50 * count).contains(kitchen.asked.withLock { $0 }) && count < 6, "\(count) messages")
        kitchen.isAway.withLock { $0 = false }
        try await run(here, there)
        await there.settleSubscriptions()
        #expect(kitchen.addresses.withLock { $0 }.count == 300)
    }

    @Test("A file of podcasts that was lost unsubscribes nowhere")
    func lostPodcasts() async throws {
        let (one, two) = (try await Store(), try await Store())
        let (desk, kitchen) = (FakeSubscriptions("http://h.example/a"), FakeSubscriptions())
        let (here, there) = (exchange(one, [], podcasts: desk), exchange(two, [], podcasts: kitchen))
        desk.edit("http://h.example/b", isOn: true)
        kitchen.edit("http://h.example/c", isOn: true)
        for _ in 0..<2 {
            try await run(here, there)
            for machine in [here, there] { await machine.settleSubscriptions() }
        }
        let all: Set = ["http://h.example/a", "http://h.example/b", "http://h.example/c"]
        #expect(kitchen.addresses.withLock { $0 } == all)
        for machine in [desk, kitchen] {
            machine.addresses.withLock { $0 = [] }
            for _ in 0..<2 {
                try await run(here, there)
                for machine in [here, there] { await machine.settleSubscriptions() }
            }
        }
        #expect(desk.addresses.withLock { $0 } == ["http://h.example/c"], "as the kitchen had it")
        #expect(
            kitchen.addresses.withLock { $0 } == ["http://h.example/a", "http://h.example/b"], "as the desk had it")
    }

    @Test("A subscription that follows another machine is not this one's, while its feed is being loaded")
    func followed() async throws {
        let (one, two) = (try await Store(), try await Store())
        let (desk, kitchen) = (FakeSubscriptions("http://h.example/a"), FakeSubscriptions())
        let (here, there) = (exchange(one, [], podcasts: desk), exchange(two, [], podcasts: kitchen))
        let (answers, answer) = AsyncStream<Void>.makeStream()
        kitchen.server.withLock { $0 = answers }
        try await run(here, there)
        try await waitUntil("the feed is there, and the rest is being loaded") {
            kitchen.addresses.withLock { !$0.isEmpty }
        }
        try await run(here, there)
        answer.finish()
        await there.settleSubscriptions()
        try await run(here, there)
        #expect(try await two.store.sharedParts([.subscriptions], after: [:], limit: 10).isEmpty)
        desk.edit("http://h.example/a", isOn: false)
        try await run(here, there)
        await there.settleSubscriptions()
        #expect(kitchen.addresses.withLock { $0 }.isEmpty)
    }

    @Test("Feeds with passwords, and those of this machine, are no feeds that are told or taken")
    func feeds() {
        for address in ["http://h.example/a", "https://h.example/feed?x=1"] { #expect(SharedEntry.isFeed(address)) }
        #expect(!SharedEntry.isFeed("http://desk.local/a", on: ["desk", "desk.local"]), "this machine itself")
        #expect(SharedEntry.isFeed("http://h.example/a", on: ["desk", "desk.local"]))
        for address in [
            "http://u:p@h.example/a", "http://localhost/a", "http://127.0.0.1/a", "file:///etc/passwd", "", "x",
        ] {
            #expect(!SharedEntry.isFeed(address), "\(address)")
        }
    }

    @Test("Playlists go across where both share them")
    func playlists() async throws {
        let (one, two) = (try await Store(), try await Store())
        let (desk, kitchen) = (PaperShelf(), PaperShelf())
        for number in 0..<20 { desk.set("List \(number)", (0..<3_000).map { "Title \($0)" }) }
        try await run(exchange(one, [], topics: [.plays], shelf: desk), exchange(two, [], shelf: kitchen))
        #expect(kitchen.titles.isEmpty)
        try await run(exchange(one, [], shelf: desk), exchange(two, [], shelf: kitchen))
        #expect(kitchen.titles == desk.titles)

        // What came and could not be carried out is, the next time, although nothing comes.
        kitchen.isAway.withLock { $0 = true }
        desk.set("List 3", ["One"])
        try await run(exchange(one, [], shelf: desk), exchange(two, [], shelf: kitchen))
        kitchen.isAway.withLock { $0 = false }
        #expect(kitchen.titles["List 3"] != ["One"])
        try await run(exchange(one, [], shelf: desk), exchange(two, [], shelf: kitchen))
        #expect(kitchen.titles["List 3"] == ["One"])
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
            DROP INDEX journal_by_first_number;
            ALTER TABLE journal DROP COLUMN first_number; ALTER TABLE journal DROP COLUMN first_time;
            DROP INDEX journal_by_number; ALTER TABLE journal DROP COLUMN log; ALTER TABLE journal DROP COLUMN number;
            ALTER TABLE records DROP COLUMN position_erased; ALTER TABLE state DROP COLUMN positions_erased;
            DROP TABLE erased; DROP TABLE shared; DROP TABLE streams; DROP TABLE logs; PRAGMA user_version = 7;
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

/// A clock, and the lines in a log.
private final class Seen: Sendable {
    let now = Mutex<Int64>(4_000_000_000)
    let lines = Mutex<[String]>([])
}

/// Podcasts on paper.
private final class FakeSubscriptions: SharedSubscriptions {
    let addresses: Mutex<Set<String>>
    let isAway = Mutex(false)
    let isBroken = Mutex(false)
    /// Ends when a feed has been loaded.
    let server = Mutex<AsyncStream<Void>?>(nil)
    private let changes = Mutex<[SubscriptionChange]>([])

    init(_ addresses: String...) { self.addresses = Mutex(Set(addresses)) }

    private static func identifier(_ address: String) -> ContentIdentifier {
        StableKey(hashing: address.utf8).identifier(.podcast)
    }

    /// How often it was to subscribe.
    let asked = Mutex(0)

    private static func item(_ address: String) -> ToldItem {
        var entry = HandedEntry(title: "Podcast")
        entry.address = address
        return ToldItem(identifier(address), entry)
    }

    /// The user subscribes, or removes a podcast.
    func edit(_ address: String, isOn: Bool) {
        addresses.withLock { $0 = isOn ? $0.union([address]) : $0.subtracting([address]) }
        changes.withLock { $0.append(SubscriptionChange(Self.item(address), isOn: isOn, at: 3_000_000_000)) }
    }

    func subscribed() async -> [ToldItem]? {
        guard !isBroken.withLock({ $0 }) else { return nil }
        return addresses.withLock { $0 }.map(Self.item)
    }

    func takeChanges(
        _ keep: @Sendable ([SubscriptionChange]) async throws(ContentError) -> Void
    ) async throws(ContentError) {
        try await keep(changes.withLock { $0 })
        changes.withLock { $0 = [] }
    }

    func subscribe(_ address: String) async -> ContentIdentifier? {
        asked.withLock { $0 += 1 }
        guard !isAway.withLock({ $0 }) else { return nil }
        addresses.withLock { _ = $0.insert(address) }
        if let server = server.withLock({ $0 }) { for await _ in server {} }
        return Self.identifier(address)
    }

    func unsubscribe(_ podcast: ContentIdentifier) async {
        addresses.withLock { $0 = $0.filter { Self.identifier($0) != podcast } }
    }
}
