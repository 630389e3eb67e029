// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueRuntime
import OnCueTestSupport
import Testing

/// From a location that a program has told of to that program being shown again there, with the real programs, a GeoClue
/// and a notification server of the test's own.
@Suite("Arriving where something of another program belongs", .timeLimit(.minutes(10)))
struct ArrivalStoryTests {
    private static let program = "org.example.Walks"

    @Test("Who comes to where an activity belongs is offered it, and Open continues it in its program")
    func activity() async throws {
        try await arrival(at: "Blue Hall", "Friday at the Blue Hall") { client in
            let activity = Self.values("Friday at the Blue Hall", "Blue Hall").merging([
                "type": .string(Self.program + ".walk"), "eligibleFor": .strings(["prediction"]),
            ]) { $1 }
            try await client.call(
                "Create", of: "org.oncue.Activities1", at: StoryStage.path, on: StoryStage.service,
                [.dictionary(activity)])
        }
    }

    @Test("Who comes to where an item of a program's index belongs is offered it, and Open shows it in its program")
    func item() async throws {
        try await arrival(at: "Old Quay", "The old quay, a walk") { client in
            let item = Self.values("The old quay, a walk", "Old Quay")
            try await client.call(
                "Index", of: "org.oncue.SearchIndex1", at: StoryStage.path, on: StoryStage.service,
                [.string(Self.program), .array([.dictionary(item)], of: "a{sv}"), .string("")])
        }
    }

    private static func values(_ title: String, _ location: String) -> [String: BusValue] {
        [
            "identifier": .string("walk 1"), "title": .string(title),
            "location": .dictionary([
                "name": .string(location), "latitude": .double(60.4), "longitude": .double(5.3),
            ]),
        ]
    }

    /// Tells of something, goes there, and opens what is offered.
    private func arrival(at location: String, _ title: String, tell: (MessageBus) async throws -> Void) async throws {
        let system = try await PrivateBus()
        let world = try await FakeLocation(on: system)
        let stage = try await StoryStage(system: system)
        try declare(on: stage.machine)
        _ = try await stage.machine.startDaemon()
        let program = Program()
        let export = try await stage.client.export(program, at: Program.path)
        defer { withExtendedLifetime(export) {} }
        _ = try await stage.client.requestName(Self.program)
        try await stage.machine.done("place", "add", "home", "--at", "60.3,5.3")
        try await world.move(60.3, 5.3, time: Int(time(nil)))
        try await stage.machine.waitUntilThere("home")
        try await tell(stage.client)
        try await waitUntil("the location is known") {
            try await stage.machine.json("place", "seen").text().contains("\"\(location)\"")
        }

        try await world.move(60.401, 5.3, time: Int(time(nil)))

        let notice = try #require(try await stage.notified(1).first)
        #expect(notice[3].stringValue == "Open \(title)?")
        #expect(notice[4].stringValue?.contains("This belongs to the place where you are.") == true, "\(notice[4])")
        let offer = try await stage.machine.json("suggestions")
        #expect(offer.text().contains("You have arrived at \(location)."), "\(offer.text())")
        try await stage.press(try stage.key("Open", of: notice))
        try await program.continued.wait(count: 1)
        #expect(program.continued.events == ["walk 1"])
    }

    private func declare(on machine: Machine) throws {
        let data = try #require(machine.environment["XDG_DATA_HOME"])
        try machine.directory.write(
            String(data.dropFirst(machine.directory.path.count + 1)) + "/oncue/activities/walks.activities",
            """
            [Activity Program]
            Name=Walks
            BusName=\(Self.program)
            ObjectPath=\(Program.path)
            Types=\(Self.program).walk

            """.utf8)
    }

    /// A program that takes its activities up again.
    @MediaActor
    private final class Program: ExportedInterface {
        nonisolated static let path = "/org/example/Walks"

        nonisolated let introspectionXML = """
            <node><interface name="org.oncue.ActivityHandler1">
            <method name="Continue"><arg type="a{sv}" direction="in"/></method>
            <method name="GetState"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
            </interface></node>
            """
        nonisolated let continued = EventLog<String>()

        nonisolated init() {}

        func properties() -> [String: BusValue] { [:] }

        func call(_ call: BusMethodCall, reply: BusReply) {
            guard call.member == "Continue" else { return reply.succeed([.dictionary([:])]) }
            continued.append(call.arguments.first?.dictionaryValue?["identifier"]?.stringValue ?? "")
            reply.succeed()
        }
    }
}
