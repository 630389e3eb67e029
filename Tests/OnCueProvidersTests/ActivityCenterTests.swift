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

@Suite("Activities of programs")
struct ActivityCenterTests {
    @Test("What a program does is current until it resigns, and is found again")
    @MediaActor
    func current() async throws {
        let rig = try await ActivityRig()
        try await rig.create()
        try await rig.call("BecomeCurrent", [.string("1")])
        let record = try #require(try await rig.viewer.activities().first)
        #expect(record.isCurrent && record.isLive && record.programName == "Concerts")
        try await rig.call("ResignCurrent", [.string("1")])
        #expect(try await rig.viewer.activities().first?.isCurrent == false)
        #expect(rig.store.activities.map(\.title) == ["Friday"])
    }

    @Test("A program that vanishes resigns; what is kept of it stays, and nothing else")
    @MediaActor
    func vanishing() async throws {
        let rig = try await ActivityRig()
        try await rig.create()
        try await rig.create(["identifier": .string("2"), "eligibleFor": .strings(["handoff"])])
        try await rig.call("BecomeCurrent", [.string("2")])
        try await rig.crash()
        try await waitUntil("it has resigned") { rig.center.current == nil }
        let records = try await rig.viewer.activities()
        #expect(records.map(\.activity.name.identifier) == ["1"])
        #expect(records.first?.isLive == false)
    }

    @Test("Nothing of an activity that is eligible for nothing is kept or shown")
    @MediaActor
    func unseen() async throws {
        let rig = try await ActivityRig()
        try await rig.create(["eligibleFor": .strings([])])
        try await rig.call("BecomeCurrent", [.string("1")])
        #expect(rig.center.current?.title == "Friday")
        #expect(try await rig.viewer.activities().isEmpty)
        #expect(await rig.error { _ = try await rig.viewer.activity(rig.name()) }?.code == .notFound)
        #expect(rig.store.activities.isEmpty)
    }

