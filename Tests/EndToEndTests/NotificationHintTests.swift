// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import JSON
import OnCueTestSupport
import Testing

/// What goes over the bus besides texts and buttons, with the real daemon.
@Suite("Sounds and numbers on icons, as they are sent", .timeLimit(.minutes(5)))
struct NotificationHintTests {
    private static let program = "org.example.Cook"

    /// A daemon, a notification server and a program.
    private struct Stage {
        let machine: Machine
        let server: FakeNotificationServer
        let client: MessageBus

        /// - Parameter permissions: What the user allows the program.
        init(_ permissions: String..., desktop: FakeNotificationServer.Profile = .gnome48) async throws {
            machine = try await Machine()
            let bus = try #require(machine.bus)
            server = try await FakeNotificationServer(desktop, on: bus)
            client = try await bus.connect()
            _ = try await client.requestName(program)
            _ = try await machine.startDaemon()
            try await call("SetProgram", [.string(program), .dictionary(["programName": .string("Cook")])])
            for permission in permissions { try await set(permission, "on") }
        }

        func set(_ permission: String, _ value: String) async throws {
            try await machine.done("notifications", "settings", "Cook", "--" + permission, value)
        }

        func call(_ member: String, _ arguments: [BusValue]) async throws {
            try await client.call(
                member, of: "org.oncue.UserNotifications1", at: StoryStage.path, on: StoryStage.service, arguments)
        }

        func add(_ title: String, _ values: [String: BusValue] = [:]) async throws {
            let request = values.merging(["identifier": .string(title), "title": .string(title)]) { $1 }
            try await call("Add", [.string(program), .dictionary(request)])
        }

        /// Has one shown, and gives the hints about sound that it was sent with.
        func sound(_ title: String, _ sound: String? = nil) async throws -> [String: BusValue] {
            try await add(title, sound.map { ["sound": .string($0)] } ?? [:])
            let call = try await waitFor("\(title) is shown") {
                try await server.calls().last { $0[3].stringValue == title }
            }
            return (call[6].dictionaryValue ?? [:]).filter { $0.key.contains("sound") }.mapValues(\.unwrapped)
        }
    }

    @Test(
        "A sound is the theme's, another of the theme, or a file; without one, or without the permission, all is quiet")
    func sounds() async throws {
        let stage = try await Stage("alert", "sound")

        #expect(try await stage.sound("Default", "default") == ["sound-name": .string("message-new-instant")])
        #expect(try await stage.sound("Bell", "bell") == ["sound-name": .string("bell")])
        #expect(
            try await stage.sound("File", "file:///srv/My%20bell.oga") == ["sound-file": .string("/srv/My bell.oga")])
        #expect(try await stage.sound("None") == ["suppress-sound": .bool(true)])
        try await stage.set("sound", "off")
        #expect(try await stage.sound("Refused", "bell") == ["suppress-sound": .bool(true)])
    }

    @Test("A progress is a bar where the server draws one, a text elsewhere, and replaced in place")
    func progress() async throws {
        for desktop in [FakeNotificationServer.Profile.gnome48, .dunst] {
            let stage = try await Stage("alert", "badge", desktop: desktop)
            let updates = EventLog<[String: BusValue]>()
            let subscription = await stage.client.subscribe(
                sender: StoryStage.service, interface: "com.canonical.Unity.LauncherEntry", member: "Update"
            ) { updates.append($0.arguments[1].dictionaryValue ?? [:]) }

            for (update, percent) in [(1, 40), (2, 41)] {
                let before = try await stage.server.calls().count
                try await stage.add("Backup", ["progress": .uint32(UInt32(percent)), "body": .string("Pictures")])
                try await updates.wait(count: update)
                _ = try await stage.server.wait(forCalls: before + 1)
                let call = try await waitFor("\(percent) % is shown") {
                    try await stage.server.calls().last { $0[3].stringValue == "Backup" }
                }
                let bar = call[6].dictionaryValue?["value"]?.unwrapped
                #expect(bar == (desktop == .dunst ? .int32(Int32(percent)) : nil))
                #expect(call[4].stringValue == (desktop == .dunst ? "Pictures" : "\(percent) %\nPictures"))
            }

            #expect(try await stage.server.shown().count { $0.title == "Backup" } == 1)
            try await stage.machine.done("notifications", "remove", "--all", "--yes")
            try await updates.wait(count: 3)
            let told = updates.events.map { [$0["progress"]?.unwrapped, $0["progress-visible"]?.unwrapped] }
            #expect(
                told == [[.double(0.4), .bool(true)], [.double(0.41), .bool(true)], [.double(0), .bool(false)]],
                "\(told)")
            withExtendedLifetime(subscription) {}
        }
    }

    @Test("The number of a program is told to docks and task bars, and taken away with the last that has one")
    func badge() async throws {
        let stage = try await Stage("alert", "badge")
        let updates = EventLog<[BusValue]>()
        let subscription = await stage.client.subscribe(
            sender: StoryStage.service, interface: "com.canonical.Unity.LauncherEntry", member: "Update"
        ) { updates.append($0.arguments) }
        func shows(_ number: Int, update: Int) async throws {
            try await updates.wait(count: update)
            let last = updates.events[update - 1]
            let values = last[1].dictionaryValue ?? [:]
            #expect(last[0] == .string("application://org.example.Cook.desktop"))
            #expect(values["count"]?.unwrapped.intValue == number)
            #expect(values["count-visible"]?.unwrapped == .bool(number > 0))
        }

        try await stage.add("Soup", ["badge": .int64(3)])
        try await shows(3, update: 1)
        try await stage.add("Bread", ["badge": .int64(4)])
        try await shows(4, update: 2)
        try await stage.add("Without")
        try await stage.machine.done("notifications", "answer", "Bread", "dismiss")
        try await shows(3, update: 3)
        try await stage.machine.done("notifications", "remove", "--all", "--yes")
        try await shows(0, update: 4)

        try await stage.set("badge", "off")
        try await stage.add("Refused", ["badge": .int64(9)])
        _ = try await stage.server.one("Refused")
        try await stage.set("badge", "on")
        try await shows(9, update: 5)
        #expect(updates.count == 5, "while it may not, nothing was told")
        withExtendedLifetime(subscription) {}
    }
}
