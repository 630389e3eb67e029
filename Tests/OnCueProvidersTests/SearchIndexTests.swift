// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueActivities
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCueProviders

@Suite("What programs want to be found")
struct SearchIndexTests {
    private static func item(_ identifier: String, _ title: String, domain: String = "") -> BusValue {
        .dictionary(["identifier": .string(identifier), "title": .string(title), "domain": .string(domain)])
    }

    @MediaActor
    @discardableResult
    private static func index(_ rig: ActivityRig, _ items: [BusValue], state: String = "") async throws -> Int? {
        try await rig.call(
            "Index", [.string(ActivityRig.program), .array(items, of: "a{sv}"), .string(state)],
            of: ServiceNames.searchIndex
        ).first?.intValue
    }

    @MediaActor
    private static func titles(_ rig: ActivityRig, _ words: String, limit: Int = 10) async -> [String] {
        await rig.center.foreignMatches(words, limit: limit).map(\.title)
    }

    @Test("Items are found by the beginnings of words, whatever their accents, the titles first")
    @MediaActor
    func finding() async throws {
        let rig = try await ActivityRig()
        var other = try #require(Self.item("3", "Opening").dictionaryValue)
        (other["keywords"], other["description"]) = (.strings(["music", "Björk"]), .string("In the evening"))
        let count = try await Self.index(
            rig, [Self.item("1", "Friday Night"), Self.item("2", "Björk live"), .dictionary(other)])
        #expect(count == 3)
        #expect(await Self.titles(rig, "bjork") == ["Björk live", "Opening"])
        #expect(await Self.titles(rig, "LI bj") == ["Björk live"])
        #expect(await Self.titles(rig, "even") == ["Opening"])
        #expect(await Self.titles(rig, "iday") == [])
        #expect(await Self.titles(rig, "  -") == [])
        #expect(await Self.titles(rig, "bjork", limit: 1) == ["Björk live"])
        try await Self.index(rig, [Self.item("2", "Silence")])
        #expect(await Self.titles(rig, "bjork") == ["Opening"], "an item that is put in again is another one")
    }

    @Test("Without words, activities come first, the last changed one at the front, then the items put in last")
    @MediaActor
    func newest() async throws {
        let rig = try await ActivityRig()
        try await Self.index(rig, [Self.item("1", "Old"), Self.item("2", "New")])
        try await rig.create(["identifier": .string("a")])
        rig.time.now += 5
        try await rig.create(["identifier": .string("b"), "title": .string("Saturday")])
        try await rig.create([
            "identifier": .string("c"), "title": .string("Secret"), "eligibleFor": .strings(["handoff"]),
        ])

        #expect(await rig.center.newestForeign(limit: 9).map(\.title) == ["Saturday", "Friday", "New", "Old"])
        #expect(await rig.center.newestForeign(limit: 3).map(\.title) == ["Saturday", "Friday", "New"])
        #expect(await rig.center.newestForeign(limit: 0).isEmpty)
    }

    @Test("They are taken out by identifier, by domain with all below it, and all")
    @MediaActor
    func deleting() async throws {
        let rig = try await ActivityRig()
        try await Self.index(
            rig,
            [
                Self.item("1", "A one", domain: "concerts"), Self.item("2", "A two", domain: "concerts.berlin"),
                Self.item("3", "A three", domain: "concertsof"), Self.item("4", "A four"), Self.item("5", "A five"),
            ])
        func delete(_ member: String, _ names: [String]) async throws -> Int? {
            try await rig.call(
                member, [.string(ActivityRig.program), .strings(names), .string("")], of: ServiceNames.searchIndex
            ).first?.intValue
        }
        #expect(try await delete("DeleteItems", ["4", "none"]) == 1)
        #expect(try await delete("DeleteDomains", ["concerts"]) == 2)
        for member in ["DeleteItems", "DeleteDomains"] {
            let names = (0...1000).map { "a\($0)" }
            let error = await rig.error { _ = try await delete(member, names) }
            #expect(error?.code == .invalidValue, "as many as in a batch at most")
        }
        #expect(Set(await Self.titles(rig, "a")) == ["A three", "A five"])
        let all = try await rig.call("DeleteAll", [.string(ActivityRig.program)], of: ServiceNames.searchIndex)
        #expect(all.first?.intValue == 2)
        #expect(await Self.titles(rig, "a").isEmpty)
    }

    @Test("A batch is there as a whole with the state of its program, or not at all")
    @MediaActor
    func batches() async throws {
        let rig = try await ActivityRig()
        func state() async throws -> String? {
            try await rig.call("GetClientState", [.string(ActivityRig.program)], of: ServiceNames.searchIndex).first?
                .stringValue
        }
        #expect(try await state() == "")
        try await Self.index(rig, [Self.item("1", "A one")], state: "page 1")
        #expect(try await state() == "page 1")
        let error = await rig.error {
            try await Self.index(rig, [Self.item("2", "A two"), Self.item("3", "")], state: "page 2")
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("title") == true)
        #expect(try await state() == "page 1")
        #expect(await Self.titles(rig, "a") == ["A one"])
        try await Self.index(rig, [Self.item("4", "A four")])
        #expect(try await state() == "page 1", "an empty state leaves it as it is")
    }

