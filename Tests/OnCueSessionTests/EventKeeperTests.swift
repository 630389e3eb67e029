// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueCore
import OnCueQuery
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueSession

@Suite("Events that are kept")
@MediaActor
struct EventKeeperTests {
    private let library = FakeContentSource([.init("Blue", by: "Ada", tracks: [.full])])
    private let store = MemoryEventStore()
    private var keeper: EventKeeper { EventKeeper(store: store, library: library) }
    private let event = KeptEvent(FakePages.tour.events[0], on: FakePages.tour.address, artists: ["album:blue"])

    @Test("What plays there belongs to the venue until the event is over, unless it is cancelled")
    func located() async throws {
        try await store.keep([event])
        let starts = try #require(event.starts)

        let items = await keeper.located(now: starts)
        #expect(items.map(\.title) == ["Blue"])
        #expect(items.first?.location?.name == "Waldbühne")
        #expect(await keeper.located(now: starts + 3 * CivilDate.secondsOfDay).isEmpty)
        var cancelled = event
        cancelled.status = .cancelled
        try await store.keep([cancelled])
        #expect(await keeper.located(now: starts).isEmpty)
    }

    @Test("Only a query that names the kind or a day finds it")
    func queries() async throws {
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
