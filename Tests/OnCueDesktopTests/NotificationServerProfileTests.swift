// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueDesktop
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("The notification centre on the servers of several desktops")
struct NotificationServerProfileTests {
    private typealias Profile = FakeNotificationServer.Profile
    private static let cook = "org.example.Cook"

    /// The centre with its screen, on a bus with a server.
    @MediaActor
    private struct Stage {
        let bus: PrivateBus
        let center: NotificationCoordinator
        let screen: DesktopScreen
        let answers = EventLog<NotificationResponse>()

        init(patience: Duration = .seconds(10)) async throws {
            bus = try await PrivateBus()
            screen = DesktopScreen(bus: try await bus.connect(), patience: patience)
            center = NotificationCoordinator(store: MemoryUserNotificationStore(), clock: .system(boot: "1"))
            center.add(screen)
            center.begin()
            await center.ready()
            try await center.changeClient(cook) { client in
                (client.title, client.alert, client.sound) = ("Cook", .allowed, .allowed)
                client.categories = [
                    NotificationCategory(
                        "dish",
                        actions: [
                            NotificationAction("more", "More"), NotificationAction("say", "Say", takesText: true),
                        ], summary: "%u dishes")
                ]
            }
            center.responses.listen { [answers] in answers.append($0) }
        }

        /// Starts the server, and then the screen, as in a session that is there already.
        func server(_ profile: Profile, _ fault: FakeNotificationServer.Fault = .none) async throws
            -> FakeNotificationServer
        {
            let server = try await FakeNotificationServer(profile, fault, on: bus)
            screen.start()
            return server
        }

        func add(_ identifier: String, _ title: String = "", thread: String = "") async throws {
            let content = NotificationContent(
                title: title.isEmpty ? "Dish \(identifier)" : title, body: "Hot", category: "dish", thread: thread)
            try await center.add(NotificationRequest(.init(cook, identifier), content))
            try await settled(identifier)
        }

        func phase(_ identifier: String) -> NotificationRecord.Phase? {
            center.book.records[.init(cook, identifier)]?.delivery?.phase
        }

        func settled(_ identifier: String) async throws {
            try await waitUntil("\(identifier) is delivered") { phase(identifier) == .delivered }
        }

        var listed: Set<String> { Set(center.book.delivered.map(\.name.identifier)) }
    }

    @Test(
        "What a server has no room for stays in the list: delivered does not mean seen, and expired is no answer",
        arguments: Profile.allCases)
    func room(_ profile: FakeNotificationServer.Profile) async throws {
        let stage = try await Stage()
        let server = try await stage.server(profile)
        let names = (1...12).map { "\($0)" }

        for name in names { try await stage.add(name) }

        let seen = names.suffix(profile.cap ?? names.count).map { "Dish \($0)" }
        try await server.shows(seen)
        #expect(stage.listed == Set(names))
        #expect(names.allSatisfy { stage.phase($0) == .delivered })
        #expect(stage.answers.events.isEmpty)
    }

    @Test("Those of a thread are one, with their number, on servers that group nothing", arguments: Profile.allCases)
    func threads(_ profile: FakeNotificationServer.Profile) async throws {
        let stage = try await Stage()
        let server = try await stage.server(profile)

        try await stage.add("1")
        for name in ["2", "3", "4", "5"] { try await stage.add(name, thread: "lunch") }

        try await server.shows(["Dish 1", "4 dishes"])
        let numbers = try await server.shown().map(\.number)
        #expect(numbers == [1, 2], "it is replaced, not stacked: \(numbers)")
        _ = try await stage.center.remove(.all) { $0.name.identifier == "3" }
        try await server.shows(["Dish 1", "3 dishes"])
        try await server.dismiss(try await server.one("3 dishes"))
        try await waitUntil("all of the thread are answered") { stage.listed == ["1"] }
        try await server.shows(["Dish 1"])
    }

    @Test("Two that say the same at the same time are both shown, before the next", arguments: Profile.allCases)
    func twins(_ profile: FakeNotificationServer.Profile) async throws {
        let stage = try await Stage()
        let server = try await stage.server(profile)

        try await stage.add("1", "Soup")
        try await stage.add("2", "Soup")
        try await stage.add("3", "Stew")

        try await server.shows(["Soup", "Soup", "Stew"])
        #expect(try await server.calls().count <= 4, "a refused one is shown once more, not again and again")
    }

    @Test("The same identifier is replaced, also after the server has closed it", arguments: Profile.allCases)
    func replaced(_ profile: FakeNotificationServer.Profile) async throws {
        let stage = try await Stage()
        let server = try await stage.server(profile)
        try await stage.add("soup", "Soup")
        try await stage.add("soup", "Stew")
        try await server.shows(["Stew"])

        try await server.expire(try await server.one("Stew"))
        try await stage.add("soup", "Curry")

        try await server.shows(["Curry"])
        #expect(stage.center.book.delivered.count == 1)
        #expect(stage.answers.events.isEmpty)
    }

