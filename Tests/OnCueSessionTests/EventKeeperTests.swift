// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueCore
import OnCueQuery
import OnCueRuntime
import OnCueTestSupport
import Synchronization
import Testing

@testable import OnCueSession

@Suite("Events that are kept")
@MediaActor
struct EventKeeperTests {
    private let library = FakeContentSource([.init("Blue", by: "Ada", tracks: [.full])])
    private let store = MemoryEventStore()
    private let clock = SetClock()
    private var keeper: EventKeeper { EventKeeper(store: store, library: library, clock: clock.clock) }
    private let event = KeptEvent(FakePages.tour.events[0], on: FakePages.tour.address, artists: ["album:blue"])

    @Test("What plays there belongs to the venue until the event is over, unless it is cancelled")
    func located() async throws {
        try await store.keep([event])
        let starts = try #require(event.starts)

        clock.set(starts)
        let items = await keeper.located()
        #expect(items.map(\.title) == ["Blue"])
        #expect(items.first?.location?.name == "Waldbühne")
        clock.set(starts + 3 * CivilDate.secondsOfDay)
        #expect(await keeper.located().isEmpty)
        var cancelled = event
        cancelled.status = .cancelled
        try await store.keep([cancelled])
        clock.set(starts)
        #expect(await keeper.located().isEmpty)
    }

    @Test("The end of an event is told when it comes, and nothing waits after that")
    func ends() async throws {
        try await store.keep([event])
        clock.set(try #require(event.starts))
        let keeper = keeper
        let (told, continuation) = AsyncStream.makeStream(of: Void.self)
        keeper.changes.listen { continuation.yield() }
        _ = try await keeper.events()
        var awaited = clock.awaited.makeAsyncIterator()
        let end = try #require(await awaited.next())
        let ends = try #require(event.ends)
        #expect((ends + 1...ends + CivilDate.secondsOfDay + 1).contains(end))

        clock.set(end)

        var news = told.makeAsyncIterator()
        #expect(await news.next() != nil)
        #expect(await keeper.located().isEmpty)
    }

    @Test("What is long over, and what has no date and was not seen for a year, is removed")
    func expiry() async throws {
        var (dateless, old) = (event, event)
        (dateless.title, dateless.start, dateless.end) = ("Some day", "", "")
        (old.title, old.start, old.end) = ("Old", "2020-01-02", "")
        try await store.keep([event, dateless, old])
        let starts = try #require(event.starts)
        clock.set(starts)

        let keeper = keeper
        #expect(try await keeper.events().map(\.title) == ["Some day", event.title])
        #expect(try await store.keptEvents().count == 2, "on disk, too")
        clock.set(starts + KeptEvent.afterlife + 3 * CivilDate.secondsOfDay)
        #expect(try await keeper.events().map(\.title) == ["Some day"])
        clock.set(starts + KeptEvent.datelessLife + 1)
        #expect(try await keeper.events().isEmpty)
        #expect(try await store.keptEvents().isEmpty)
    }

    @Test("A page that is kept again moves an event to its new date")
    func moving() async throws {
        clock.set(1_790_000_000)
        let keeper = keeper
        var page = FakePages.tour
        let first = try #require(try await keeper.keep(eventsOf: page, all: true).first)
        page.events[0].start = "2027-01-30T20:00"
        page.events[0].status = .rescheduled

        let second = try #require(try await keeper.keep(eventsOf: page, all: true).first)

        #expect(second.id == first.id)
        #expect(try await keeper.events().map(\.start) == ["2027-01-30T20:00"])
        #expect(try await EventKeeper(store: store, library: library, clock: clock.clock).events().count == 1)
    }

    @Test("Only a query that names the kind or a day finds it")
    func queries() async throws {
        clock.set(try #require(event.starts))
        try await store.keep([event])
        for (text, count) in [
            ("kind:event", 1), ("after:2026-12-11", 1), ("on:2026-12-11 kind:event valve", 1), ("kind:event berlin", 1),
            ("little gears", 0), ("after:2026-12-12", 0), ("kind:album", 0), ("kind:event|album gears", 1),
        ] {
            let question = QueryQuestion(try ContentQuery(text), inFull: false, now: 0, seed: 1)
            let found = try await keeper.matches(question)
            #expect(found.matches.count == count, "\(text)")
            #expect(try await keeper.items(of: found.matches).compactMap(\.self).count == count)
        }
    }

    @Test("There is an end to how many are kept")
    func limit() async throws {
        clock.set(try #require(event.starts))
        try await store.keep(
            (0..<KeptEvent.limit).map { number in
                var event = event
                event.title = "Evening \(number)"
                return event
            })
        let keeper = keeper

        await #expect(throws: ContentError.self) { try await keeper.keep(eventsOf: FakePages.tour, all: true) }
        let all = try await keeper.events()
        #expect(try await keeper.remove([all[0].id, StableKey(number: 1)]) == 1)
        #expect(try await keeper.keep(eventsOf: FakePages.tour, all: true).count == 1)
        #expect(
            try await keeper.keep(eventsOf: FakePages.tour, all: true).count == 1, "what is kept already takes no room")
    }
}

/// A clock that is set by hand.
private final class SetClock: Sendable {
    private let state = Mutex<(now: Int64, sleepers: [(until: Int64, resume: CheckedContinuation<Void, any Error>)])>(
        (0, []))
    /// The times for which somebody waits.
    let awaited: AsyncStream<Int64>
    private let continuation: AsyncStream<Int64>.Continuation

    init() { (awaited, continuation) = AsyncStream.makeStream() }

    var clock: ClockTriggerSource.Clock {
        ClockTriggerSource.Clock(
            now: { Int(self.state.withLock(\.now)) }, offset: { _ in 0 },
            sleep: { end in
                try await withCheckedThrowingContinuation { sleeper in
                    self.state.withLock { $0.sleepers.append((Int64(end), sleeper)) }
                    self.continuation.yield(Int64(end))
                }
            })
    }

    func set(_ now: Int64) {
        let due = state.withLock { state in
            state.now = now
            let due = state.sleepers.filter { $0.until <= now }
            state.sleepers.removeAll { $0.until <= now }
            return due
        }
        for sleeper in due { sleeper.resume.resume() }
    }
}
