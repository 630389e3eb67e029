// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import GLib
import Glibc
import OnCueRuntime
import OnCueTestSupport
import Testing

/// From headphones that connect to sound in them, with the real programs, a real sound server and a BlueZ, a
/// NetworkManager and a notification server of the test's own.
@Suite("On cue", .timeLimit(.minutes(2)))
struct SuggestionStoryTests {
    private static let notifications = "org.freedesktop.Notifications"
    private static let notificationsPath = "/org/freedesktop/Notifications"
    private static let service = "org.oncue.OnCue"
    private static let path = "/org/oncue/OnCue"
    private static let suggestions = "org.oncue.Suggestions1"

    /// A machine with a notification server, whose library has two long tracks.
    private struct Stage {
        let system: PrivateBus
        let machine: Machine
        let client: MessageBus
        let notices: MockedService

        init(_ changes: [String: String] = [:], system: PrivateBus) async throws {
            self.system = system
            machine = try await Machine(
                ["DBUS_SYSTEM_BUS_ADDRESS": system.address].merging(changes) { $1 })
            let bus = try #require(machine.bus)
            client = try await bus.connect()
            notices = try await MockedService(
                SuggestionStoryTests.notifications,
                ["--template", "notification_daemon", "-p", #"{"capabilities":"body actions persistence"}"#], on: bus)
            try machine.directory.makeDirectory("work/music")
            for (name, end) in [("Story", 1_000.0), ("Other", 600.0)] {
                var tone = ToneFile.tone(440, seconds: 40, rate: 22_050, channels: 1)
                tone.samples += ToneFile.tone(end, seconds: 50, rate: 22_050, channels: 1).samples
                try tone.write(to: machine.directory.file("work/music/\(name).wav"))
            }
        }

        /// Has the library of the machine scanned, and gives the identifiers of its tracks by their titles.
        func library() async throws -> [String: String] {
            try await machine.done("library", "add", "music")
            var found: [String: String] = [:]
            for item in try await machine.json("browse", "Library/Tracks")["items"]?.arrayValue ?? [] {
                found[item["title"]?.stringValue ?? ""] = item["identifier"]?.stringValue
            }
            return found
        }

        /// Makes known that something was heard on each of the last mornings at this hour.
        func learn(_ item: String, days: Int, _ around: [String: String]) async throws {
            let now = Int64(time(nil))
            let rows = (1...days).reversed().map { day -> BusValue in
                var row: [String: BusValue] = [
                    "item": .string(item), "time": .int64(now - Int64(day) * 86_400), "program": .string("org.test"),
                    "identifier": .string("\(day)"),
                ]
                for (key, value) in around { row[key] = .string(value) }
                return .dictionary(row)
            }
            try await client.call(
                "Donate", of: SuggestionStoryTests.suggestions, at: SuggestionStoryTests.path,
                on: SuggestionStoryTests.service, [.array(rows, of: "a{sv}")])
        }

        func notified(_ count: Int) async throws -> [[BusValue]] {
            try await notices.wait(forCalls: count, of: "Notify", at: SuggestionStoryTests.notificationsPath)
        }

        /// Presses a button of the notification that was shown first.
        func press(_ key: String) async throws {
            try await notices.emit(
                "ActionInvoked", of: SuggestionStoryTests.notifications, at: SuggestionStoryTests.notificationsPath,
                "us", [.uint32(1), .string(key)])
        }
    }

    /// The key of the button with a label.
    private func key(_ label: String, of notice: [BusValue]) throws -> String {
        let actions = try #require(notice[5].stringsValue)
        let index = try #require(actions.lastIndex(of: label))
        return actions[index - 1]
    }

    @Test("Headphones connect, what is usual with them is offered, and one press plays it in them where it was left")
    func headphones() async throws {
        let system = try await PrivateBus()
        let headset = try await FakeHeadset(on: system, called: "WH-1000XM5")
        let server = try await PulseServer(formFactor: "internal", bluetooth: system)
        let stage = try await Stage(["PULSE_SERVER": server.address], system: system)
        let daemon = try await stage.machine.startDaemon("--output", "auto", "--resume-length", "1")
        let items = try await stage.library()
        try await leaveStory(stage)
        let story = try #require(items["Story"])
        try await stage.learn(story, days: 28, ["trigger": "headphones", "device": "WH-1000XM5"])
        try await stage.learn(try #require(items["Other"]), days: 20, [:])

        try await headset.connect()

        let notice = try #require(try await stage.notified(1).first)
        #expect(notice[3].stringValue == "Continue Story?")
        #expect(notice[4].stringValue?.contains("WH-1000XM5") == true, "\(notice[4])")
        let offer = try await stage.machine.done("suggestions")
        #expect(offer.contains("WH-1000XM5 connected.") && offer.contains("Story"), "\(offer)")
        let recorder = try await headset.record()
        try await stage.press(try key("Play", of: notice))
        let position = try await playing(stage)
        #expect((44...55).contains(position), "it goes on where it was left")
        try await stage.machine.waitUntilPlayed(from: position + 2)
        let heard = try await recorder.finish().sound()
        #expect(abs(heard.frequency - 1_000) < 5)
        try await stage.notices.wait(forCalls: 1, of: "CloseNotification", at: Self.notificationsPath)
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
    }

    /// Listens to the story until it is left in its midst.
    private func leaveStory(_ stage: Stage) async throws {
        try await stage.machine.done("play", "Library/Tracks/Story")
        try await stage.machine.waitUntilPlayed(from: 0.1)
        try await stage.machine.done("seek", "0:45")
        try await stage.machine.waitUntilPlayed(from: 45.5)
        try await stage.machine.done("stop")
    }

    /// Waits until something plays, and gives where it began.
    private func playing(_ stage: Stage) async throws -> Double {
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            let now = try await stage.machine.json("now")
            if now["status"] == "playing", let position = now["position"]?.doubleValue { return position }
            guard ContinuousClock.now < deadline else { throw SupportError("it does not play: \(now)") }
            try await MediaActor.sleep(for: .milliseconds(20))
        }
    }

    @Test("A link without sound raises nothing, and a device that goes takes its suggestion with it")
    func withdrawn() async throws {
        let system = try await PrivateBus()
        let headset = try await FakeHeadset(on: system, called: "WH-1000XM5")
        let server = try await PulseServer(formFactor: "internal", bluetooth: system)
        let stage = try await Stage(["PULSE_SERVER": server.address], system: system)
        _ = try await stage.machine.startDaemon("--output", "auto")
        _ = try await stage.library()
        try await stage.machine.done("pin", "Library/Tracks/Other")
        let (told, subscription) = try await watch(stage)
        defer { withExtendedLifetime(subscription) {} }

        try await headset.connect(isSounding: false)
        try await told.wait { $0 == "expect" }
        try await headset.disconnect()
        try await told.wait { $0 == "give-up" }
        #expect(try await stage.notices.calls(of: "Notify", at: Self.notificationsPath).isEmpty)

        try await headset.connect()
        _ = try await stage.notified(1)
        try await headset.disconnect()
        try await stage.notices.wait(forCalls: 1, of: "CloseNotification", at: Self.notificationsPath)
        #expect(try await stage.machine.done("suggestions").contains("connected") == false)
    }

    /// Hears what triggers do, from now on.
    private func watch(_ stage: Stage) async throws -> (EventLog<String>, BusSubscription) {
        let told = EventLog<String>()
        let subscription = await stage.client.subscribe(sender: Self.service, member: "Event") { signal in
            told.append(signal.arguments.first?.dictionaryValue?["event"]?.stringValue ?? "")
        }
        try await stage.client.call(
            "Watch", of: "org.oncue.Triggers1", at: Self.path, on: Self.service, [.bool(true)])
        return (told, subscription)
    }

    @Test("Who comes to a place that they have named is offered what is usual there")
    func arrival() async throws {
        let system = try await PrivateBus()
        let network = try await FakeNetwork(on: system)
        let stage = try await Stage(system: system)
        try await network.enter("office", wirelessName: Array("Office".utf8), gateway: "10.0.0.1")
        _ = try await stage.machine.startDaemon()
        let items = try await stage.library()
        try await added(stage, "work")
        try await reached(stage, "work")
        try await network.enter("flat", wirelessName: Array("Flat".utf8), gateway: "192.168.1.1")
        try await added(stage, "home")
        try await stage.learn(try #require(items["Story"]), days: 10, [:])
        try await stage.learn(try #require(items["Other"]), days: 10, ["trigger": "arrival", "place": "work"])
        try await reached(stage, "home")

        try await network.enter("office", wirelessName: Array("Office".utf8), gateway: "10.0.0.1")

        try await reached(stage, "work")
        let notice = try await notice(stage, "at work")
        #expect(notice[3].stringValue == "Play Other?")
        #expect(try await stage.machine.json("place")["items"]?.arrayValue?.count == 2)
    }

    /// Names the place in whose network the machine is, as soon as that is known.
    private func added(_ stage: Stage, _ name: String) async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            let networks = try await stage.machine.oncue("place", "add", name, "--here")
            if networks.status == 0 { return }
            guard ContinuousClock.now < deadline else { throw SupportError("place add: \(networks.errors)") }
        }
    }

    /// Waits until the machine has been in a place for long enough to count.
    private func reached(_ stage: Stage, _ name: String) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            let places = try await stage.machine.json("place")["items"]?.arrayValue ?? []
            if places.contains(where: { $0["name"]?.stringValue == name && $0["here"] == true }) { return }
            guard ContinuousClock.now < deadline else { throw SupportError("not there: \(name); \(places)") }
            try await MediaActor.sleep(for: .milliseconds(100))
        }
    }

