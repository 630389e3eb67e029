// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("What belongs to a place of the user")
@MediaActor
struct SuggestionBelongingTests {
    /// Other programs with an album at a location.
    private final class Programs: ForeignLocating {
        let locationChanges = Broadcast<Void>()
        var things: [LocatedThing]

        init(_ things: [LocatedThing]) { self.things = things }

        func located() async -> [LocatedThing] { things }
    }

    private static let sentence = "This belongs to the place where you are."

    private static func night(_ name: String, _ point: Coordinates? = nil, isSuggested: Bool = true) -> LocatedThing {
        LocatedThing(
            ContentIdentifier(SuggestionRig.item("Night")) ?? RootBranch.library.identifier, title: "Night",
            owner: "Concerts", location: Location(name: name, coordinates: point) ?? .blank, isSuggested: isSuggested)
    }

    /// What is suggested on arrival at a place, the position of the machine being unknown.
    private func arrival(at place: PlaceBook.Place, with thing: LocatedThing) async throws -> [String] {
        var state = SuggestionState()
        state.places = PlaceBook([place])
        let rig = await SuggestionRig(state: state)
        let programs = Programs([thing])
        rig.center.foreignLocations = programs
        try await waitUntil("the locations are read") { !rig.center.located.isEmpty }
        let trigger = Trigger(id: 0, kind: .arrival, device: nil, name: place.name)
        let found = await rig.center.rehearse(trigger, at: TestClock.monday, place: nil, isDry: true).suggestions
        return found.filter { $0.sentence.contains(Self.sentence) }.map(\.item.title)
    }

    @Test("is raised by the name of the place, if nothing else is known of it")
    func names() async throws {
        let quay = PlaceBook.Place(name: "Old Quay", marks: ["network"])
        #expect(try await arrival(at: quay, with: Self.night("old quay")) == ["Night"])
        #expect(try await arrival(at: quay, with: Self.night("Quay")) == [])
        #expect(try await arrival(at: quay, with: Self.night("Old Quay", isSuggested: false)) == [])
    }

    @Test("is raised by the position that was given for the place, where none is measured")
    func given() async throws {
        let centre = try #require(GeographicPosition(latitude: 60, longitude: 5))
        let quay = PlaceBook.Place(name: "Quay", marks: ["network"], fence: Geofence(centre, radius: 150))
        let near = try #require(Coordinates(latitude: 60.001, longitude: 5))
        let far = try #require(Coordinates(latitude: 60.1, longitude: 5))
        #expect(try await arrival(at: quay, with: Self.night("Hall", near)) == ["Night"])
        #expect(try await arrival(at: quay, with: Self.night("Hall", far)) == [])
    }
}
