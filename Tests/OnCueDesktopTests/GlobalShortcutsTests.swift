// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueDesktop
import OnCueRuntime
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Keys of the desktop")
struct GlobalShortcutsTests {
    private static let test = "org.oncue.Test"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.GlobalShortcuts"

    private func portal(_ parameters: String = "{}", on bus: PrivateBus) async throws -> MockedService {
        let folder = FakeNotificationServer.program.split(separator: "/").dropLast().joined(separator: "/")
        return try await MockedService(
            "org.freedesktop.portal.Desktop",
            ["--template", "/" + folder + "/fake-global-shortcuts.py", "--parameters", parameters], on: bus)
    }

    private func press(_ id: String, _ portal: MockedService) async throws {
        try await portal.call("Press", of: Self.test, at: Self.path, [.string(id)])
    }

    @Test("A key that is pressed comes back as what it is for; the user may give another, then and later")
    func pressed() async throws {
        let bus = try await PrivateBus()
        let portal = try await portal("{\"given\": {\"Night\": \"Meta+N\"}}", on: bus)
        let keys = GlobalShortcuts(portal: DesktopPortal(bus: try await bus.connect(), patience: .seconds(30)))
        let presses = EventLog<String>()
        keys.onPressed = { presses.append($0) }

        keys.set([
            .init("Morning", title: "Morning", trigger: "CTRL+ALT+m"),
            .init("Night", title: "Good night", trigger: "F9"),
        ])
        try await waitUntil("both have keys") { keys.bound == ["Morning": "CTRL+ALT+m", "Night": "Meta+N"] }
        try await press("Night", portal)
        try await press("Morning", portal)
        try await presses.wait(count: 2)
        #expect(presses.events == ["Night", "Morning"])

        try await portal.call("ChangeKey", of: Self.test, at: Self.path, [.string("Night"), .string("F10")])
        try await waitUntil("the other key is known") { keys.bound["Night"] == "F10" }
        try await press("Night", portal)
        try await presses.wait(count: 3)
    }

    @Test("Other wishes take the place of those before, in a session of their own; without any nothing is held")
    func changed() async throws {
        let bus = try await PrivateBus()
        let portal = try await portal(on: bus)
        let keys = GlobalShortcuts(portal: DesktopPortal(bus: try await bus.connect(), patience: .seconds(30)))
        let presses = EventLog<String>()
        keys.onPressed = { presses.append($0) }
        keys.set([.init("a", title: "A", trigger: "F8")])
        try await waitUntil("it has a key") { keys.bound == ["a": "F8"] }
        keys.set([.init("a", title: "A", trigger: "F8")])
        keys.set([.init("b", title: "B", trigger: "F9")])
        try await waitUntil("the other has") { keys.bound == ["b": "F9"] }
        await #expect(throws: (any Error).self, "the key of before was given back") { try await press("a", portal) }
        try await press("b", portal)
        try await presses.wait(count: 1)
        #expect(presses.events == ["b"])
        let sessions = try await portal.call("GetSessions", of: Self.test, at: Self.path).first?.stringsValue ?? []
        #expect(sessions.count == 2, "what was wished for already is not asked again")
        _ = try await portal.wait(forCalls: 1, of: "Close", at: try #require(sessions.first))

        keys.set([])
        try await waitUntil("nothing is held") { keys.bound.isEmpty }
        _ = try await portal.wait(forCalls: 1, of: "Close", at: try #require(sessions.last))
    }

    @Test(
        "A user who says no, a portal without keys, one that does not know the program, and none at all cost nothing",
        arguments: ["{\"refuses\": true}", "{\"version\": 0}", "{\"app\": \"org.example.Other\"}", ""])
    func none(parameters: String) async throws {
        let bus = try await PrivateBus()
        let portal = parameters.isEmpty ? nil : try await portal(parameters, on: bus)
        let keys = GlobalShortcuts(portal: DesktopPortal(bus: try await bus.connect(), patience: .seconds(30)))
        keys.set([.init("a", title: "A", trigger: "F8")])
        await keys.settled()
        #expect(keys.bound.isEmpty)
        keys.set([])
        await keys.settled()
        withExtendedLifetime(portal) {}
    }

    @Test("A portal from before programs had to register gives keys as well")
    func old() async throws {
        let bus = try await PrivateBus()
        let portal = try await portal("{\"registry\": false}", on: bus)
        let keys = GlobalShortcuts(portal: DesktopPortal(bus: try await bus.connect(), patience: .seconds(30)))
        keys.set([.init("a", title: "A", trigger: "F8")])
        try await waitUntil("it has a key") { keys.bound == ["a": "F8"] }
        withExtendedLifetime(portal) {}
    }

    @Test("A portal that starts again is asked again")
    func restarted() async throws {
        let bus = try await PrivateBus()
        let first = try await portal(on: bus)
        let keys = GlobalShortcuts(portal: DesktopPortal(bus: try await bus.connect(), patience: .seconds(30)))
        let presses = EventLog<String>()
        keys.onPressed = { presses.append($0) }
        keys.set([.init("a", title: "A", trigger: "F8")])
        try await waitUntil("it has a key") { keys.bound == ["a": "F8"] }
        try await first.end()
        try await waitUntil("it has none") { keys.bound.isEmpty }
        let second = try await portal(on: bus)
        try await waitUntil("it has a key again") { keys.bound == ["a": "F8"] }
        try await press("a", second)
        try await presses.wait(count: 1)
    }
}
