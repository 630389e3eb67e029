// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Synchronization
import Testing

@Suite("What is learnt from what is played")
@MediaActor
struct DonationKeeperTests {
    private let clock = TestClock()
    private let store = MemorySuggestionStore()
    private let keeper: DonationKeeper
    private static let album = ContentIdentifier(kind: .album, key: "a")

    init() {
        keeper = DonationKeeper(store: store, clock: clock.moments)
    }

    /// Something happens to a track that plays in an album, so many seconds after the last thing.
    private func note(
        _ kind: JournalEntry.Kind, _ name: String = "x", album: ContentIdentifier? = Self.album,
        after seconds: Int64 = 0, by cause: PlaybackCause = .user
    ) {
        clock.advance(by: seconds)
        let track = Track.sample(name)
        var snapshot = PlaybackSnapshot()
        var queue = PlaybackQueue()
        queue.append([track])
        snapshot.entry = queue.entries.first
        snapshot.context = album.map { PlaybackContext(identifier: $0, title: "Album") }
        keeper.take(
            JournalEntry(kind, .init(track, duration: nil), at: clock.now, position: .zero, cause: cause), snapshot)
    }

    private func donated() async -> [Donation] {
        await keeper.finish()
        return store.donations.map(\.donation)
    }

    @Test("A track that counts as heard is learnt as its album, with the moment at which it began")
    func heard() async {
        let begin = Double(clock.now)
        note(.started)
        note(.heard, after: 100)
        note(.finished, after: 100)
        let donations = await donated()
        #expect(donations.map(\.item) == ["album:a"])
        #expect(donations[0].kind == .played && donations[0].moment.time == begin && !donations[0].isOpen)
        #expect(donations[0].choice?.time == begin, "it began a session")
    }

    @Test("What goes on in the same session was not chosen, what comes half an hour later was")
    func sessions() async {
        note(.started)
        note(.heard, after: 100)
        note(.finished, after: 100)
        note(.started, "y")
        note(.heard, "y", after: 100)
        note(.finished, "y", after: 100)
        note(.started, "z", after: 30 * 60 + 1)
        note(.heard, "z", after: 100)
        #expect(await donated().map { $0.choice != nil } == [true, false, true])
    }

    @Test("What follows a trigger was chosen because of it, once")
    func trigger() async {
        keeper.note(
            Trigger(id: 1, kind: .car), at: clock.moments.moment(at: clock.now, trigger: "car", device: "Car"))
        note(.started, after: 60)
        note(.heard, after: 100)
        note(.finished, after: 10)
        note(.started, "y")
        note(.heard, "y", after: 100)
        let donations = await donated()
        #expect(donations.map { $0.choice?.trigger } == ["car", nil])
        #expect(donations.map(\.moment.trigger) == ["car", "car"])
    }

    @Test("What begins by itself after a trigger is no choice, and unlocking does not take the place of headphones")
    func byItself() async {
        let headphones = clock.moments.moment(at: clock.now, trigger: "headphones", device: "Set")
        keeper.note(Trigger(id: 1, kind: .headphones), at: headphones)
        keeper.note(Trigger(id: 2, kind: .unlock), at: clock.moments.moment(at: clock.now, trigger: "unlock"))
        note(.started, by: .outputBack)
        note(.heard, after: 100)
        note(.finished, after: 10)
        note(.started, "y", by: .remote)
        note(.heard, "y", after: 100)
        #expect(await donated().map { $0.choice?.trigger } == [nil, "headphones"])
    }

    @Test("What is left in its midst may be gone on with")
    func open() async {
        note(.started)
        note(.heard, after: 100)
        note(.stopped, after: 10)
        #expect(await donated().map(\.isOpen) == [true])
    }

    @Test("Half a minute is enough, less is not")
    func tried() async {
        note(.started)
        note(.stopped, after: 29)
        #expect(await donated().isEmpty)
        note(.started)
        note(.stopped, after: 30)
        #expect(await donated().map(\.isOpen) == [true])
    }

    @Test("Skipping a track for another one of its album says nothing; leaving the album does")
    func skipped() async {
        note(.started)
        note(.skipped, after: 5)
        note(.started, "y")
        #expect(await donated().isEmpty)
        note(.skipped, "y", after: 5)
        note(.started, "z", album: ContentIdentifier(kind: .album, key: "b"))
        #expect(await donated().map(\.kind) == [.skipped])
        #expect(await donated().map(\.item) == ["album:a"])
    }

    @Test("A pause is no end; going on after a long one is a choice")
    func resumed() async {
        note(.started)
        note(.heard, after: 100)
        note(.paused, after: 10)
        note(.resumed, after: 60)
        #expect(await donated().count == 1)
        note(.paused, after: 10)
        note(.resumed, after: 31 * 60)
        note(.finished, after: 60)
        let donations = await donated()
        #expect(donations.count == 2 && donations[1].choice != nil)
    }

    @Test("A single track outside of everything is learnt as itself")
    func single() async {
        note(.started, album: nil)
        note(.heard, album: nil, after: 100)
        #expect(await donated().map(\.item) == ["track:x"])
    }

