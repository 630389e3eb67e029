// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
package import OnCueSession
import OnCueSuggestions
import Testing

/// What everything keeps that keeps what was learnt.
package enum SuggestionStoreContract {
    /// Checks a store that is empty.
    package static func check(_ store: any SuggestionStoring) async throws {
        let empty = await store.load()
        #expect(empty.donations.isEmpty && empty.state == SuggestionState())
        let all = samples
        try await store.record(Array(all.prefix(3)))
        try await store.record(Array(all.dropFirst(3)))
        #expect(await store.load().donations == all.map(\.donation), "as it was, and in order")
        let page = try await store.donations(offset: 1, limit: 2)
        #expect(page.total == all.count && page.part == Array(all[1...2]))
        try await checkOpen(store, all)
        try await checkState(store)
        try await checkForgetting(store)
    }

    private static func checkOpen(_ store: any SuggestionStoring, _ all: [LoggedDonation]) async throws {
        #expect(try await store.donatedCount() == 2)
        try await store.markOpen("album:b")
        #expect(await store.load().donations.allSatisfy { !$0.isOpen }, "something else was played since")
        try await store.markOpen("album:c")
        let open = await store.load().donations.enumerated().filter(\.element.isOpen).map(\.offset)
        #expect(open == [2], "the last that was played here")
    }

    private static func checkState(_ store: any SuggestionStoring) async throws {
        var state = SuggestionState()
        _ = state.places.add("home", marks: ["a"])
        state.said.refuse("track:x")
        try await store.save(state)
        #expect(await store.load().state == state)
    }

    private static func checkForgetting(_ store: any SuggestionStoring) async throws {
        #expect(try await store.forget(.item("album:nowhere")) == 0)
        try await checkForgettingActivities(store)
        #expect(try await store.forget(.donated(program: "org.example", identifiers: ["2", "x"])) == 1)
        #expect(try await store.forget(.donated(program: "org.example", identifiers: [])) == 1)
        #expect(try await store.forget(.device("Car")) == 1)
        #expect(try await store.forget(.item("album:a")) == 1)
        #expect(await store.load().donations.map(\.item) == ["album:b"])
        #expect(try await store.forget(.everything) == 1)
        #expect(await store.load().donations.isEmpty)
        #expect(await store.load().state.said.never == ["track:x"], "what was said is no donation")
    }

    private static func checkForgettingActivities(_ store: any SuggestionStoring) async throws {
        let moment = Moment(time: 600, hour: 9, weekday: 0)
        let items = ["foreign:org.a/1", "foreign:org.a/2", "foreign:org.a/3", "foreign:org.ab/1", "foreign:org.b/%5F"]
        try await store.record(items.map { LoggedDonation(Donation(.played, $0, at: moment)) })
        #expect(try await store.forget(.items(["foreign:org.a/2", "foreign:org.a/x"])) == 1)
        #expect(try await store.forget(.beginning("foreign:org.a/")) == 2, "no other program")
        #expect(try await store.forget(.beginning("foreign:org.b/_")) == 0)
        #expect(try await store.forget(.beginning("foreign:")) == 2)
    }

    private static var samples: [LoggedDonation] {
        let choice = Moment(time: 90, hour: 7.9, weekday: 6, place: "home", trigger: "headphones", device: "Car")
        return [
            LoggedDonation(Donation(.played, "album:a", at: Moment(time: 100, hour: 8.25, weekday: 6))),
            LoggedDonation(Donation(.played, "album:b", at: Moment(time: 200, hour: 8.5, weekday: 0, place: "home"))),
            LoggedDonation(
                Donation(.played, "album:c", at: Moment(time: 300, hour: 9, weekday: 0), choice: choice)),
            LoggedDonation(
                Donation(.played, "album:d", at: Moment(time: 400, hour: 9, weekday: 0)),
                from: .init(program: "org.example", identifier: "1")),
            LoggedDonation(
                Donation(.skipped, "album:d", at: Moment(time: 500, hour: 9, weekday: 0)),
                from: .init(program: "org.example", identifier: "2")),
        ]
    }
}
