// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueDesktop
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Notifications of the centre on a real bus")
struct DesktopScreenTests {
    private static let path = "/org/freedesktop/Notifications"
    private static let name = "org.freedesktop.Notifications"

    private func server(
        _ capabilities: String = "body body-markup actions", on bus: PrivateBus
    ) async throws -> MockedService {
        try await FakeNotificationServer(capabilities: capabilities, on: bus).service
    }

    private func screen(_ bus: PrivateBus, patience: Duration = .seconds(10)) async throws -> DesktopScreen {
        let screen = DesktopScreen(bus: try await bus.connect(), patience: patience)
        screen.start()
        return screen
    }

    private func shown(
        _ identifier: String, title: String = "Soup", thread: String = "", actions: [NotificationAction] = []
    ) throws -> ShownNotification {
        let content = NotificationContent(title: title, body: "a & b", category: "dish", thread: thread)
        var client = NotificationClient("org.example.Cook", title: "Cook")
        client.categories = [NotificationCategory("dish", actions: actions)]
        var book = NotificationBook(offset: { _ in 0 })
        let name = NotificationRequest.Name(client.name, identifier)
        _ = try book.add(
            NotificationRequest(name, content), at: NotificationTime(wall: 1_800_000_000, uptime: 1, boot: "1"))
        return try #require(
            ShownNotification(
                book.thread(of: name), of: client, isQuiet: false, isLocked: false, now: 1_800_000_000,
                time: { "\($0)" }))
    }

    @Test("It is shown with its text escaped and its buttons, and the same key is replaced, never stacked")
    func shows() async throws {
        let bus = try await PrivateBus()
        let server = try await server(on: bus)
        let screen = try await screen(bus)
        let actions = [NotificationAction("more", "More"), NotificationAction("say", "Say", takesText: true)]
        #expect(try await screen.show(shown("1", actions: actions), replacing: nil) != nil)
        #expect(try await screen.show(shown("1", title: "Stew"), replacing: nil) != nil)
        #expect(try await screen.show(shown("2"), replacing: nil) != nil)
        let calls = try await server.calls(of: "Notify", at: Self.path)
        #expect(calls.map { $0[1].intValue } == [0, 1, 0])
        #expect(calls.map { $0[3].stringValue } == ["Soup", "Stew", "Soup"])
        #expect(calls.first?[4].stringValue == "a &amp; b")
        #expect(
            calls.first?[5].stringsValue == ["default", "", "more", "More"], "a text needs a server that takes one")
        screen.withdraw(try shown("1").key)
        _ = try await server.wait(forCalls: 1, of: "CloseNotification", at: Self.path)
    }

    @Test("A button, a click and a text that is typed are answers, each once")
    func answers() async throws {
        let bus = try await PrivateBus()
        let server = try await server("body actions inline-reply", on: bus)
        let screen = try await screen(bus)
        let answers = EventLog<NotificationAnswer>()
        screen.onAnswer = { answers.append($1) }
        let actions = [NotificationAction("more", "More"), NotificationAction("say", "Say", takesText: true)]
        for identifier in ["1", "2"] {
            _ = try await screen.show(shown(identifier, actions: actions), replacing: nil)
        }
        let calls = try await server.calls(of: "Notify", at: Self.path)
        #expect(calls.first?[5].stringsValue == ["default", "", "more", "More", "inline-reply", "Say"])
        for _ in 0..<2 {
            try await server.emit("ActionInvoked", of: Self.name, at: Self.path, "us", [.uint32(1), .string("more")])
        }
        try await answers.wait(count: 1)
        try await server.emit(
            "ActionInvoked", of: Self.name, at: Self.path, "us", [.uint32(2), .string("inline-reply")])
        try await server.emit("NotificationReplied", of: Self.name, at: Self.path, "us", [.uint32(2), .string("Salt")])
        try await answers.wait(count: 2)
        #expect(answers.events == [.init(.custom("more")), .init(.custom("say"), text: "Salt")])
    }

    @Test("A press or a text that comes before the server's answer is read is heard, once", arguments: [false, true])
    func quick(isText: Bool) async throws {
        let bus = try await PrivateBus()
        let server = try await FakeNotificationServer(.plasma, .pressing, on: bus)
        let screen = try await screen(bus)
        let (answers, strays) = (EventLog<NotificationAnswer>(), EventLog<String>())
        screen.onAnswer = { answers.append($1) }
        screen.onStray = { strays.append("\($0) \($1)") }
        let say = NotificationAction("say", "Say", takesText: true)
        for number in 1...5 {
            _ = try await screen.show(
                shown("\(number)", title: "Soup \(number)", actions: isText ? [say] : []), replacing: nil)
        }
        try await answers.wait(count: 5)
        await settle()
        let expected = isText ? NotificationAnswer(.custom("say"), text: "quick") : NotificationAnswer(.main)
        #expect(answers.events == Array(repeating: expected, count: 5))
        #expect(strays.events == [])
        withExtendedLifetime(server) {}
    }

    @Test("One that the server has put into its history is answered from there")
    func history() async throws {
        let bus = try await PrivateBus()
        let server = try await server(on: bus)
        let screen = try await screen(bus)
        let answers = EventLog<NotificationAnswer>()
        screen.onAnswer = { answers.append($1) }
        _ = try await screen.show(shown("1", actions: [NotificationAction("more", "More")]), replacing: nil)
        try await server.emit("NotificationClosed", of: Self.name, at: Self.path, "uu", [.uint32(1), .uint32(1)])
        try await server.emit("ActionInvoked", of: Self.name, at: Self.path, "us", [.uint32(1), .string("more")])
        try await answers.wait(count: 1)
        #expect(answers.events == [.init(.custom("more"))])
    }

    @Test("After a restart of the service what is still shown is replaced; another server shows it anew")
    func adopted() async throws {
        let bus = try await PrivateBus()
        let server = try await server(on: bus)
        let first = try await screen(bus)
        let mark = try #require(try await first.show(shown("1"), replacing: nil))
        let second = try await screen(bus)
        #expect(try await second.show(shown("1"), replacing: mark) == mark)
        #expect(try await server.calls(of: "Notify", at: Self.path).map { $0[1].intValue } == [0, 1])
        let third = try await screen(bus)
        _ = try await third.show(shown("1"), replacing: "7 of another server")
        #expect(try await server.calls(of: "Notify", at: Self.path).last?[1].intValue == 0)
        withExtendedLifetime(first) {}
    }

    @Test("A button in the history says what it means when its notification is gone, where it can")
    func stray() async throws {
        let bus = try await PrivateBus()
        let server = try await server(on: bus)
        let screen = try await screen(bus)
        let (strays, answers) = (EventLog<String>(), EventLog<NotificationAnswer>())
        screen.onStray = { strays.append("\($0) \($1)") }
        screen.onAnswer = { answers.append($1) }
        var about = try shown("1", actions: [NotificationAction("play", "Play")])
        about.manner.subject = "s7"
        _ = await screen.show(about, replacing: nil)
        #expect(
            try await server.calls(of: "Notify", at: Self.path).last?[5].stringsValue == [
                "default", "", "play s7", "Play",
            ])
        func press(_ key: String) async throws {
            try await server.emit("ActionInvoked", of: Self.name, at: Self.path, "us", [.uint32(1), .string(key)])
        }
        try await press("play s7")
        try await answers.wait(count: 1)
        about.manner.subject = "s8"
        _ = await screen.show(about, replacing: nil)
        try await press("play s7")
        try await strays.wait(count: 1)
        screen.withdraw(about.key)
        _ = try await server.wait(forCalls: 1, of: "CloseNotification", at: Self.path)

        try await press("default")
        try await press("play s7")

        try await strays.wait(count: 2)
        #expect(strays.events == ["play s7", "play s7"] && answers.events == [.init(.custom("play"))])
    }

    @Test(
        "One that needs buttons is not shown without them; how long it stays is told, and one that stays is not answered by a server that closes it after a press",
        .steadyMachine)
    func manners() async throws {
        let bus = try await PrivateBus()
        let server = try await FakeNotificationServer(.dunst, on: bus)
        let screen = try await screen(bus)
        let (answers, gone) = (EventLog<NotificationAnswer>(), EventLog<Int64>())
        screen.onAnswer = { answers.append($1) }
        screen.onGone = { gone.append($1) }
        var stays = try shown("1", actions: [NotificationAction("more", "More")])
        (stays.manner.isResident, stays.manner.isTransient, stays.lifetime) = (true, true, 0)
        _ = await screen.show(stays, replacing: nil)
        let one = try await server.one("Soup")
        try await server.press("More", of: one)
        try await server.dismiss(one)
        try await answers.wait(count: 1)
        _ = await screen.show(stays, replacing: nil)
        try await server.expire(try await server.one("Soup"))
        try await gone.wait(count: 1)
        #expect(answers.events == [.init(.custom("more"))])
        let call = try #require(try await server.calls().first)
        #expect(call[7].intValue == 0 && call[6].dictionaryValue?["resident"]?.unwrapped == .bool(true))
        #expect(call[6].dictionaryValue?["transient"]?.unwrapped == .bool(true))
        try await server.service.end()

        let poor = try await self.server("body", on: bus)
        stays.manner.needsButtons = true
        #expect(await screen.show(stays, replacing: nil) == nil)
        #expect(try await poor.calls(of: "Notify", at: Self.path).isEmpty)
    }

    @Test("Without a server nothing is shown; one that comes is told of; nobody waits for one that hangs")
    func servers() async throws {
        let bus = try await PrivateBus()
        let screen = try await screen(bus, patience: .milliseconds(200))
        let ready = EventLog<Void>()
        screen.onReady = { ready.append(()) }
        #expect(try await screen.show(shown("1"), replacing: nil) == nil)
        let hanging = try await bus.connect()
        _ = try await hanging.requestName(Self.name)
        try await ready.wait(count: 1)
        #expect(try await screen.show(shown("1"), replacing: nil) == nil)
        let withdrawn = Task { @MediaActor in try await screen.show(shown("2"), replacing: nil) }
        screen.withdraw(try shown("2").key)
        #expect(try await withdrawn.value == nil)
    }
}
