// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueCore
import OnCueQuery
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueSession

@Suite("Kept events in the searches of desktops")
@MediaActor
struct EventSearchTests {
    private let store = MemoryEventStore()
    private let event: KeptEvent = {
        var event = KeptEvent(FakePages.tour.events[0], on: FakePages.tour.address, artists: [])
        event.start = "2099-12-11T20:00"
        return event
    }()

    private func search(_ opened: @escaping @MediaActor (String) -> Void = { _ in }) -> EventSearch {
        EventSearch(events: EventKeeper(store: store, library: FakeContentSource([])), open: { opened($0) })
    }

    @Test("Only queries that name the kind find them")
    func found() async throws {
        try await store.keep([event])
        for (terms, count) in [(["kind:event"], 1), (["kind:event", "gears"], 1), (["gears"], 0), (["kind:album"], 0)] {
            let matches = await search().matches(try #require(DesktopSearch(terms)), limit: 5)
            #expect(matches.count == count, "\(terms)")
            #expect(matches.allSatisfy { ForeignMatch.isOne($0.id) && $0.about.hasPrefix("Event · 2099-12-11") })
        }
    }

    @Test("One that is chosen opens its page, or else the map, and one that is gone opens nothing")
    func opened() async throws {
        try await store.keep([event])
        var opened: [String] = []
        let id = event.identifier.description

        #expect(DesktopResult(id: id) == .foreign(id), "it does not play")
        #expect(await search().match(id)?.title == "Little Gears live")
        try await search { opened.append($0) }.open(id)
        var other = event
        other.page = nil
        try await store.keep([other])
        try await search { opened.append($0) }.open(id)
        #expect(opened == [try #require(event.page), "geo:52.5159,13.2292"])
        try await store.removeEvents([event.id])
        #expect(await search().match(id) == nil)
        await #expect(throws: ContentError.self) { try await search().open(id) }
    }
}
