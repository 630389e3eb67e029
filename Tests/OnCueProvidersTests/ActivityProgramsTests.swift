// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import OnCueActivities
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueProviders

@Suite("Programs with activities that come, go, hang and fail")
@MediaActor
struct ActivityProgramsTests {
    private static let other = "org.example.Tickets"

    private func index(_ rig: ActivityRig, _ item: [String: BusValue]) async throws {
        let usual: [String: BusValue] = ["identifier": .string("x"), "title": .string("Blue Train")]
        try await rig.call(
            "Index",
            [
                .string(ActivityRig.program),
                .array(
                    [
                        .dictionary(["identifier": .string("0"), "title": .string("Green")]),
                        .dictionary(usual.merging(item) { $1 }),
                    ], of: "a{sv}"), .string(""),
            ], of: ServiceNames.searchIndex)
    }

    private func declare(_ rig: ActivityRig, _ name: String, types: String) throws {
        try rig.directory.write(
            "activities/\(name).activities",
            "[Activity Program]\nName=\(name)\nBusName=\(name)\nObjectPath=\(FakeActivityHandler.path)\nTypes=\(types)\n"
                .utf8)
    }

    private func titles(_ rig: ActivityRig, _ words: String) async -> [String] {
        await rig.center.foreignMatches(words, limit: 9).map(\.title)
    }

