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

/// Writes down what is to be learnt.
@MediaActor
private final class FakeLearning: ActivityLearning {
    private(set) var used: [String] = []
    private(set) var forgotten: [LearntActivities] = []

    func noteUse(of activity: ContentIdentifier) { used.append(activity.foreign?.own ?? "") }

    func forgetActivities(_ part: LearntActivities) async throws(ContentError) { forgotten.append(part) }
}

@Suite("Activities that are eligible for prediction")
@MediaActor
struct ActivityPredictionTests {
    private let predicted: [String: BusValue] = ["eligibleFor": .strings(["prediction"])]

    private func rig() async throws -> (ActivityRig, FakeLearning) {
        let (rig, learning) = (try await ActivityRig(), FakeLearning())
        rig.center.learning = learning
        return (rig, learning)
    }

    private func identifier(_ own: String = "1") -> ContentIdentifier {
        ContentIdentifier(foreign: own, in: ActivityRig.program)
    }

    @Test("Each turn to one is learnt once in a while; nothing of the others is")
    func learnt() async throws {
        let (rig, learning) = try await rig()
        try await rig.create(predicted)
        try await rig.create(["identifier": .string("2"), "eligibleFor": .strings(["search", "handoff", "public"])])
        for identifier in ["1", "2", "1"] { try await rig.call("BecomeCurrent", [.string(identifier)]) }
        #expect(learning.used == ["1"])
        rig.time.now += ActivityUses.pause
        try await rig.call("BecomeCurrent", [.string("1")])
        #expect(learning.used == ["1", "1"])
        let row = try #require(await rig.center.predicted(identifier()))
        #expect(row.title == "Friday" && row.subtitle == "Concerts" && row.identifier == identifier())
        #expect(await rig.center.predicted(identifier("2")) == nil)
        #expect(await rig.center.predicted(identifier("3")) == nil)
    }

    @Test("What OnCue does itself is not learnt again as an activity")
    func own() async throws {
        let (rig, learning) = try await rig()
        let values: [String: BusValue] = [
            "type": .string(ActivityCenter.openTypes[0]), "identifier": .string("b"), "title": .string("Albums"),
        ]
        let error = await rig.error {
            try await rig.create(values.merging(["eligibleFor": .strings(["prediction"])]) { $1 })
        }
        #expect(error?.code == .invalidValue && error?.message.contains("handoff") == true)
        try await rig.create(values.merging(["eligibleFor": .strings(["handoff"])]) { $1 })
        try await rig.center.session(of: rig.client.uniqueName).becomeCurrent("b")
        #expect(learning.used.isEmpty)
        #expect(await rig.center.predicted(ContentIdentifier(foreign: "b", in: rig.client.uniqueName)) == nil)
    }

    @Test("It is continued in its program, and that is a use; a program that refuses leaves everything as it was")
    func continued() async throws {
        let (rig, learning) = try await rig()
        try await rig.create(predicted)
        rig.handler.manner = .failing
        let error = await rig.error { try await rig.center.continuePredicted(identifier()) }
        #expect(error?.message.contains("the concert is over") == true)
        #expect(learning.used.isEmpty)
        #expect(await rig.center.predicted(identifier()) != nil)
        rig.handler.manner = .good
        try await rig.center.continuePredicted(identifier())
        #expect(rig.handler.continued["title"]?.stringValue == "Friday")
        #expect(learning.used == ["1"])
    }

    @Test("One that is no longer eligible, has expired or was deleted is forgotten")
    func forgotten() async throws {
        let (rig, learning) = try await rig()
        try await rig.create(predicted)
        try await rig.call("Update", [.string("1"), .dictionary(["eligibleFor": .strings(["search"])])])
        #expect(learning.forgotten == [.some([identifier()])])
        try await rig.create(predicted.merging(["identifier": .string("2"), "expires": .int64(2000)]) { $1 })
        rig.time.now = 2000
        _ = try await rig.viewer.activities()
        #expect(learning.forgotten.last == .some([identifier("2")]))
        try await rig.create(predicted.merging(["identifier": .string("3")]) { $1 })
        _ = try await rig.viewer.deleteActivities(program: ActivityRig.program, identifiers: ["3"])
        #expect(learning.forgotten.last == .some([identifier("3")]))
        _ = try await rig.viewer.deleteActivities(program: ActivityRig.program, identifiers: [])
        #expect(learning.forgotten.last == .program(ActivityRig.program))
        _ = try await rig.viewer.deleteActivities(program: nil, identifiers: [])
        #expect(learning.forgotten.last == .all)
    }
}
