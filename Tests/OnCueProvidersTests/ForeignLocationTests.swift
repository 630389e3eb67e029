// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueActivities
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueProviders

@Suite("What programs have told of that has a location")
@MediaActor
struct ForeignLocationTests {
    private static let prefix = "foreign:org.example.Concerts/"

    private static func location(_ name: String) -> BusValue {
        .dictionary(["name": .string(name), "latitude": .double(60), "longitude": .double(5)])
    }

    private func rig() async throws -> ActivityRig {
        let rig = try await ActivityRig()
        for (id, uses, place) in [
            ("1", ["search"], "Blue Note"), ("2", ["prediction"], "Hall"), ("3", ["handoff"], "Secret"),
            ("4", ["search", "prediction"], ""),
        ] {
            var values: [String: BusValue] = [
                "identifier": .string(id), "title": .string("Activity \(id)"), "eligibleFor": .strings(uses),
            ]
            if !place.isEmpty { values["location"] = Self.location(place) }
            try await rig.create(values)
        }
        let items: [[String: BusValue]] = [
            ["identifier": .string("quay"), "title": .string("Quay walk"), "location": Self.location("Quay")],
            ["identifier": .string("plain"), "title": .string("No location")],
            [
                "identifier": .string("old"), "title": .string("Old walk"), "location": Self.location("Old"),
                "expires": .int64(1500),
            ],
        ]
        try await index(items, rig)
        return rig
    }

    private func index(_ items: [[String: BusValue]], _ rig: ActivityRig) async throws {
        try await rig.call(
            "Index", [.string(ActivityRig.program), .array(items.map(BusValue.dictionary), of: "a{sv}"), .string("")],
            of: ServiceNames.searchIndex)
    }

    @Test("Only what searches or suggestions may use is offered, and only what suggestions may use is raised")
    func located() async throws {
        let rig = try await rig()
        let found = await rig.center.located()
        #expect(Set(found.map(\.location.name)) == ["Blue Note", "Hall", "Quay", "Old"])
        #expect(Set(found.filter(\.isSuggested).map(\.location.name)) == ["Hall", "Quay", "Old"])
        #expect(found.first { $0.location.name == "Quay" }?.source == "Quay walk, Concerts")
        rig.time.now = 1500
        #expect(await !rig.center.located().contains { $0.location.name == "Old" })
    }

    @Test("An item of the index with a location can be suggested, and is continued in its program")
    func items() async throws {
        let rig = try await rig()
        let quay = try #require(ContentIdentifier(Self.prefix + "/quay"))

        #expect(await rig.center.predicted(quay)?.title == "Quay walk")
        #expect(await rig.center.predicted(try #require(ContentIdentifier(Self.prefix + "plain"))) == nil)
        try await rig.center.continuePredicted(quay)
        #expect(rig.handler.continued["identifier"]?.stringValue == "quay")
    }

    @Test("An item that has expired is told of, and so is the next one")
    func expires() async throws {
        let rig = try await ActivityRig()
        let told = EventLog<Set<String>>()
        // As suggestions read them.
        rig.center.locationChanges.listen { [center = rig.center] in
            Task { @MediaActor in told.append(Set(await center.located().map(\.location.name))) }
        }
        let expirations: [(name: String, at: Int64)] = [("Quay", 1500), ("Hall", 1600), ("Pier", 0)]
        let items: [[String: BusValue]] = expirations.map { name, expires in
            let item: [String: BusValue] = [
                "identifier": .string(name), "title": .string(name), "location": Self.location(name),
            ]
            return expires == 0 ? item : item.merging(["expires": .int64(expires)]) { $1 }
        }
        try await index(items, rig)
        try await told.wait { $0 == ["Quay", "Hall", "Pier"] }

        rig.time.now = 1500
        try await told.wait { $0 == ["Hall", "Pier"] }
        rig.time.now = 1600
        try await told.wait { $0 == ["Pier"] }
    }

    @Test("Many changes of the index in a short time are told once")
    func once() async throws {
        let rig = try await ActivityRig()
        let (told, changed) = (EventLog<Int>(), EventLog<Int>())
        rig.center.locationChanges.listen { told.append(1) }
        rig.center.changes.listen { changed.append(1) }

        for number in 1...20 {
            let item: [String: BusValue] = ["identifier": .string("\(number)"), "title": .string("Pier")]
            try await index([item], rig)
        }
        try await told.wait(count: 1)

        #expect(told.count < 20)
        #expect(changed.count == 0, "no activity has changed")
    }

    @Test("Changes of the index and of activities are told")
    func changes() async throws {
        let rig = try await rig()
        let (told, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        rig.center.locationChanges.listen { continuation.yield() }
        var news = told.makeAsyncIterator()

        try await index([["identifier": .string("pier"), "title": .string("Pier")]], rig)
        #expect(await news.next() != nil)
        try await rig.call("DeleteAll", [.string(ActivityRig.program)], of: ServiceNames.searchIndex)
        #expect(await news.next() != nil)
        #expect(await Set(rig.center.located().map(\.location.name)) == ["Blue Note", "Hall"])
    }
}