    @Test("A file that comes, changes or goes is noticed without a call, and what was indexed is found only with it")
    func files() async throws {
        let rig = try await ActivityRig()
        try await index(rig, [:])
        let item = Activity.Name(ActivityRig.program, "x")
        #expect(await titles(rig, "blue") == ["Blue Train"])

        try FileManager.default.removeItem(atPath: rig.directory.file("activities/concerts.activities"))
        try await waitUntil("it is gone") { await titles(rig, "blue").isEmpty }
        #expect(
            await rig.error { _ = try await rig.viewer.continueItem(item.identifier, of: item.program) }?.code
                == .notFound)
        try declare(rig, ActivityRig.program, types: ActivityRig.type)
        try await waitUntil("it is there again") { await titles(rig, "blue") == ["Blue Train"] }
        #expect(rig.center.programName(ActivityRig.program) == ActivityRig.program)
        #expect(try await rig.viewer.continueItem(item.identifier, of: item.program).manner == .program)
    }

    @Test("A folder of declarations that comes later is noticed")
    func folder() async throws {
        let directory = try TemporaryDirectory()
        let programs = ActivityPrograms(folders: [directory.file("late"), directory.file("none/at/all")])
        await programs.read()
        #expect(programs.all.isEmpty)
        try directory.write("late/a.activities", "[Activity Program]\nBusName=org.example.A\nTypes=a.b\n".utf8)
        try await waitUntil("it is there") { programs["org.example.A"] != nil }
    }

    @Test("The check of the files names each that is wrong, is too large or is one too many, with what is wrong")
    func wrongFiles() async throws {
        let directory = try TemporaryDirectory()
        let health = ActivityFileHealth(folders: [directory.file("a")])
        #expect(await health.checks().map(\.verdict) == [.ok])
        for number in 10..<75 {
            try directory.write(
                "a/\(number).activities", "[Activity Program]\nBusName=org.example.A\(number)\nTypes=a.b\n".utf8)
        }
        try directory.write("a/large.activities", Array(repeating: UInt8(ascii: "#"), count: 3_000_000))
        try directory.write("a/none.activities", "[Activity Program]\nTypes=a.b\n".utf8)

        let checks = await health.checks()
        #expect(checks.allSatisfy { $0.name == health.name && $0.verdict == .warning && !$0.advice.isEmpty })
        for (check, parts) in zip(
            checks,
            [["74.activities", "64 programs"], ["large.activities", "64 KiB"], ["none.activities", "BusName"]])
        {
            #expect(parts.allSatisfy { check.detail.contains($0) }, "\(check.detail)")
        }
        #expect(checks.count == 3)
    }

    @Test("Items of a program that was uninstalled are dropped after 30 days, with where it was")
    func uninstalled() async throws {
        let rig = try await ActivityRig()
        try await index(rig, [:])
        try FileManager.default.removeItem(atPath: rig.directory.file("activities/concerts.activities"))
        try await waitUntil("it is gone") { await titles(rig, "blue").isEmpty }
        #expect(try await rig.store.item(.init(ActivityRig.program, "x")) != nil)

        rig.time.now += SearchLimits.undeclaredLifetime
        await rig.center.tidyIndex()
        #expect(try await rig.store.item(.init(ActivityRig.program, "x")) == nil)
    }

    @Test("An activity of a program that is gone is continued in another one that declares its type")
    func another() async throws {
        let rig = try await ActivityRig()
        try await rig.create()
        let (bus, handler) = (try await rig.bus.connect(), FakeActivityHandler())
        try await handler.begin(on: bus, as: Self.other)
        try declare(rig, Self.other, types: ActivityRig.type)
        try await waitUntil("it is declared") { rig.center.programs[Self.other] != nil }

        #expect(try await rig.viewer.continueActivity(rig.name()) == ContinuedActivity(.program, "Concerts"))
        // Its file is left, but nothing can be started.
        try await rig.crash()
        #expect(try await rig.viewer.continueActivity(rig.name()) == ContinuedActivity(.program, Self.other))
        #expect(handler.continued["title"]?.stringValue == "Friday")
        try FileManager.default.removeItem(atPath: rig.directory.file("activities/concerts.activities"))
        try await waitUntil("it is gone") { rig.center.programs[ActivityRig.program] == nil }
        #expect(try await rig.viewer.continueActivity(rig.name()) == ContinuedActivity(.program, Self.other))
        #expect(handler.calls.count == 2)
    }

    @Test("What another machine tells of is taken up by a program that declares its type here, else on its web page")
    func takenUp() async throws {
        let rig = try await ActivityRig()
        var activity = Activity(.init(Self.other, "7"), type: ActivityRig.type, title: "Friday")
        (activity.info, activity.item) = (ActivityInfo(["concert": .text("Blue")]), "album:a")
        func takenUp(_ activity: Activity) async throws -> ContinuedActivity {
            try await rig.viewer.takeUpActivity(ActivityRecord(activity, programName: "Tickets"))
        }

        #expect(try await takenUp(activity) == ContinuedActivity(.program, "Concerts"))
        #expect(rig.handler.continued["title"]?.stringValue == "Friday")
        #expect(rig.handler.continued["item"] == nil, "an item is another one here")
        #expect(try await rig.viewer.activities().isEmpty, "nothing of it is kept")

        activity.type = "org.example.None.thing"
        let error = await rig.error { _ = try await takenUp(activity) }
        #expect(
            error?.message == "nothing here can go on with \"Friday\" of Tickets: no program here declares "
                + "org.example.None.thing, and it has no web page")
        activity.webPage = "https://example.org"
        #expect(try await takenUp(activity) == ContinuedActivity(.page, "https://example.org"))
        for wrong in ["file:///etc/passwd", "javascript:x", ""] {
            activity.webPage = wrong
            #expect(await rig.error { _ = try await takenUp(activity) }?.code == .invalidValue)
        }
        activity.webPage = nil
        activity.expires = 1
        #expect(await rig.error { _ = try await takenUp(activity) }?.code == .invalidValue)
        // A program of theirs is none of ours, whatever it is called.
        (activity.expires, activity.name.program, activity.type) = (nil, ActivityRig.program, "org.example.Else.thing")
        #expect(await rig.error { _ = try await takenUp(activity) }?.code == .notAvailable)
    }

    @Test("If no program can be started, the item plays, else the web page is opened, else the error names the program")
    func notThere() async throws {
        let rig = try await ActivityRig()
        try await rig.create(["item": .string("album:a"), "webPage": .string("https://example.org")])
        try await rig.create(["identifier": .string("2"), "webPage": .string("https://example.org")])
        try await rig.create(["identifier": .string("3")])
        try await rig.crash()

        #expect(try await rig.viewer.continueActivity(rig.name()) == ContinuedActivity(.played, "Friday"))
        #expect(
            try await rig.viewer.continueActivity(rig.name("2")) == ContinuedActivity(.page, "https://example.org"))
        let error = await rig.error { _ = try await rig.viewer.continueActivity(rig.name("3")) }
        #expect(error?.code == .notAvailable)
        #expect(
            error?.message
                == "Concerts cannot go on with \"Friday\": it is not running, and nothing installed can start it, and "
                + "the activity has neither an item nor a web page")
    }

    @Test("Of two programs that declare a type, each creates its own activities")
    func shared() async throws {
        let rig = try await ActivityRig()
        try declare(rig, "org.example.Before", types: ActivityRig.type)
        try await waitUntil("it is declared") { rig.center.programs["org.example.Before"] != nil }
        try await rig.create()
        #expect(try await rig.viewer.activities().map(\.activity.name.program) == [ActivityRig.program])
    }

    @Test("A handler that hangs costs its deadline once, also if it has a newer state")
    func hangs() async throws {
        let rig = try await ActivityRig(deadline: 300)
        try await rig.create()
        try await rig.call("NeedsSave", [.string("1")])
        rig.handler.manner = .silent
        let error = await rig.error { _ = try await rig.viewer.continueActivity(rig.name()) }
        #expect(error?.code == .providerUnavailable)
        #expect(error?.message.contains("did not answer within") == true)
        try await rig.handler.calls.wait(count: 2)
        #expect(rig.handler.calls.events == ["GetState", "Continue"])
    }

    @Test("One that does not tell its newest state goes on with the one before")
    func mute() async throws {
        let rig = try await ActivityRig(deadline: 6_000)
        try await rig.create()
        try await rig.call("NeedsSave", [.string("1")])
        rig.handler.manner = .mute
        #expect(try await rig.viewer.continueActivity(rig.name()) == ContinuedActivity(.program, "Concerts"))
        #expect(rig.handler.continued["title"]?.stringValue == "Friday")
    }

    @Test("After a failed write, memory is as the disk is")
    func full() async throws {
        let rig = try await ActivityRig()
        try await rig.create()
        rig.store.setFull(true)
        #expect(await rig.error { try await rig.create(["title": .string("Changed")]) }?.code == .storage)
        #expect(await rig.error { try await rig.create(["identifier": .string("2")]) }?.code == .storage)
        #expect(
            await rig.error { _ = try await rig.viewer.deleteActivities(program: nil, identifiers: ["1"]) }?.code
                == .storage)
        #expect(try await rig.viewer.activities().map(\.activity.title) == ["Friday"])
        #expect(rig.store.activities.map(\.title) == ["Friday"])

        rig.store.setFull(false)
        #expect(try await rig.viewer.deleteActivities(program: nil, identifiers: ["1"]) == 1)
        #expect(rig.store.activities.isEmpty)
    }

    @Test(
        "What is wrong with an item is said with its place, its identifier and the key",
        arguments: [
            ("title", BusValue.string("")), ("title", .int64(1)), ("keywords", .string("no list")),
            ("webPage", .string("file:///x")), ("date", .int64(.max)), ("expires", .int64(.min)),
            ("location", .dictionary(["name": .string("x"), "latitude": .double(500), "longitude": .double(1)])),
            ("location", .dictionary(["name": .string("x"), "latitude": .double(50)])),
            ("location", .dictionary(["name": .string("x"), "latitude": .string("a"), "longitude": .string("b")])),
        ])
    func wrongItem(key: String, value: BusValue) async throws {
        let rig = try await ActivityRig()
        let error = await rig.error { try await index(rig, [key: value]) }
        #expect(error?.code == .invalidValue)
        for part in ["item 2 of 2", "\"x\"", key] {
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        }
        #expect(await titles(rig, "green").isEmpty, "nothing of the batch is there")
    }

    @Test(
        "A position that is not on Earth, and a time beyond all calendars, are refused for activities",
        arguments: [
            (
                "location",
                BusValue.dictionary(["name": .string("x"), "latitude": .double(-91), "longitude": .double(1)])
            ),
            ("expires", .int64(.max)),
        ])
    func wrongActivity(key: String, value: BusValue) async throws {
        let rig = try await ActivityRig()
        let error = await rig.error { try await rig.create([key: value]) }
        #expect(error?.code == .invalidValue && error?.message.contains(key) == true)
    }

    @Test("The user takes the items of a program out, some or all, whether it runs or not")
    func forgetting() async throws {
        let rig = try await ActivityRig()
        try await index(rig, [:])
        #expect(try await rig.viewer.forgetItems(of: ActivityRig.program, identifiers: ["x", "none"]) == 1)
        #expect(await titles(rig, "green") == ["Green"])
        #expect(try await rig.viewer.forgetItems(of: ActivityRig.program, identifiers: []) == 1)
        let error = await rig.error { _ = try await rig.viewer.forgetItems(of: ActivityRig.program, identifiers: []) }
        #expect(error?.code == .notFound && error?.message.contains(ActivityRig.program) == true)
        try await index(rig, [:])
        #expect(try await rig.viewer.forgetItems(of: nil, identifiers: []) == 2)
        #expect(await titles(rig, "green").isEmpty)
    }
}