    @Test("Only the program that has the declared name may create, and a type must be declared")
    @MediaActor
    func declaring() async throws {
        let rig = try await ActivityRig()
        let error = await rig.error { try await rig.create(["type": .string("org.example.Other.thing")]) }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("org.example.Other.thing") == true)
        let other = try await rig.bus.connect()
        let stranger = await rig.error {
            _ = try await rig.center.session(of: other.uniqueName).createActivity(
                ActivityValues(["type": .string(ActivityRig.type), "title": .string("x")]))
        }
        #expect(stranger?.code == .refused)
        #expect(stranger?.message.contains(ActivityRig.program) == true)
        // A package that is installed meanwhile.
        try rig.directory.write(
            "activities/other.activities",
            "[Activity Program]\nBusName=\(ActivityRig.program).Other\nTypes=org.example.Other.thing\n".utf8)
        _ = try await rig.client.requestName(ActivityRig.program + ".Other")
        #expect(try await rig.create(["type": .string("org.example.Other.thing")]) == "1")
    }

    @Test("A lazy state is asked for when somebody needs it, and only then")
    @MediaActor
    func lazy() async throws {
        let rig = try await ActivityRig()
        try await rig.create()
        try await rig.call("NeedsSave", [.string("1")])
        #expect(try await rig.viewer.activities().first?.needsSave == true)
        #expect(rig.handler.calls.count == 0, "a list needs nothing")
        let record = try await rig.viewer.activity(rig.name())
        #expect(record.activity.info.values == ["scroll": .integer(9)])
        #expect(!record.needsSave)
        _ = try await rig.viewer.activity(rig.name())
        #expect(rig.handler.calls.events == ["GetState"], "it is the newest now")
        #expect(rig.store.activities.first?.info.values == ["scroll": .integer(9)])
    }

    @Test(
        "A program that does not tell its state leaves what it told before",
        arguments: [FakeActivityHandler.Manner.silent, .failing, .wrongTypes])
    @MediaActor
    func silentState(manner: FakeActivityHandler.Manner) async throws {
        let rig = try await ActivityRig(deadline: 200)
        try await rig.create()
        try await rig.call("NeedsSave", [.string("1")])
        rig.handler.manner = manner
        let record = try await rig.viewer.activity(rig.name())
        #expect(record.activity.title == "Friday")
        #expect(record.needsSave)
    }

    @Test("Continuing calls the program with everything that it needs")
    @MediaActor
    func continuing() async throws {
        let rig = try await ActivityRig()
        try await rig.create(["userInfo": .dictionary(["id": .int64(7)]), "item": .string("album:a")])
        let continued = try await rig.viewer.continueActivity(rig.name())
        #expect(continued == ContinuedActivity(.program, "Concerts"))
        #expect(
            rig.handler.continued["identifier"] == .variant(.string("1"))
                || rig.handler.continued["identifier"]?.stringValue == "1")
        #expect(rig.handler.continued["userInfo"]?.dictionaryValue?["id"]?.intValue == 7)
        #expect(rig.played.count == 0)
    }

    @Test(
        "A program that hangs or fails is reported, and nothing is lost",
        arguments: [(FakeActivityHandler.Manner.silent, "did not answer"), (.failing, "the concert is over")])
    @MediaActor
    func failing(manner: FakeActivityHandler.Manner, reason: String) async throws {
        let rig = try await ActivityRig(deadline: manner == .silent ? 200 : 20_000)
        try await rig.create(["webPage": .string("https://example.org/friday")])
        rig.handler.manner = manner
        let error = await rig.error { _ = try await rig.viewer.continueActivity(rig.name()) }
        #expect(error?.code == .providerUnavailable)
        for text in ["Concerts", "Friday", reason, "https://example.org/friday"] {
            #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        }
        #expect(try await rig.viewer.activities().count == 1)
        #expect(rig.played.count == 0)
    }

    @Test("Without a handler its item plays, else its web page is opened")
    @MediaActor
    func withoutHandler() async throws {
        let rig = try await ActivityRig(path: nil)
        try await rig.create(["item": .string("album:a"), "webPage": .string("https://example.org")])
        #expect(try await rig.viewer.continueActivity(rig.name()) == ContinuedActivity(.played, "Friday"))
        try await rig.create(["identifier": .string("2"), "webPage": .string("https://example.org")])
        #expect(
            try await rig.viewer.continueActivity(rig.name("2")) == ContinuedActivity(.page, "https://example.org"))
        try await rig.create(["identifier": .string("3")])
        #expect(
            await rig.error { _ = try await rig.viewer.continueActivity(rig.name("3")) }?.code == .notAvailable)
        #expect(rig.played.events == ["play album:a", "open https://example.org"])
    }

    @Test("If its item is gone, its web page is opened; if it does not play for another reason, the page is named")
    @MediaActor
    func goneItem() async throws {
        let rig = try await ActivityRig(path: nil)
        let page = "https://example.org/friday"
        try await rig.create(["item": .string("album:a"), "webPage": .string(page)])
        rig.playing.failure = ContentError(.nothingMatches, "there is no album:a")
        #expect(try await rig.viewer.continueActivity(rig.name()) == ContinuedActivity(.page, page))
        #expect(rig.played.events == ["open \(page)"])
        rig.playing.failure = ContentError(.unreadable, "the disk is broken")
        let error = await rig.error { _ = try await rig.viewer.continueActivity(rig.name()) }
        #expect(error?.code == .unreadable)
        #expect(error?.message == "the disk is broken; its web page: \(page)")
        try await rig.create(["identifier": .string("2"), "item": .string("album:b")])
        #expect(await rig.error { _ = try await rig.viewer.continueActivity(rig.name("2")) }?.code == .unreadable)
    }

    @Test("What expires goes, also from the disk")
    @MediaActor
    func expiring() async throws {
        let rig = try await ActivityRig()
        try await rig.create(["expires": .int64(2000)])
        rig.time.now = 2000
        // By itself, when the clock shows the time, whatever happened meanwhile.
        try await waitUntil("it is deleted") { rig.store.activities.isEmpty }
        #expect(try await rig.viewer.activities().isEmpty)
    }

    @Test("What was kept is there after a start, and what was deleted is not")
    @MediaActor
    func restarting() async throws {
        let rig = try await ActivityRig()
        try await rig.create(["persistentIdentifier": .string("p")])
        try await rig.create(["identifier": .string("2")])
        let again = try await ActivityRig(store: rig.store)
        #expect(try await again.viewer.activities().map(\.isLive) == [false, false])
        #expect(try await again.viewer.deleteActivities(program: ActivityRig.program, identifiers: ["p"]) == 1)
        #expect(rig.store.activities.map(\.name.identifier) == ["2"])
    }

    @Test("Too many, or too much, is refused with the limit, and what is full is said")
    @MediaActor
    func limits() async throws {
        let rig = try await ActivityRig()
        for number in 0..<ActivityLimits.perProgram { try await rig.create(["identifier": .string("\(number)")]) }
        let many = await rig.error { try await rig.create(["identifier": .string("more")]) }
        #expect(many?.code == .refused)
        let large = await rig.error {
            try await rig.create(["userInfo": .dictionary(["a": .string(String(repeating: "x", count: 9000))])])
        }
        #expect(large?.code == .invalidValue)
        #expect(large?.message.contains("4096 bytes") == true)
        rig.store.setFull(true)
        #expect(await rig.error { try await rig.create(["title": .string("y")]) }?.code == .storage)
    }

    @Test("Changes are announced, once for several")
    @MediaActor
    func announcing() async throws {
        let rig = try await ActivityRig()
        let changes = EventLog<Bool>()
        rig.center.changes.listen { changes.append(true) }
        for number in 0..<5 { try await rig.create(["identifier": .string("\(number)")]) }
        try await changes.wait(count: 1)
        #expect(changes.count < 5)
    }

    @Test("An installed file declares a program, or nothing")
    func files() {
        let good = """
            [Activity Program]
            BusName=org.example.A
            Types=org.example.A.one; org.example.A.two ;nonsense
            Deadline=5
            """
        let program = ActivityProgram.read(good).program
        #expect(program?.types == ["org.example.A.one", "org.example.A.two"])
        #expect(program?.name == "org.example.A")
        #expect(program?.objectPath == nil)
        #expect(program?.deadline == .milliseconds(100))
        #expect(ActivityProgram.read(good).problems.map { $0.contains("\"nonsense\"") } == [true])
        for (wrong, reason) in [
            ("", "no group"), ("[Activity Program]\nBusName=org.example.A\n", "Types and ObjectPath are missing"),
            ("[Activity Program]\nTypes=a.b\n", "BusName is missing"),
            ("[Activity Program]\nBusName=:1.5\nTypes=a.b\n", ":1.5"),
            ("[Activity Program]\nBusName=org.oncue.OnCue\nTypes=a.b\n", "org.oncue.OnCue"),
            ("[Activity Program]\nBusName=org.example.A\nTypes=org.oncue.OnCue.playing\n", "org.oncue.OnCue.playing"),
            ("[Activity Program]\nBusName=org.example.A\nObjectPath=example/A\n", "ObjectPath is \"example/A\""),
        ] {
            let (program, problems) = ActivityProgram.read(wrong)
            #expect(program == nil, "\(wrong)")
            #expect(problems.count == 1 && problems[0].contains(reason), "\(problems)")
        }
    }
}
