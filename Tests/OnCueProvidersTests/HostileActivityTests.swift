// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueActivities
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueProviders

@Suite("Programs that say nonsense of their activities")
@MediaActor
struct HostileActivityTests {
    private static let keys = [
        "type", "identifier", "title", "persistentIdentifier", "occasion", "userInfo", "requiredKeys", "keywords",
        "description",
        "thumbnail", "webPage", "item", "location", "expires", "eligibleFor",
    ]
    private static let nonsense: [BusValue] = [
        .string(""), .string("x\u{0}y\u{1B}[31m"), .string(String(repeating: "x", count: 1 << 20)), .bool(true),
        .int64(.min), .uint64(.max), .double(.nan), .strings([]), .strings(Array(repeating: "y", count: 10_000)),
        .dictionary([:]), .dictionary(["x": .dictionary(["y": .strings(["z"])])]), .byte(7),
        .dictionary(["latitude": .double(.infinity), "longitude": .string("x")]),
    ]

    @Test("Clients without a file have names of their own: none gets at the activity of another, or of the service")
    func posing() async throws {
        let rig = try await ActivityRig()
        let playing = PlayingActivity.name
        rig.center.putOwn(Activity(playing, type: "org.oncue.OnCue.playing", title: "Blue", eligibility: .handoff))
        let clients = [try await rig.bus.connect(), try await rig.bus.connect()]
        let sessions = clients.map { rig.center.session(of: $0.uniqueName) }
        for (session, title) in zip(sessions, ["one", "two"]) {
            _ = try await session.createActivity(
                ActivityValues([
                    "type": .string(ActivityCenter.openTypes[0]), "identifier": .string(playing.identifier),
                    "title": .string(title), "eligibleFor": .strings(["handoff"]),
                ]))
        }
        try await sessions[1].updateActivity(
            playing.identifier, ActivityValues(["title": .string("three")]))
        try await sessions[1].invalidateActivity(playing.identifier)

        let left = try await rig.viewer.activities().map(\.activity)
        #expect(Set(left.map(\.title)) == ["one", "Blue"])
        #expect(Set(left.map(\.name.program)) == [clients[0].uniqueName, ServiceNames.busName])
    }

    @Test("A value of a wrong type or size is refused or left out, never kept as it is, and the next call is answered")
    func values() async throws {
        let rig = try await ActivityRig()
        for key in Self.keys {
            for value in Self.nonsense {
                let error = await rig.error { try await rig.create([key: value]) }
                if let error { #expect(!error.message.isEmpty && error.message.utf8.count < 1000, "\(key): \(error)") }
            }
        }
        for record in try await rig.viewer.activities() {
            do throws(ActivityRefusal) { try record.activity.check(at: rig.time.now) } catch {
                Issue.record("\(error.message)")
            }
        }
        try await rig.create(["identifier": .string("last")])
        #expect(try await rig.viewer.activities().contains { $0.activity.name == rig.name("last") })
    }

    @Test("The same for items of the index")
    func items() async throws {
        let rig = try await ActivityRig()
        for key in [
            "identifier", "title", "domain", "keywords", "description", "thumbnail", "webPage", "date", "location",
            "expires",
        ] {
            for value in Self.nonsense {
                let item = ["identifier": .string("1"), "title": .string("A one")].merging([key: value]) { $1 }
                _ = await rig.error {
                    try await rig.call(
                        "Index", [.string(ActivityRig.program), .array([.dictionary(item)], of: "a{sv}"), .string("")],
                        of: ServiceNames.searchIndex)
                }
            }
        }
        for hit in await rig.center.foreignMatches("one", limit: 100) {
            #expect(!hit.title.isEmpty && hit.title.utf8.count <= ActivityLimits.titleBytes)
        }
        _ = try await rig.call(
            "Index",
            [
                .string(ActivityRig.program),
                .array([.dictionary(["identifier": .string("2"), "title": .string("Last")])], of: "a{sv}"), .string(""),
            ], of: ServiceNames.searchIndex)
        #expect(await rig.center.foreignMatches("last", limit: 1).count == 1)
    }

    @Test("A handler that hangs keeps nobody else waiting, and its activity stays")
    func hanging() async throws {
        let rig = try await ActivityRig(deadline: 1_000)
        try await rig.create(["eligibleFor": .strings(["search", "prediction"])])
        rig.handler.manner = .silent
        let hanging = Task { await rig.error { _ = try await rig.viewer.continueActivity(rig.name()) } }
        try await rig.handler.calls.wait("the call") { $0 == "Continue" }
        #expect(try await rig.viewer.activities().count == 1)
        #expect(await rig.center.foreignMatches("friday", limit: 1).count == 1)
        #expect(await hanging.value?.message.contains("did not answer within") == true)
        #expect(try await rig.viewer.activities().count == 1)
    }
}
