// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueActivities
import OnCueCore
import OnCueInterface
import OnCueQuery
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueProviders

@Suite("What programs have told of, in the searches of desktops")
@MediaActor
struct ForeignSearchTests {
    private static let prefix = "foreign:org.example.Concerts/"

    private func rig() async throws -> ActivityRig {
        let rig = try await ActivityRig()
        try await rig.create([
            "title": .string("Friday at the Blue Note"), "description": .string("Doors at seven"),
            "keywords": .strings(["jazz"]), "thumbnail": .string("file:///note.png"),
        ])
        try await rig.create([
            "identifier": .string("2"), "title": .string("Secret note"),
            "eligibleFor": .strings(["handoff", "prediction"]),
        ])
        let items: [[String: BusValue]] = [
            ["identifier": .string("item 1"), "title": .string("Note by note"), "description": .string("A film")],
            ["identifier": .string("old"), "title": .string("Old note"), "expires": .int64(1500)],
        ]
        try await rig.call(
            "Index", [.string(ActivityRig.program), .array(items.map(BusValue.dictionary), of: "a{sv}"), .string("")],
            of: ServiceNames.searchIndex)
        return rig
    }

    private func ids(_ rig: ActivityRig, _ terms: String...) async throws -> [String] {
        await rig.center.matches(try #require(DesktopSearch(terms)), limit: 5).map(\.id)
    }

    @Test("Activities and items of the index are found by words, not by queries, each with its program")
    func found() async throws {
        let rig = try await rig()
        #expect(try await ids(rig, "note", "fri") == [Self.prefix + "1"])
        #expect(try await ids(rig, "JAZZ") == [Self.prefix + "1"])
        #expect(try await ids(rig, "note") == ["1", "/item%201", "/old"].map { Self.prefix + $0 })
        #expect(try await ids(rig, "note", "kind:album").isEmpty)
        #expect(try await ids(rig, "secret").isEmpty, "searches may not use it")
        let activity = try #require(await rig.center.match(Self.prefix + "1"))
        #expect(activity.title == "Friday at the Blue Note" && activity.about == "Concerts · Doors at seven")
        #expect(activity.picture == "file:///note.png")
        let item = try #require(await rig.center.match(Self.prefix + "/item%201"))
        #expect(item.title == "Note by note" && item.about == "Concerts · A film" && item.picture == nil)
    }

    @Test("Its row has its location, and its picture if that is a file")
    func row() async throws {
        let rig = try await ActivityRig()
        try await rig.create([
            "thumbnail": .string("file:///note.png"),
            "location": .dictionary(["name": .string("Blue Note"), "city": .string("New York")]),
        ])
        let hit = try #require(try await rig.center.foreignItem(rig.name()))
        let item = ContentNode(hit)
        #expect(item.location?.line == "Blue Note, New York")
        #expect(item.artwork == MediaLocation(uri: "file:///note.png").map { .picture($0) })
    }

    @Test("What is chosen is continued in its program")
    func opened() async throws {
        let rig = try await rig()
        try await rig.center.open(Self.prefix + "1")
        #expect(rig.handler.continued["type"]?.stringValue == ActivityRig.type)
        try await rig.center.open(Self.prefix + "/item%201")
        #expect(rig.handler.continued["type"]?.stringValue == SearchItem.activityType)
        #expect(rig.handler.continued["identifier"]?.stringValue == "item 1")
    }

    @Test("What is gone, expired, or not for searches is neither shown nor opened")
    func gone() async throws {
        let rig = try await rig()
        rig.time.now = 1500
        #expect(try await ids(rig, "old").isEmpty)
        for id in ["foreign:", "track:1", Self.prefix + "2", Self.prefix + "/old", Self.prefix + "none", "foreign:x/1"]
        {
            #expect(await rig.center.match(id) == nil, "\(id)")
            #expect(await rig.error { try await rig.center.open(id) }?.code == .notFound, "\(id)")
        }
        #expect(rig.handler.calls.events.isEmpty)
        try await rig.call("DeleteAll", [.string(ActivityRig.program)], of: ServiceNames.searchIndex)
        #expect(await rig.center.match(Self.prefix + "/item%201") == nil)
    }
}
