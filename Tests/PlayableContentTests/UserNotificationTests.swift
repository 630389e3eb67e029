// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GLib
import OnCueBus
import OnCueCore
import OnCueNotifications
import OnCueProviders
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import PlayableContent
import Testing

private typealias Center = PlayableContent.UserNotificationCenter

/// Remembers the answers, and completes what it is asked for.
private final class Cook: UserNotificationDelegate {
    let responses = EventLog<UserNotificationResponse>()

    func userNotificationCenter(_ center: Center, didReceive response: UserNotificationResponse) async {
        responses.append(response)
    }

    func userNotificationCenter(
        _ center: Center, willPresent request: UserNotificationRequest
    ) async -> UserNotificationContent? {
        var content = request.content
        content.body = "Made for \(request.identifier)"
        return content
    }
}

@MediaActor
@Suite("Notifications of programs with the library")
struct UserNotificationTests {
    /// The notification centre of the service on a bus, and a program with the library.
    @MediaActor
    private final class Rig {
        let bus: PrivateBus
        let service: NotificationCoordinator
        let screen = FakeNotificationScreen()
        let center = Center(busName: "org.example.Cook", title: "Cook")
        let cook = Cook()
        private let link: NotificationLink
        private let exports: ServiceExports
        private let connection: MessageBus
        private var running: Task<Void, any Error>?

        init() async throws {
            bus = try await PrivateBus()
            connection = try await bus.connect()
            service = NotificationCoordinator(
                store: MemoryUserNotificationStore(), clock: .system(boot: "1"))
            service.add(screen)
            service.begin()
            link = NotificationLink(bus: connection, center: service)
            exports = ServiceExports(on: connection)
            let link = link
            try exports.add(
                notifications: { link.session(of: $0) }, changes: link.changes, presentations: link.presentations,
                responses: link.responses)
            center.delegate = cook
            var say = UserNotificationAction(identifier: "say", title: "Say", textInputPlaceholder: "How is it?")
            say.isAuthenticationRequired = true
            var dish = UserNotificationCategory(
                identifier: "dish", actions: [UserNotificationAction(identifier: "more", title: "More"), say])
            dish.hasCustomDismissAction = true
            center.categories = [dish]
        }

        func startService() async throws { _ = try await connection.requestName(ServiceNames.busName) }

        func run() {
            let (center, address) = (center, bus.address)
            running = Task { try await center.run(at: address) }
        }

        func allow() async throws {
            try await waitUntil("the program is known") { service.book.clients["org.example.Cook"] != nil }
            try await service.changeClient("org.example.Cook") { $0.alert = .allowed }
        }

        func stop() async throws {
            running?.cancel()
            try await running?.value
        }
    }

    private func content(_ title: String) -> UserNotificationContent {
        var content = UserNotificationContent(title: title, body: "Hot")
        content.categoryIdentifier = "dish"
        content.userInfo = ["table": .int(7)]
        return content
    }

    // A program has two seconds to complete one.
    @Test(
        "A program tells something now, is completed, and gets each answer once, with what it needs for it",
        .steadyMachine)
    func answered() async throws {
        let rig = try await Rig()
        try await rig.startService()
        rig.run()
        try await rig.allow()
        #expect(try await rig.center.settings().alert == .authorized)
        var soup = content("Soup")
        soup.isMutable = true
        #expect(try await rig.center.add(UserNotificationRequest(identifier: "soup", content: soup)) == "soup")
        try await rig.screen.log.wait(count: 1)
        let shown = try #require(rig.screen.log.events.last)
        #expect(shown.title == "Soup" && shown.lines == ["Made for soup"] && shown.program == "Cook")
        #expect(shown.actions.map(\.title) == ["More", "Say"] && shown.actions[1].placeholder == "How is it?")

        rig.screen.press(shown, .init(.custom("say"), text: "Salty"))
        try await rig.cook.responses.wait(count: 1)

        let response = try #require(rig.cook.responses.events.last)
        #expect(response.requestIdentifier == "soup" && response.actionIdentifier == "say")
        #expect(response.userText == "Salty" && response.content.userInfo == ["table": .int(7)])
        try await rig.center.add(UserNotificationRequest(identifier: "tea", content: content("Tea")))
        try await rig.screen.log.wait(count: 2)
        rig.screen.press(try #require(rig.screen.log.events.last), .init(.dismiss))
        try await rig.cook.responses.wait(count: 2)
        #expect(rig.cook.responses.events.last?.actionIdentifier == UserNotificationResponse.dismissActionIdentifier)
        try await rig.stop()
    }

    @Test("What waits is listed as it was asked for, changed by its identifier, and removed")
    func pending() async throws {
        let rig = try await Rig()
        try await rig.startService()
        rig.run()
        var date = UserNotificationTrigger.DateComponents()
        (date.hour, date.minute, date.weekdays) = (7, 30, [0, 4])
        let triggers: [UserNotificationTrigger] = [
            .timeInterval(600, repeats: false), .calendar(date, repeats: true),
            .event(.arrival("home"), .untilAnswered), .event(.device("Pods"), .always), .event(.playback, .once),
        ]
        for (index, trigger) in triggers.enumerated() {
            try await rig.center.add(
                UserNotificationRequest(identifier: "\(index)", content: content("Dish"), trigger: trigger))
        }
        var changed = content("Other")
        changed.threadIdentifier = "lunch"
        (changed.interruptionLevel, changed.showsPreviews) = (.passive, .never)
        (changed.expirationTime, changed.contentIdentifier, changed.badge) = (4_000_000_000, "track:1", 3)
        changed.progress = 40
        let other = UserNotificationRequest(identifier: "2", content: changed, trigger: triggers[2])
        try await rig.center.add(other)

        let pending = try await rig.center.pendingRequests()
        #expect(Set(pending.map(\.identifier)) == ["0", "1", "2", "3", "4"])
        for (index, trigger) in triggers.enumerated() {
            #expect(pending.first { $0.identifier == "\(index)" }?.trigger == trigger)
        }
        #expect(pending.first { $0.identifier == "2" } == other)
        try await rig.center.removePendingRequests(withIdentifiers: ["0", "1"])
        try await rig.center.removePendingRequests(withIdentifiers: [])
        #expect(try await rig.center.pendingRequests().count == 3)
        try await rig.center.removePendingRequests(withIdentifiers: nil)
        #expect(try await rig.center.pendingRequests().isEmpty)
        try await rig.center.add(UserNotificationRequest(content: content("Now")))
        #expect(try await rig.center.deliveredNotifications().map(\.content.title) == ["Now"])
        try await rig.center.removeDeliveredNotifications(withIdentifiers: nil)
        #expect(try await rig.center.deliveredNotifications().isEmpty)
        try await rig.stop()
    }

    @Test("What is refused says why; without OnCue, or without running, it is not available")
    func refused() async throws {
        let rig = try await Rig()
        await #expect(throws: PlayableContentError.self) { _ = try await rig.center.settings() }
        rig.run()
        do {
            try await rig.center.add(UserNotificationRequest(content: content("Soup")))
            Issue.record("nobody was there to take it")
        } catch { #expect(error.code == .unavailable, "\(error)") }
        try await rig.startService()
        var large = content("Soup")
        large.body = String(repeating: "x", count: 5_000)
        do {
            try await rig.center.add(UserNotificationRequest(content: large))
            Issue.record("it was taken")
        } catch {
            #expect(error.code == .refused && error.message.contains("body may have at most 4096 bytes"), "\(error)")
        }
        try await rig.stop()
        await #expect(throws: PlayableContentError.self) { try await rig.center.update() }
    }
}
