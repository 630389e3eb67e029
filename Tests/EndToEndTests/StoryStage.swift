// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import Glibc
import JSON
import OnCueRuntime
import OnCueTestSupport
import Testing

/// A machine with a notification server, whose library has two long tracks.
struct StoryStage {
    /// Something that triggers did.
    struct Told: Sendable {
        let event: String
        let text: String
    }

    static let notificationsPath = "/org/freedesktop/Notifications"
    private static let notifications = "org.freedesktop.Notifications"
    static let service = "org.oncue.OnCue"
    static let path = "/org/oncue/OnCue"

    let system: PrivateBus
    let machine: Machine
    let client: MessageBus
    let server: FakeNotificationServer
    var notices: MockedService { server.service }

    /// - Parameters:
    ///   - changes: Variables of the environment that are different here.
    ///   - system: What stands for the system bus.
    ///   - desktop: The desktop whose notification server it is; `nil` for one without whims.
    init(
        _ changes: [String: String] = [:], system: PrivateBus, desktop: FakeNotificationServer.Profile? = nil
    ) async throws {
        self.system = system
        machine = try await Machine(["DBUS_SYSTEM_BUS_ADDRESS": system.address].merging(changes) { $1 })
        let bus = try #require(machine.bus)
        client = try await bus.connect()
        if let desktop {
            server = try await FakeNotificationServer(desktop, on: bus)
        } else {
            server = try await Self.startNotifications(on: bus)
        }
        try machine.directory.makeDirectory("work/music")
        for (name, sound) in Self.tracks { try machine.directory.write("work/music/\(name).wav", sound) }
    }

    /// The same for every stage.
    private static let tracks: [(name: String, sound: Data)] = [("Story", 1_000.0), ("Other", 600.0)].map { name, end in
        var tone = ToneFile.tone(440, seconds: 40, rate: 22_050, channels: 1)
        tone.samples += ToneFile.tone(end, seconds: 50, rate: 22_050, channels: 1).samples
        return (name, tone.data)
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

    /// Waits until the daemon hears of headphones and cars: what is there when it begins to raises nothing.
    func waitUntilListening() async throws {
        try await waitUntil("the sources listen") {
            let sources = try await machine.json("triggers")["items"]?.arrayValue ?? []
            let working = sources.filter { $0["state"] == "working" }.compactMap { $0["source"]?.stringValue }
            return Set(working).isSuperset(of: ["bluetooth", "sound"])
        }
    }

    /// Makes known that something was heard on each of the last mornings at this hour.
    func learn(_ item: String, days: Int, _ around: [String: String]) async throws {
        try await Self.learn(item, days: days, around, through: client)
    }

    static func learn(
        _ item: String, days: Int, _ around: [String: String], through client: MessageBus
    ) async throws {
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
            "Donate", of: "org.oncue.Suggestions1", at: path, on: service, [.array(rows, of: "a{sv}")])
    }

    /// Hears what triggers do, from now on.
    func watch() async throws -> (EventLog<Told>, BusSubscription) {
        let told = EventLog<Told>()
        let subscription = await client.subscribe(sender: Self.service, member: "Event") { signal in
            let values = signal.arguments.first?.dictionaryValue ?? [:]
            told.append(Told(event: values["event"]?.stringValue ?? "", text: values["text"]?.stringValue ?? ""))
        }
        try await client.call("Watch", of: "org.oncue.Triggers1", at: Self.path, on: Self.service, [.bool(true)])
        return (told, subscription)
    }

    // MARK: Notifications

    static func startNotifications(on bus: PrivateBus) async throws -> FakeNotificationServer {
        try await FakeNotificationServer(capabilities: "body actions persistence", on: bus)
    }

    /// Starts another server when the first one has ended.
    func startNotifications() async throws -> MockedService {
        try await Self.startNotifications(on: try #require(machine.bus)).service
    }

    func notified(_ count: Int) async throws -> [[BusValue]] {
        try await notices.wait(forCalls: count, of: "Notify", at: Self.notificationsPath)
    }

    /// Waits until notifications were taken away so often.
    func closed(_ count: Int) async throws {
        try await notices.wait(forCalls: count, of: "CloseNotification", at: Self.notificationsPath)
    }

    /// The key of the button with a label.
    func key(_ label: String, of notice: [BusValue]) throws -> String {
        let actions = try #require(notice[5].stringsValue)
        let index = try #require(actions.lastIndex(of: label))
        return actions[index - 1]
    }

    /// Presses a button of the notification that was shown first, or of another.
    func press(_ key: String, number: UInt32 = 1, at server: MockedService? = nil) async throws {
        try await (server ?? notices).emit(
            "ActionInvoked", of: Self.notifications, at: Self.notificationsPath, "us",
            [.uint32(number), .string(key)])
    }

    // MARK: Playback

    /// Waits until something plays, and gives where it began.
    func playing() async throws -> Double {
        let now = try await machine.waitForNow("playing") { $0["status"] == "playing" }
        return now["position"]?.doubleValue ?? 0
    }
}