    private func notice(_ stage: Stage, _ reason: String) async throws -> [BusValue] {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            let all = try await stage.notices.calls(of: "Notify", at: Self.notificationsPath)
            if let found = all.first(where: { $0[4].stringValue?.contains(reason) == true }) { return found }
            guard ContinuousClock.now < deadline else { throw SupportError("not shown: \(reason); \(all)") }
            try await MediaActor.sleep(for: .milliseconds(50))
        }
    }

    @Test("A lock screen that shows players shows the suggestion, paused, and its Play plays it")
    func staged() async throws {
        let stage = try await Stage(system: try await PrivateBus())
        _ = try await stage.machine.startDaemon()
        let items = try await stage.library()
        try await stage.learn(try #require(items["Story"]), days: 10, ["trigger": "car", "device": "My Car"])
        try await stage.learn(try #require(items["Other"]), days: 9, [:])

        let simulated = try await stage.machine.done("simulate", "car", "My Car")

        #expect(simulated.contains("Story"), "\(simulated)")
        #expect(try await stage.machine.playerctl("status") == "Paused")
        #expect(try await stage.machine.playerctl("metadata", "title") == "Story")
        try await stage.machine.playerctl("next")
        #expect(try await stage.machine.playerctl("metadata", "title") == "Other")
        try await stage.machine.playerctl("play")
        _ = try await playing(stage)
        #expect(try await stage.machine.json("now")["title"] == "Other")
    }

    @Test("After kill -9 the same is offered, by the same notification, and its buttons work")
    func killed() async throws {
        let stage = try await Stage(system: try await PrivateBus())
        let first = try await stage.machine.startDaemon()
        let items = try await stage.library()
        try await stage.learn(try #require(items["Story"]), days: 10, [:])
        try await stage.machine.done("simulate", "time", "up")
        let notice = try #require(try await stage.notified(1).first)
        let offer = try await stage.machine.json("suggestions")
        first.send(SIGKILL)
        _ = try await first.ending()

        _ = try await stage.machine.startDaemon()

        let all = try await stage.notified(3)
        #expect(all.last?[3].stringValue == notice[3].stringValue)
        #expect(try await stage.machine.json("suggestions")["offer"]?["id"] == offer["offer"]?["id"])
        try await stage.press(try key("Play", of: notice))
        _ = try await playing(stage)
        #expect(try await stage.machine.json("now")["title"] == "Story")
    }
}
