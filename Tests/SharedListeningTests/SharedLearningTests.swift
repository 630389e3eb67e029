// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import OnCueSuggestions
import OnCueTestSupport
import SQLite
import Synchronization
import Testing

@testable import OnCueState
@testable import SharedListening

/// What a machine has learnt, in its file.
final class Learning: SharedLearning {
    let path: String
    let store: SuggestionStore
    /// How often something from elsewhere may have changed.
    let again = Mutex(0)

    init(path: String) {
        self.path = path
        store = SuggestionStore(path: path) { _ in }
    }

    func takeLearnt(
        _ keep: @Sendable ([LearntHere]) async throws(ContentError) -> Void
    ) async throws(ContentError) { try await store.takeLearnt(keep) }

    /// What is here; everything if absent.
    let items = Mutex<Set<String>?>(nil)

    func known(_ registers: [String]) async throws(ContentError) -> Set<String> { try await store.known(registers) }
    func present(_ items: Set<String>) async -> Set<String> {
        self.items.withLock { $0.map { items.intersection($0) } ?? items }
    }
    func noteElsewhere() async { again.withLock { $0 += 1 } }
}

@Suite("What paired machines have learnt")
struct SharedLearningTests {
    private static let desk = String(repeating: "d", count: 64)
    private static let kitchen = String(repeating: "c", count: 64)

    /// A machine that learns.
    private struct Home {
        let store: Store
        let learning: Learning
        let exchange: ListeningExchange

        init(_ titles: [String] = ["One"], topics: Set<SharedTopic> = [.learnt], now: Int64 = 4_000_000_000)
            async throws
        {
            let store = try await Store()
            let learning = Learning(path: store.directory.file("suggestions.sqlite"))
            let tracks = titles.map { Store.track($0) }
            self.store = store
            self.learning = learning
            exchange = ListeningExchange(
                store: store.store, media: FakeHandoffMedia(tracks), podcasts: NoSubscriptions(),
                playlists: PlaylistSharing(
                    store: store.store, playlists: PaperShelf(), machine: "here", now: { now }),
                learning: learning,
                tracks: { identifiers in tracks.filter { identifiers.contains($0.identifier) } }, topics: { topics },
                machines: { [desk, kitchen] }, now: { now }, isClockSet: { true })
        }

        func learn(_ item: String, at time: Double, device: String? = nil, from origin: LoggedDonation.Origin? = nil)
            async throws
        {
            let moment = Moment(
                time: time, hour: 8.25, weekday: 2, place: "home", trigger: "headphones", device: device)
            let chosen = Moment(time: time - 20, hour: 8.2, weekday: 2, place: "home")
            try await learning.store.record([
                LoggedDonation(Donation(.played, item, at: moment, choice: chosen), from: origin)
            ])
        }

        /// The items that others have told.
        func elsewhere() async throws -> [String] { try await exchange.learntElsewhere().map(\.item) }

        func forget(_ part: LearntPart) async throws -> Int {
            try await exchange.forgetLearnt(part) { [learning] () async throws(ContentError) in
                try await learning.store.forget(part)
            }
        }
    }

    private func run(_ desk: Home, _ kitchen: Home) async throws {
        var message = try await desk.exchange.exchangeListening(Self.kitchen, "")
        for _ in 1...20 {
            let answer = try await kitchen.exchange.exchangeListening(Self.desk, message)
            message = try await desk.exchange.exchangeListening(Self.kitchen, answer)
            if try SharedMessage(text: answer).parts.isEmpty, try SharedMessage(text: message).parts.isEmpty { return }
        }
        Issue.record("it does not end")
    }

    private static let track = Store.track("One").identifier.description

    @Test("What was learnt on one machine is learnt on the other with its moment, place, trigger and device, once")
    func across() async throws {
        let (desk, kitchen) = (try await Home(), try await Home())
        try await desk.learn("album:a", at: 5_000, device: "WH-1000XM5")
        try await desk.learn(Self.track, at: 6_000)
        try await kitchen.learn("album:b", at: 7_000)
        for _ in 0..<3 { try await run(desk, kitchen) }
        let came = try await kitchen.exchange.learntElsewhere()
        #expect(came == (await desk.learning.store.load().donations))
        #expect(try await desk.elsewhere() == ["album:b"])
        #expect(await kitchen.learning.store.load().donations.map(\.item) == ["album:b"], "its own stays apart")
        #expect(kitchen.learning.again.withLock { $0 } > 0)
    }

    @Test("What turns out to be open is so on the other machine, and is no second donation")
    func open() async throws {
        let (desk, kitchen) = (try await Home(), try await Home())
        try await desk.learn("album:a", at: 5_000)
        try await run(desk, kitchen)
        try await desk.learning.store.markOpen("album:a")
        try await run(desk, kitchen)
        #expect(try await kitchen.exchange.learntElsewhere().map(\.isOpen) == [true])
        #expect(try await kitchen.elsewhere() == ["album:a"])
    }