    @Test(
        "A button and a click are answers, each once, and what is put away by hand is answered",
        arguments: Profile.allCases)
    func answers(_ profile: FakeNotificationServer.Profile) async throws {
        let stage = try await Stage()
        let server = try await stage.server(profile)
        for name in ["a", "b", "c"] { try await stage.add(name) }

        try await server.press("More", of: try await server.one("Dish a"))
        try await server.press("", of: try await server.one("Dish b"))
        try await server.dismiss(try await server.one("Dish c"))

        try await waitUntil("all are answered") { stage.listed.isEmpty }
        #expect(
            stage.answers.events.map { "\($0.name.identifier) \($0.answer.action.name)" }.sorted() == [
                "a more", "b default",
            ], "a dismissal is told only to programs that want to know")
        try await server.shows([])
    }

    @Test("A text can be typed where the server takes one, and nowhere else", arguments: Profile.allCases)
    func texts(_ profile: FakeNotificationServer.Profile) async throws {
        let stage = try await Stage()
        let server = try await stage.server(profile)

        try await stage.add("soup")

        let one = try await server.one("Dish soup")
        #expect((one.keys["Say"] != nil) == (profile == .plasma), "\(one.keys)")
        guard profile == .plasma else { return }
        try await server.reply("With salt", to: one)
        try await stage.answers.wait(count: 1)
        #expect(stage.answers.events.first?.answer == NotificationAnswer(.custom("say"), text: "With salt"))
    }

    @Test(
        "A server that closes all, or shows nothing, costs nothing but what it does not show",
        arguments: Profile.allCases, [FakeNotificationServer.Fault.closing, .dropping])
    func faults(_ profile: FakeNotificationServer.Profile, _ fault: FakeNotificationServer.Fault) async throws {
        let stage = try await Stage()
        let server = try await stage.server(profile, fault)

        for name in ["1", "2", "3"] { try await stage.add(name) }
        try await stage.add("2", "Again")

        try await server.shows([])
        #expect(stage.listed == ["1", "2", "3"])
        try await stage.center.answer(.init(Self.cook, "1"), NotificationAnswer(.custom("more")))
        try await stage.answers.wait(count: 1)
        try await server.setFault(.none)
        try await stage.add("4")
        try await server.shows(["Dish 4"])
    }

    @Test("A server that never answers is waited for once; lists and answers work on, and so does whoever watches")
    func silent() async throws {
        let stage = try await Stage(patience: .seconds(2))
        let server = try await stage.server(.gnome48, .silent)

        try await stage.add("1")
        let start = ContinuousClock.now
        for name in ["2", "3", "4", "5", "6"] { try await stage.add(name) }

        #expect(.now - start < .seconds(8), "it is not waited for again")
        #expect(stage.listed.count == 6)
        #expect(stage.center.book.delivered.allSatisfy { $0.delivery?.screen == nil })
        stage.center.setWatching(":1.9", true)
        stage.center.presentations.listen { [weak center = stage.center] in center?.take($0.delivery?.number ?? 0) }
        try await stage.add("7")
        #expect(stage.center.book.records[.init(Self.cook, "7")]?.delivery?.screen == "watcher")
        try await stage.center.answer(.init(Self.cook, "2"), NotificationAnswer(.custom("more")))
        try await stage.answers.wait(count: 1)
        #expect(try await server.wait(forCalls: 1).count <= 7)
    }

    @Test("One that a server cannot show is in the list, and holds nothing up")
    func useless() async throws {
        let stage = try await Stage()
        let server = try await FakeNotificationServer(capabilities: "body", on: stage.bus)
        stage.screen.start()
        var content = NotificationContent(title: "Choose", category: "dish")
        content.manner = NotificationManner(needsButtons: true)
        let start = ContinuousClock.now

        try await stage.center.add(NotificationRequest(.init(Self.cook, "choose"), content))
        try await stage.add("1")

        #expect(.now - start < .seconds(5), "the server is not waited for")
        try await server.shows(["Dish 1"])
        #expect(stage.listed == ["choose", "1"])
        #expect(stage.center.book.records[.init(Self.cook, "choose")]?.delivery?.screen == nil)
    }

    @Test("What a program showed before it left is shown again by the next run, on servers that have taken it away")
    func restarted() async throws {
        let stage = try await Stage()
        let server = try await stage.server(.gnome43)
        try await stage.add("soup")
        try await server.shows(["Dish soup"])
        stage.screen.close()
        try await server.shows([])

        let later = DesktopScreen(bus: try await stage.bus.connect())
        later.start()
        let record = try #require(stage.center.book.records[.init(Self.cook, "soup")])
        let client = try #require(stage.center.book.clients[Self.cook])
        let shown = try #require(
            ShownNotification(
                [record], of: client, isQuiet: true, isLocked: false, now: record.delivery?.due ?? 0, time: { "\($0)" })
        )
        #expect(await later.show(shown, replacing: record.delivery?.mark) != nil)

        try await server.shows(["Dish soup"])
    }
}
