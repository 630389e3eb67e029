// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

@testable import OnCueProviders

@Suite("What programs nominate", .timeLimit(.minutes(5)))
struct ProviderNominationTests {
    /// The same provider, registered once more, since what it can do is asked when it comes.
    @MediaActor
    private static func rig(_ nominations: [(String, String)]) async throws -> ProviderRig {
        let rig = try await ProviderRig()
        try await rig.wait { $0["name"] == .string("Fake") }
        try await rig.provider.end()
        rig.provider.nominations = nominations
        try await rig.provider.begin(on: rig.client)
        return rig
    }

    /// Waits until all that is nominated in the tree is this.
    @MediaActor
    private static func wait(_ rig: ProviderRig, for expected: [Nomination]) async throws {
        var changes = rig.content.changes().makeAsyncIterator()
        while await rig.content.nominations() != expected { try #require(await changes.next() != nil) }
    }

    @Test("It is in the tree before anybody asks, at most five, without what cannot be played or has no ground")
    @MediaActor
    func known() async throws {
        let rig = try await Self.rig([
            ("one", "unfinished"), ("folder", "new"), ("two", "because"), ("two", "pinned"), ("three/ü", "new"),
            ("one", "new"),
        ])

        try await Self.wait(
            rig,
            for: [
                Nomination(rig.item("one").description, .unfinished),
                Nomination(rig.item("two").description, .pinnedElsewhere),
                Nomination(rig.item("three%2F%C3%BC").description, .newEpisode),
            ])

        #expect(rig.provider.calls("GetNominations") == 1)
        #expect(try await rig.content.item(for: rig.item("two")).title == "Title two")
        #expect(rig.provider.calls("GetItem") == 0, "what is nominated is known already")
    }

    @Test("It is asked for again when the program says so, and is nothing while the program is away")
    @MediaActor
    func changes() async throws {
        let rig = try await Self.rig([("one", "new")])
        let (one, two) = (rig.item("one").description, rig.item("two").description)
        try await Self.wait(rig, for: [Nomination(one, .newEpisode)])

        rig.provider.nominations = [("two", "new")]
        rig.provider.emitNominationsChanged()
        try await Self.wait(rig, for: [Nomination(two, .newEpisode)])
        try await rig.provider.end()
        try await Self.wait(rig, for: [])
        try await rig.provider.begin(on: rig.client)

        try await Self.wait(rig, for: [Nomination(two, .newEpisode)])
    }

    @Test("What belongs to a location is known with it, and is offered elsewhere only on another ground")
    @MediaActor
    func located() async throws {
        let rig = try await Self.rig([("one", "location"), ("two", "new")])
        rig.provider.locations["one"] = ["name": .string("Hall"), "latitude": .double(10), "longitude": .double(11)]
        rig.provider.locations["two"] = ["name": .string("Nowhere"), "latitude": .string("x")]
        rig.provider.emitNominationsChanged()
        var changes = rig.content.changes().makeAsyncIterator()
        while await rig.content.located().isEmpty { try #require(await changes.next() != nil) }

        let located = await rig.content.located()
        #expect(located.map(\.identifier) == [rig.item("one"), rig.item("two")])
        #expect(located.map(\.location?.geoURI) == ["geo:10,11", nil], "a name is enough")
        try await Self.wait(rig, for: [Nomination(rig.item("two").description, .newEpisode)])
        try await rig.provider.end()
        while await !rig.content.located().isEmpty { try #require(await changes.next() != nil) }
    }

    @Test("A program that does not answer keeps nobody waiting, and what it named is not offered")
    @MediaActor
    func silent() async throws {
        let rig = try await Self.rig([("one", "new")])
        let one = Nomination(rig.item("one").description, .newEpisode)
        try await Self.wait(rig, for: [one])
        let source = try #require(rig.content.branches.first?.source as? ProviderContentSource)
        source.client.deadline = .seconds(10)
        rig.provider.manner = .silent
        rig.provider.emitNominationsChanged()
        try await rig.wait { _ in rig.provider.calls("GetNominations") == 2 }

        #expect(await rig.content.nominations() == [one], "what is known is said at once")
        try await Self.wait(rig, for: [])
    }
}