    @Test("What is forgotten after it turned out to be open is forgotten on the other, which has it as it was before")
    func forgottenOpen() async throws {
        let (desk, kitchen) = (try await Home(), try await Home())
        try await desk.learn("album:a", at: 5_000)
        try await run(desk, kitchen)
        try await desk.learning.store.markOpen("album:a")
        try await desk.exchange.noteLists()
        #expect(try await desk.forget(.item("album:a")) == 1)
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere().isEmpty)
    }

    @Test("What is forgotten on the machine that learnt it is forgotten on the other, and what is only gone is not")
    func forgotten() async throws {
        let (desk, kitchen) = (try await Home(), try await Home())
        for (time, item) in ["album:a", "album:b", "album:c"].enumerated() {
            try await desk.learn(item, at: Double(5_000 + time), device: item == "album:c" ? "Car" : nil)
        }
        try await run(desk, kitchen)
        #expect(try await desk.forget(.item("album:a")) == 1)
        #expect(try await desk.learning.store.forget(.item("album:b")) == 1, "as when it is only gone")
        #expect(try await desk.forget(.device("Car")) == 1)
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere() == ["album:b"])
        _ = try await desk.forget(.everything)
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere().isEmpty)
        let file = try Connection(path: desk.store.directory.file("listening.sqlite"))
        let left = try file.prepare("SELECT COUNT(*) FROM shared WHERE payload LIKE '%album:%'").first { $0.int(0) }
        #expect(left == 0, "no trace is left")
    }

    @Test("What is forgotten on the other machine stays where it was learnt, and does not come again")
    func forgottenElsewhere() async throws {
        let (desk, kitchen) = (try await Home(), try await Home())
        try await desk.learn("album:a", at: 5_000)
        try await desk.learn("album:b", at: 5_100)
        try await run(desk, kitchen)
        #expect(try await kitchen.forget(.item("album:a")) == 1)
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere() == ["album:b"])
        #expect(await desk.learning.store.load().donations.count == 2)
        #expect(try await kitchen.forget(.everything) == 1)
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere().isEmpty)
    }

    @Test("What is forgotten here does not come again, though it turns out to be open where it was learnt")
    func forgottenThenOpen() async throws {
        let (desk, kitchen) = (try await Home(), try await Home())
        try await desk.learn("album:a", at: 5_000)
        try await run(desk, kitchen)
        #expect(try await kitchen.forget(.item("album:a")) == 1)
        try await desk.learning.store.markOpen("album:a")
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere().isEmpty)
        // Unless that machine is forgotten, and paired anew.
        _ = try await kitchen.exchange.eraseListening(of: Self.desk)
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere() == ["album:a"])
    }

    @Test("What is erased here with everything else does not come again either")
    func erasedThenOpen() async throws {
        let (desk, kitchen) = (try await Home(), try await Home())
        try await desk.learn("album:a", at: 5_000)
        try await run(desk, kitchen)
        let connection = try Connection(path: kitchen.store.directory.file("listening.sqlite"))
        try ListeningRows(connection: connection).shared.eraseLearnt()
        #expect(try await kitchen.elsewhere().isEmpty)
        try await desk.learning.store.markOpen("album:a")
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere().isEmpty)
    }

    @Test("What is not here waits, with places and devices that are forgotten meanwhile")
    func waiting() async throws {
        let (desk, kitchen) = (try await Home(), try await Home([]))
        kitchen.learning.items.withLock { $0 = [] }
        try await desk.learn(Self.track, at: 5_000, device: "Car")
        try await desk.learn("album:a", at: 5_100)
        try await desk.learn("album:b", at: 5_200)
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere().isEmpty)
        kitchen.learning.items.withLock { $0 = ["album:b"] }
        #expect(try await kitchen.elsewhere() == ["album:b"])
        #expect(try await kitchen.forget(.device("Car")) == 1)
        try await kitchen.store.store.place([
            ToldItem(Store.track("One").identifier, nil): Store.track("One").identifier
        ])
        kitchen.learning.items.withLock { $0 = nil }
        #expect(try await kitchen.elsewhere() == ["album:a", "album:b"])
    }

    @Test("Who restores a backup, or works in a copy of a home, counts nothing twice, and can forget all of it")
    func restored() async throws {
        let (desk, kitchen) = (try await Home(), try await Home())
        try await desk.learn("album:a", at: 5_000)
        try await run(desk, kitchen)
        // The backup is from before it was entered in the log, and the log goes on under another name.
        let file = try Connection(path: desk.learning.path)
        try file.execute("UPDATE donations SET is_entered = 0")
        let log = try Connection(path: desk.store.directory.file("listening.sqlite"))
        try log.execute(
            "DELETE FROM shared; DELETE FROM streams; UPDATE logs SET is_current = 0; UPDATE logs SET name = replace(name, 'd', 'd')"
        )
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere() == ["album:a"])
        #expect(try await desk.forget(.item("album:a")) == 1)
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere().isEmpty)

        // What another machine tells is here already.
        try await desk.learn("album:b", at: 6_000)
        try await run(desk, kitchen)
        let rows = try file.prepare("SELECT register FROM donations").all { $0.text(0) }
        let copy = try Connection(path: kitchen.learning.path)
        try await kitchen.learn("album:b", at: 6_000)
        try copy.execute("UPDATE donations SET register = '\(rows[0])'")
        #expect(try await kitchen.elsewhere().isEmpty)
    }

    @Test("What was learnt before it is shared goes across then, and is forgotten on the other when sharing has ended")
    func sharedLater() async throws {
        let (desk, kitchen) = (try await Home(topics: [.likes]), try await Home(topics: [.likes, .learnt]))
        try await desk.learn("album:a", at: 5_000)
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere().isEmpty)
        #expect(try await desk.store.store.sharedCount([.learnt]) == 0, "nothing is entered")
    }

    @Test("Donations of programs, and what means nothing elsewhere, are not told")
    func own() async throws {
        let (desk, kitchen) = (try await Home(), try await Home())
        try await desk.learn("album:a", at: 5_000, from: .init(program: "org.example", identifier: "1"))
        for item in ["foreign:org.a/1", "folder:x", "playlist:y", "nonsense"] { try await desk.learn(item, at: 5_000) }
        try await desk.learn("album:b", at: 6_000)
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere() == ["album:b"])
    }

    @Test("A thousand days of listening go across in messages of a bounded size")
    func many() async throws {
        let (desk, kitchen) = (try await Home(), try await Home())
        let donations = (0..<5_000).map { number in
            LoggedDonation(
                Donation(.played, "album:\(number % 50)", at: Moment(time: Double(number * 100), hour: 7, weekday: 1)))
        }
        try await desk.learning.store.record(donations)
        try await run(desk, kitchen)
        #expect(try await kitchen.exchange.learntElsewhere() == donations.map(\.donation))
        try await run(desk, kitchen)
        #expect(try await kitchen.elsewhere().count == 5_000)
    }

    @Test("Who is killed between entering and noting that enters it again, as the same")
    func killed() async throws {
        let (desk, kitchen) = (try await Home(), try await Home())
        try await desk.learn("album:a", at: 5_000)
        let taken = Mutex<[LearntHere]>([])
        await #expect(throws: ContentError.self) {
            try await desk.learning.takeLearnt { (learnt) async throws(ContentError) in
                taken.withLock { $0 = learnt }
                try await desk.store.store.noteLearnt(learnt)
                throw ContentError(.storage, "killed")
            }
        }
        #expect(taken.withLock { $0.count } == 1)
        let count = try await desk.store.store.sharedCount([.learnt])
        try await run(desk, kitchen)
        #expect(try await desk.store.store.sharedCount([.learnt]) == count)
        #expect(try await kitchen.elsewhere() == ["album:a"])
    }

    @Test("Words that are no donation are refused, and names have an end")
    func hostile() throws {
        let good = #"{"as":"0123456789abcdef","learnt":"played","in":{"hour":8.5,"weekday":2}}"#
        #expect(SharedDonation(json: try JSONValue(parsing: good)) != nil)
        for (word, other) in [
            ("0123456789abcdef", "x"), ("played", "stolen"), ("8.5", "24"), ("8.5", "-1"), (":2", ":7"),
            (#""in""#, #""at""#), (#""as""#, #""chosen":{"hour":1,"weekday":1},"before":-5,"as""#),
            (#""as""#, #""chosen":{"hour":1},"before":5,"as""#), (#""as""#, #""chosen":7,"as""#),
        ] {
            let bad = good.replacing(word, with: other)
            let read = SharedDonation(json: try JSONValue(parsing: bad))
            #expect(bad != good && read == nil, "\(bad)")
        }
        let long = good.replacing(#""weekday""#, with: #""place":"\#(String(repeating: "x", count: 9_000))","weekday""#)
        let donation = try #require(SharedDonation(json: try JSONValue(parsing: long)))
        #expect((donation.circumstances.place?.utf8.count ?? 0) <= 300)
    }
}

private struct NoSubscriptions: SharedSubscriptions {
    func subscribed() async -> [ToldItem]? { [] }
    func takeChanges(
        _ keep: @Sendable ([SubscriptionChange]) async throws(ContentError) -> Void
    ) async throws(ContentError) {}
    func subscribe(_ address: String) async -> ContentIdentifier? { nil }
    func unsubscribe(_ podcast: ContentIdentifier) async {}
}