    @Test("A chosen item is continued in its program")
    @MediaActor
    func continuing() async throws {
        let rig = try await ActivityRig()
        try await Self.index(rig, [Self.item("one", "A one", domain: "d")])
        let match = try #require(await rig.center.foreignMatches("one", limit: 1).first)
        #expect(match.programName == "Concerts" && !match.isActivity)
        let shown = try await rig.viewer.continueItem(match.name.identifier, of: match.name.program)
        #expect(shown == ContinuedActivity(.program, "Concerts"))
        #expect(rig.handler.continued["type"]?.stringValue == "org.oncue.SearchableItem")
        #expect(rig.handler.continued["identifier"]?.stringValue == "one")
    }

    @Test("An activity and an item with one identifier are two things, each found and continued as itself")
    @MediaActor
    func namesakes() async throws {
        let rig = try await ActivityRig()
        try await rig.create(["identifier": .string("7"), "title": .string("Friday")])
        try await Self.index(rig, [Self.item("7", "Friday, the programme")])
        let hits = await rig.center.foreignMatches("friday", limit: 9)
        #expect(hits.map(\.title) == ["Friday", "Friday, the programme"])
        for (hit, type) in zip(hits, [ActivityRig.type, SearchItem.activityType]) {
            let id = hit.name.contentIdentifier
            #expect(Activity.Name(id) == hit.name, "\(id) leads back")
            #expect(try await rig.center.foreignItem(hit.name)?.title == hit.title)
            #expect(await rig.center.match(id.description)?.title == hit.title)
            try await rig.center.open(id.description)
            #expect(rig.handler.continued["type"]?.stringValue == type)
        }
        try await Self.index(rig, [Self.item("7", "Friday")])
        #expect(await Self.titles(rig, "friday") == ["Friday"], "what the activity is about is found once")
        // An activity that searches may not use hides no item.
        try await rig.create([
            "identifier": .string("8"), "title": .string("Secret"), "eligibleFor": .strings(["handoff"]),
        ])
        try await Self.index(rig, [Self.item("8", "Open")])
        let open = try #require(await rig.center.foreignMatches("open", limit: 1).first)
        #expect(try await rig.viewer.continueItem("8", of: open.name.program).manner == .program)
        let error = await rig.error { _ = try await rig.viewer.continueItem("9", of: open.name.program) }
        #expect(error?.code == .notFound)
    }

    @Test("Activities are found only if they are eligible for it, and before items")
    @MediaActor
    func activities() async throws {
        let rig = try await ActivityRig()
        try await rig.create(["title": .string("A activity")])
        try await rig.create([
            "identifier": .string("2"), "title": .string("A secret"), "eligibleFor": .strings(["handoff"]),
        ])
        try await Self.index(rig, [Self.item("x", "A item")])
        #expect(await Self.titles(rig, "a") == ["A activity", "A item"])
    }

    @Test("Only the program itself may change its part, and too much is refused with the limit")
    @MediaActor
    func refusing() async throws {
        let rig = try await ActivityRig()
        let stranger = await rig.error {
            _ = try await rig.call(
                "DeleteAll", [.string("org.example.Other")], of: ServiceNames.searchIndex)
        }
        #expect(stranger?.code == .refused)
        let many = await rig.error {
            try await Self.index(rig, (0...SearchLimits.batch).map { Self.item("\($0)", "A \($0)") })
        }
        #expect(many?.code == .invalidValue)
        #expect(many?.message.contains("1000") == true)
    }

    @Test("Whole batches go over the bus; what is too much for all programs is refused there, and changes nothing")
    @MediaActor
    func many() async throws {
        let rig = try await ActivityRig(store: MemoryActivityStore(mostItems: 3 * SearchLimits.batch))
        let others = (0..<SearchLimits.batch / 2).map {
            SearchItem(.init("org.example.Other", "\($0)"), title: "Other \($0)")
        }
        _ = try await rig.store.index(others, of: "org.example.Other", state: nil, at: 0)
        func batch(_ number: Int) -> [BusValue] {
            (0..<SearchLimits.batch).map { index in
                .dictionary([
                    "identifier": .string("\(number)-\(index)"), "title": .string("Concert n\(number)x\(index)"),
                    "keywords": .strings(["hall", "night"]), "description": .string("The programme of an evening"),
                ])
            }
        }

        for number in 0..<2 {
            #expect(
                try await Self.index(rig, batch(number), state: "after \(number)") == (number + 1) * SearchLimits.batch)
        }
        let error = await rig.error { try await Self.index(rig, batch(2), state: "after 2") }

        #expect(error?.code == .refused)
        #expect(error?.message.contains("all programs together 3000") == true, "\(error?.message ?? "")")
        #expect(await Self.titles(rig, "n1x999") == ["Concert n1x999"])
        #expect(await Self.titles(rig, "n2x0").isEmpty)
        let state = try await rig.call(
            "GetClientState", [.string(ActivityRig.program)], of: ServiceNames.searchIndex)
        #expect(state.first?.stringValue == "after 1", "it knows where to go on")
        #expect(try await Self.index(rig, batch(1)) == 2 * SearchLimits.batch, "what it has may be changed")
        let names = batch(0).compactMap { $0.dictionaryValue?["identifier"] }
        _ = try await rig.call(
            "DeleteItems", [.string(ActivityRig.program), .array(names, of: "s"), .string("")],
            of: ServiceNames.searchIndex)
        #expect(try await Self.index(rig, batch(2), state: "after 2") == 2 * SearchLimits.batch)
        #expect(await Self.titles(rig, "n2x999") == ["Concert n2x999"])
    }
}
