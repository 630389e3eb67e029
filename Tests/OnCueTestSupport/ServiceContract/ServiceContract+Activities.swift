// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import OnCueActivities
package import OnCueInterface

extension ServiceContract {
    /// Checks activities; there is none at first.
    package static func activities(_ service: some ActivityService, _ notes: Notes) async throws {
        notes.expect(notes.heard(try await service.activities()).isEmpty, "there is no activity at first")
        let values = ActivityValues([
            "type": .string("org.oncue.OnCue.browsing"), "identifier": .string("b"), "title": .string("Albums"),
            "userInfo": .dictionary(["place": .string("Albums"), "row": .int64(4)]),
            "eligibleFor": .strings(["handoff"]),
        ])
        notes.expect(notes.heard(try await service.createActivity(values)) == "b", "it has the identifier it was given")
        try await service.becomeCurrent("b")
        let browsing = try await service.activities().first?.activity.name ?? Activity.Name("", "b")
        let program = browsing.program
        notes.expect(program.hasPrefix(":"), "a client without a file is its own program")
        let record = try await service.activity(browsing)
        notes.expect(record.isCurrent && record.isLive, "it is current")
        notes.expect(record.activity.info.values["row"] == .integer(4), "with its information")
        notes.expect(record.activity.eligibility == [.handoff], "and who may use it")
        try await service.updateActivity(
            "b", ActivityValues(["title": .string("Artists"), "item": .string("album:blue")]))
        notes.expect(try await service.activities().map(\.activity.title) == ["Artists"], "it is changed in part")
        notes.expect(
            notes.heard(try await service.continueActivity(browsing)) == ContinuedActivity(.played, "Artists"),
            "what has an item plays")
        notes.expect(
            notes.heard(try await service.takeUpActivity(record)) == ContinuedActivity(.place, "Albums"),
            "what another machine tells of is shown by whoever asked")
        var strange = record
        (strange.activity.type, strange.activity.info) = ("org.example.X.y", ActivityInfo())
        await notes.expect(.notAvailable, "what no program here declares is not taken up") {
            _ = try await service.takeUpActivity(strange)
        }
        strange.activity.title = "\u{1B}[31m"
        await notes.expect(.invalidValue, "nor what is no text") { _ = try await service.takeUpActivity(strange) }
        try await service.resignCurrent("b")
        notes.expect(try await service.activity(browsing).isCurrent == false, "it resigns")
        try await unseen(service, program, notes)
        try await mistakes(service, notes)
        notes.expect(
            try await service.deleteActivities(program: program, identifiers: ["b"]) == 1, "what is deleted is counted")
        await notes.expect(.notFound, "but its program has it no longer") {
            try await service.updateActivity("b", ActivityValues(["title": .string("x")]))
        }
        notes.expect(try await service.activities().isEmpty, "and gone")
        _ = try await service.createActivity(values)
        try await service.invalidateActivity("b")
        notes.expect(try await service.activities().isEmpty, "what is over is gone")
        notes.expect(
            try await service.deleteActivities(program: nil, identifiers: []) == 0, "and then there is nothing")
        for (program, identifier) in [(program, "b"), ("org.example.None", "b"), ("", "")] {
            let name = Activity.Name(program, identifier)
            await notes.expect(.notFound, "\(name) is not there") { _ = try await service.activity(name) }
            await notes.expect(.notFound, "\(name) is not continued") { _ = try await service.continueActivity(name) }
        }
        await notes.expect(.notFound, "what is not there is not deleted") {
            _ = try await service.deleteActivities(program: program, identifiers: ["b"])
        }
    }

    private static func unseen(
        _ service: some ActivityService, _ program: String, _ notes: Notes
    ) async throws {
        _ = try await service.createActivity(
            ActivityValues([
                "type": .string("org.oncue.OnCue.searching"), "identifier": .string("s"), "title": .string("secret"),
            ]))
        try await service.becomeCurrent("s")
        notes.expect(
            try await service.activities().map(\.activity.title) == ["Artists"], "what nobody may use is shown nowhere")
        await notes.expect(.notFound, "not even by its name") {
            _ = try await service.activity(Activity.Name(program, "s"))
        }
        try await service.invalidateActivity("s")
    }

    private static func mistakes(_ service: some ActivityService, _ notes: Notes) async throws {
        let good: [String: BusValue] = ["type": .string("org.oncue.OnCue.browsing"), "title": .string("x")]
        let wrong: [(String, BusValue)] = [
            ("title", .string("")), ("eligibleFor", .strings(["everybody"])),
            ("eligibleFor", .strings(["search"])), ("expires", .int64(.max)),
            ("location", .dictionary(["name": .string("x"), "latitude": .double(500), "longitude": .double(0)])),
            ("webPage", .string("file:///x")),
            ("userInfo", .dictionary(["a": .bytes([1])])), ("title", .bool(true)), ("expires", .int64(1)),
            ("requiredKeys", .strings(["a"])),
        ]
        for (key, value) in wrong {
            await notes.expect(.invalidValue, "\(key) cannot be \(value)") {
                _ = try await service.createActivity(ActivityValues(good.merging([key: value]) { $1 }))
            }
        }
        await notes.expect(.refused, "a type must be declared") {
            _ = try await service.createActivity(
                ActivityValues(good.merging(["type": .string("org.example.X.y")]) { $1 }))
        }
        for identifier in ["none", ""] {
            await notes.expect(.notFound, "\"\(identifier)\" does not become current") {
                try await service.becomeCurrent(identifier)
            }
            await notes.expect(.notFound, "nor resigns") { try await service.resignCurrent(identifier) }
            await notes.expect(.notFound, "nor ends") { try await service.invalidateActivity(identifier) }
            await notes.expect(.notFound, "nor needs to be saved") { try await service.activityNeedsSave(identifier) }
        }
    }
}