    @Test("What cannot be kept is kept later, in its order, and counts meanwhile")
    func full() async {
        store.setFull(true)
        note(.started)
        note(.heard, after: 100)
        #expect(await donated().isEmpty)
        #expect(keeper.ranker.suggestions(SuggestionRequest(at: keeper.moment())).map(\.item) == ["album:a"])
        store.setFull(false)
        note(.stopped, after: 10)
        #expect(await donated().map(\.isOpen) == [true])
    }

    @Test("What is learnt while something is forgotten stays, and is learnt once")
    func forgettingMeanwhile() async throws {
        note(.started)
        note(.heard, after: 100)
        async let forgotten = keeper.forget(.item("album:a"))
        await Task.yield()
        note(.started, "y", album: ContentIdentifier(kind: .album, key: "b"), after: 100)
        note(.heard, "y", album: ContentIdentifier(kind: .album, key: "b"), after: 100)
        _ = try await forgotten
        #expect(await donated().map(\.item) == ["album:b"])
        #expect(keeper.ranker.sessions == 1)
    }

    @Test("Who has forgotten what plays marks nothing else as left")
    func markAfterForgetting() async throws {
        note(.started)
        note(.heard, after: 100)
        note(.finished, after: 100)
        note(.started, "y", album: ContentIdentifier(kind: .album, key: "b"))
        note(.heard, "y", album: ContentIdentifier(kind: .album, key: "b"), after: 100)
        _ = try await keeper.forget(.item("album:b"))
        note(.left, "y", album: ContentIdentifier(kind: .album, key: "b"), after: 10)
        #expect(await donated().map(\.isOpen) == [false])
    }

    @Test("What was left is marked as such, though something else was donated since")
    func markAfterDonation() async throws {
        note(.started)
        note(.heard, after: 100)
        let other = LoggedDonation(
            Donation(.played, "album:z", at: clock.moments.moment(at: clock.now)),
            from: .init(program: "org.a", identifier: "1"))
        try await keeper.donate([other])
        note(.left, after: 10)
        #expect(await donated().map(\.isOpen) == [true, false])
    }

    @Test("Programs cannot donate without end")
    func donatedLimit() async throws {
        let moment = clock.moments.moment(at: clock.now)
        let many = (1...DonationKeeper.donatedLimit).map {
            LoggedDonation(Donation(.played, "album:z", at: moment), from: .init(program: "a", identifier: "\($0)"))
        }
        try await store.record(many)
        let error = await #expect(throws: ContentError.self) { try await keeper.donate([many[0]]) }
        #expect(error?.code == .refused)
    }

    @Test(
        "What was learnt elsewhere counts in its place in time, goes with what is forgotten, and is none of this store")
    func elsewhere() async throws {
        note(.started)
        note(.heard, after: 100)
        _ = await donated()
        let others = Mutex([
            Donation(.played, "album:z", at: clock.moments.moment(at: clock.now - 86_400)),
            Donation(.played, "album:y", at: clock.moments.moment(at: clock.now + 86_400)),
        ])
        let revision = Mutex(1)
        keeper.elsewhere = LearningElsewhere(
            revision: { revision.withLock { $0 } },
            donations: { () async throws(ContentError) in others.withLock { $0 } },
            forget: { (part, here) async throws(ContentError) in
                let before = others.withLock { $0.count }
                others.withLock { $0.removeAll { part.holds($0) } }
                return try await before - others.withLock { $0.count } + here()
            })
        await keeper.learnFromElsewhere()
        #expect(keeper.ranker.sessions == 3)
        #expect(await donated().map(\.item) == ["album:a"])

        #expect(try await keeper.forget(.item("album:z")) == 1)
        #expect(keeper.ranker.sessions == 2)
        #expect(try await keeper.forget(.item("album:y"), isGone: true) == 0)
        #expect(keeper.ranker.sessions == 2, "it is on the other machine")
        others.withLock { $0 = [] }
        await keeper.learnFromElsewhere()
        #expect(keeper.ranker.sessions == 2, "nobody has said that it is another")
        revision.withLock { $0 += 1 }
        keeper.noteElsewhere()
        try await waitUntil("it is learnt anew") { @MediaActor in keeper.ranker.sessions == 1 }
    }

    @Test("A clock that was ahead once puts nothing of others behind what was learnt since")
    func aheadOnce() {
        func donation(_ item: String, _ time: Int64) -> Donation {
            Donation(.played, item, at: clock.moments.moment(at: time))
        }
        let own = [donation("a", 10), donation("b", 3_000_000_000), donation("c", 20), donation("d", 30)]
        let others = [donation("x", 5), donation("y", 15), donation("z", 40)]
        #expect(DonationKeeper.joined(own, others).map(\.item) == ["x", "a", "y", "b", "c", "d", "z"])
    }

    @Test("What is played while the past is learnt again comes behind it, and is kept")
    func beginSoon() async throws {
        let past = Donation(.played, "album:z", at: clock.moments.moment(at: clock.now - 86_400))
        keeper.beginSoon(with: [past])
        note(.started)
        note(.heard, after: 100)
        await keeper.learnt()
        #expect(keeper.ranker.sessions == 2)
        #expect(await donated().map(\.item) == ["album:a"])
    }
}
