// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Synchronization
import Testing

@Suite("The notification centre")
@MediaActor
struct NotificationCoordinatorTests {
    private let store = MemoryUserNotificationStore()
    private let clock = ManualNotificationClock()

    private static let cook = "org.example.Cook"
    private static let soup = NotificationRequest.Name(cook, "soup")

    /// A centre as after a start of the service, with its screen.
    private func start(_ screen: FakeNotificationScreen, programs: FakeNotificationPrograms? = nil) async
        -> NotificationCoordinator
    {
        let center = NotificationCoordinator(store: store, clock: clock.clock)
        center.timeText = { "at \($0)" }
        var own = NotificationClient(ServiceNames.busName, title: "OnCue")
        (own.alert, own.sound, own.badge) = (.allowed, .allowed, .allowed)
        own.categories = [NotificationCategory("episodes", summary: "%u new episodes")]
        center.introduce(own)
        center.programs = programs
        center.add(screen)
        center.begin()
        await center.ready()
        return center
    }

    private func allow(_ center: NotificationCoordinator) async throws {
        try await center.changeClient(Self.cook) { client in
            (client.title, client.alert, client.sound) = ("Cook", .allowed, .allowed)
            client.categories = [
                NotificationCategory("dish", actions: [NotificationAction("more", "More", takesText: true)])
            ]
            client.handler = "/cook"
        }
    }

    private func request(
        _ identifier: String = "soup", _ trigger: NotificationTrigger? = nil, thread: String = ""
    ) -> NotificationRequest {
        NotificationRequest(
            .init(Self.cook, identifier),
            NotificationContent(title: "Dish \(identifier)", category: "dish", thread: thread), trigger: trigger)
    }

    @Test("What is due is shown when its time comes, and not before")
    func due() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        try await allow(center)
        try await center.add(request("soup", .interval(600, repeats: false)))
        try await clock.waits.wait(count: 1)
        clock.advance(by: 599)
        #expect(screen.log.events.isEmpty)
        clock.advance(by: 1)
        try await screen.log.wait(count: 1)
        #expect(screen.log.events.first?.title == "Dish soup")
        try await waitUntil("it is delivered") { center.book.records[Self.soup]?.delivery?.phase == .delivered }
        #expect(store.kept.records.first?.delivery?.screen == "desktop")
    }

    @Test("A clock that is set ends the wait: a date goes by the new time, an interval by what has passed")
    func clockSet() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        try await allow(center)
        try await center.add(request("soup", .interval(7_200, repeats: false)))
        // An hour from the start, which is at noon.
        try await center.add(request("bread", .calendar(CalendarComponents(hour: 13), repeats: false)))
        try await clock.waits.wait(count: 2)

        clock.set(by: 3_000)
        try await clock.waits.wait(count: 3)
        #expect(screen.log.events.isEmpty && center.book.nextTime == clock.start + 3_600)
        clock.set(by: 1_000)
        try await screen.log.wait(count: 1)

        #expect(screen.log.events.map(\.title) == ["Dish bread"])
        try await waitUntil("it waits for the interval") { center.book.nextTime == clock.start + 4_000 + 7_200 }
        clock.advance(by: 7_199)
        #expect(screen.log.events.count == 1)
        clock.advance(by: 1)
        try await screen.log.wait(count: 2)
        #expect(screen.log.events.map(\.title) == ["Dish bread", "Dish soup"])
    }

    @Test("What came due while the service did not run is shown once, and says when it was due")
    func overdue() async throws {
        let screen = FakeNotificationScreen()
        let first = await start(screen)
        try await allow(first)
        try await first.add(request("soup", .interval(600, repeats: false)))
        first.close()
        clock.advance(by: 3_600)
        let later = FakeNotificationScreen()
        let second = await start(later)
        try await later.log.wait(count: 1)
        #expect(later.log.events.first?.lines == ["Was due at \(clock.start + 600)"])
        try await waitUntil("it is delivered") { second.book.records[Self.soup]?.delivery?.phase == .delivered }
        second.close()
        let last = FakeNotificationScreen()
        let third = await start(last)
        try await last.log.wait(count: 1)
        #expect(last.log.events.first?.isQuiet == true, "what was shown already only gets its buttons back")
        #expect(last.marks.values.first == last.marks.keys.first.map { "mark of \($0)" }, "in place of the old one")
        _ = third
    }

    @Test("Without a screen it is in the list, and a screen that comes shows it")
    func noScreen() async throws {
        let screen = FakeNotificationScreen()
        screen.isThere = false
        let center = await start(screen)
        try await allow(center)
        try await center.add(request())
        try await waitUntil("it is delivered") { center.book.records[Self.soup]?.delivery?.phase == .delivered }
        #expect(center.book.records[Self.soup]?.delivery?.screen == nil)
        screen.isThere = true
        screen.onReady?()
        try await screen.log.wait(count: 1)
        try await waitUntil("it is on the screen") { center.book.records[Self.soup]?.delivery?.screen == "desktop" }
    }

    @Test("What is removed before the screen has it does not stay there")
    func overtaken() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        try await allow(center)
        screen.meanwhile = { [weak center] in _ = try? await center?.remove(.all) { _ in true } }
        try await center.add(request())
        try await screen.log.wait(count: 1)
        try await waitUntil("it is taken away") { screen.shown.isEmpty }
        #expect(center.book.delivered.isEmpty)
    }

    @Test("After a restart, and on a screen that comes later, icons have their numbers and their progress again")
    func icons() async throws {
        let before = FakeNotificationScreen()
        let center = await start(before)
        try await allow(center)
        try await center.changeClient(Self.cook) { $0.badge = .allowed }
        var wish = request()
        (wish.content.badge, wish.content.progress) = (3, 40)
        try await center.add(wish)
        try await waitUntil("the icon has both") { before.badges[Self.cook] == 3 && before.progresses.count == 1 }

        let screen = FakeNotificationScreen()
        let again = await start(screen)
        #expect(screen.badges[Self.cook] == 3 && screen.progresses.events == [40])
        screen.onReady?()
        #expect(screen.progresses.events == [40, 40])
        _ = try await again.remove(.all) { _ in true }
        #expect(screen.badges[Self.cook] == 0 && screen.progresses.events.last == .some(nil))
    }

    @Test("Several of a thread are one notification, which says how many there are")
    func threads() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        for (number, show) in ["News", "Talk", "Jazz"].enumerated() {
            let content = NotificationContent(
                title: "Episode \(number)", subtitle: show, category: "episodes", thread: "episodes")
            try await center.add(NotificationRequest(.init(ServiceNames.busName, show), content))
        }
        try await screen.log.wait(count: 3)
        #expect(screen.shown.count == 1)
        #expect(screen.log.events.last?.title == "3 new episodes")
        #expect(screen.log.events.last?.lines == ["Jazz: Episode 2", "Talk: Episode 1", "News: Episode 0"])
        _ = try await center.remove(.all) { $0.name.identifier == "Talk" }
        try await screen.log.wait(count: 4)
        #expect(screen.log.events.last?.title == "2 new episodes")
        #expect(screen.log.events.last?.isQuiet == true)
        let summary = try #require(screen.log.events.last)
        screen.press(summary, NotificationAnswer(.dismiss))
        try await waitUntil("all of the thread are gone") { center.book.delivered.isEmpty }
        #expect(screen.shown.isEmpty)
    }

    @Test("A program without the permission is only listed, until it has it")
    func permission() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        try await center.changeClient(Self.cook) { $0.title = "Cook" }
        try await center.add(request("a"))
        try await center.add(request("b"))
        #expect(center.book.delivered.count == 2)
        #expect(screen.log.events.isEmpty)
        try await allow(center)
        try await screen.log.wait(count: 2)
        #expect(screen.log.events.map(\.title) == ["Dish a", "Dish b"])
    }

    @Test("An answer reaches its program once, in order, also after a restart")
    func answers() async throws {
        let (screen, programs) = (FakeNotificationScreen(), FakeNotificationPrograms())
        programs.isThere = false
        let center = await start(screen, programs: programs)
        try await allow(center)
        for name in ["a", "b"] { try await center.add(request(name)) }
        try await screen.log.wait(count: 2)
        screen.press(screen.log.events[0], NotificationAnswer(.custom("more"), text: "salt"))
        screen.press(screen.log.events[0], NotificationAnswer(.main))
        try await waitUntil("the first is answered") { center.book.delivered.count == 1 }
        screen.press(screen.log.events[1], NotificationAnswer(.main))
        try await waitUntil("the second is answered") { center.book.delivered.isEmpty }
        #expect(programs.responses.events.isEmpty)
        center.close()

        programs.isThere = true
        let next = await start(FakeNotificationScreen(), programs: programs)
        try await programs.responses.wait(count: 2)
        #expect(programs.responses.events.map(\.name.identifier) == ["a", "b"])
        #expect(programs.responses.events.first?.answer == NotificationAnswer(.custom("more"), text: "salt"))
        try await waitUntil("none is kept") { store.kept.responses.isEmpty }
        next.close()
        _ = await start(FakeNotificationScreen(), programs: programs)
        #expect(programs.responses.events.count == 2)
    }

    @Test("A program that fails at an answer gets the next one")
    func failingProgram() async throws {
        let (screen, programs) = (FakeNotificationScreen(), FakeNotificationPrograms())
        programs.fails = true
        let center = await start(screen, programs: programs)
        try await allow(center)
        for name in ["a", "b"] { try await center.add(request(name)) }
        for name in ["a", "b"] { try await center.answer(.init(Self.cook, name), NotificationAnswer(.main)) }
        try await programs.responses.wait(count: 2)
        #expect(store.kept.responses.isEmpty)
    }

    @Test("What cannot be saved is not there, and what was there stays")
    func fullDisk() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        try await allow(center)
        try await center.add(request("a", .interval(60, repeats: false)))
        store.fill()
        await #expect(throws: ContentError.self) { try await center.add(request("b")) }
        await #expect(throws: ContentError.self) { try await center.add(request("a", .interval(90, repeats: false))) }
        #expect(center.book.records.keys.map(\.identifier) == ["a"])
        #expect(center.book.nextTime == clock.start + 60)
        store.fill(false)
        try await center.add(request("b"))
        try await screen.log.wait(count: 1)
    }

    @Test("While the screen is locked others see no more than they may")
    func locked() async throws {
        let (screen, isLocked) = (FakeNotificationScreen(), EventLog<Void>())
        let center = await start(screen)
        try await allow(center)
        center.isLocked = { isLocked.events.isEmpty }
        var secret = request("secret")
        secret.content.privacy = .hidden
        var half = request("half")
        half.content.privacy = .withoutDetails
        for request in [secret, half, request("open")] { try await center.add(request) }
        try await screen.log.wait(count: 2)
        #expect(screen.log.events.map(\.title) == ["A notification of Cook", "Dish open"])
        isLocked.append(())
        center.unlocked()
        try await screen.log.wait(count: 4)
        #expect(Set(screen.log.events.dropFirst(2).map(\.title)) == ["Dish secret", "Dish half"])
    }

    @Test("Whoever watches may show it in the place of the desktop")
    func watching() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        try await allow(center)
        center.setWatching(":1.5", true)
        center.presentations.listen { [weak center] in
            if $0.name.identifier == "soup" { center?.take($0.delivery?.number ?? 0) }
        }
        try await center.add(request())
        try await waitUntil("it is taken") { center.book.records[Self.soup]?.delivery?.screen == "watcher" }
        #expect(screen.log.events.isEmpty)
        try await center.add(request("tea"))
        try await screen.log.wait(count: 1)
    }

    @Test("What is completed in time is shown so; what is late replaces it; what never comes changes nothing")
    func completion() async throws {
        let (screen, programs) = (FakeNotificationScreen(), FakeNotificationPrograms())
        let center = await start(screen, programs: programs)
        try await allow(center)
        try await center.changeClient(Self.cook) { $0.completer = "/cook" }
        var first = request("a")
        first.content.isMutable = true
        programs.completion = { request in
            var content = request.content
            content.body = "With salt"
            return content
        }
        try await center.add(first)
        try await screen.log.wait(count: 1)
        #expect(screen.log.events.first?.lines == ["With salt"])
        #expect(store.kept.records.first?.delivery?.content.body == "With salt")
        programs.completion = { request in
            var content = request.content
            content.title = String(repeating: "x", count: 100_000)
            return content
        }
        var second = request("b")
        second.content.isMutable = true
        try await center.add(second)
        try await screen.log.wait(count: 2)
        #expect(screen.log.events.last?.title == "Dish b", "a lie is not shown")
        let gate = Gate()
        programs.completion = { request in
            await gate.wait()
            var content = request.content
            content.title = "Late"
            return content
        }
        var third = request("c")
        third.content.isMutable = true
        try await center.add(third)
        try await screen.log.wait(count: 3)
        #expect(screen.log.events.last?.title == "Dish c")
        gate.open()
        try await screen.log.wait(count: 4)
        #expect(screen.log.events.last?.title == "Late")
        #expect(screen.log.events.last?.isQuiet == true)
    }

    @Test("What changes while a screen is about to show it is shown, too")
    func changedMeanwhile() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        try await allow(center)
        let request = request("a")
        screen.meanwhile = {
            screen.meanwhile = nil
            guard let delivery = center.book.records[request.name]?.delivery else { return }
            var content = delivery.content
            content.body = "Another"
            await center.amend(request.name, delivery.number, content)
        }

        try await center.add(request)
        try await screen.log.wait(count: 2)

        #expect(screen.log.events.last?.lines == ["Another"])
        #expect(screen.log.events.last?.isQuiet == true)
        center.close()
    }

    @Test("A program whose extension hangs holds nobody else up")
    func hanging() async throws {
        let (screen, programs) = (FakeNotificationScreen(), FakeNotificationPrograms())
        let center = await start(screen, programs: programs)
        try await allow(center)
        try await center.changeClient(Self.cook) { $0.completer = "/cook" }
        let gate = Gate()
        programs.completion = { _ in
            await gate.wait()
            return nil
        }
        for number in 0..<20 {
            var request = request("\(number)")
            request.content.isMutable = true
            try await center.add(request)
        }
        let own = NotificationContent(title: "Now", category: "episodes")
        try await center.add(NotificationRequest(.init(ServiceNames.busName, "now"), own))
        try await screen.log.wait { $0.title == "Now" }
        // A machine that stands still for two seconds gives up the first of the others meanwhile.
        #expect(screen.log.count < 20)
        gate.open()
        center.close()
    }

    @Test("What is refused is taken off the screen, and no way leads it back")
    func refused() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        try await allow(center)
        for name in ["a", "b"] { try await center.add(request(name, thread: "t")) }
        try await screen.log.wait(count: 2)
        try await waitUntil("both are delivered") {
            center.book.delivered.allSatisfy { $0.delivery?.phase == .delivered }
        }
        try await center.changeClient(Self.cook) { $0.alert = .refused }
        #expect(screen.shown.isEmpty)
        try await center.answer(.init(Self.cook, "a"), NotificationAnswer(.dismiss))
        screen.onReady?()
        center.unlocked()
        try await center.changeClient(Self.cook) { $0.alert = .allowed }
        try await center.add(request("c"))
        try await screen.log.wait(count: 3)
        #expect(screen.log.events.last?.title == "Dish c", "\(screen.log.events.map(\.title))")
    }

    @Test("Another thread is another notification on the screen, and the old one goes")
    func otherThread() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        try await allow(center)
        try await center.add(request("soup", thread: "lunch"))
        try await screen.log.wait(count: 1)
        try await center.add(request("soup", thread: "dinner"))
        try await screen.log.wait(count: 2)
        try await waitUntil("the old one is gone") { screen.shown.count == 1 }
        #expect(screen.shown.keys.first?.hasSuffix("dinner") == true)
    }

    @Test("A change that cannot be saved is taken back")
    func fullDiskLater() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        try await allow(center)
        try await center.add(request("a"))
        try await screen.log.wait(count: 1)
        try await waitUntil("it is delivered") {
            center.book.records[.init(Self.cook, "a")]?.delivery?.phase == .delivered
        }
        let before = (center.book.records, center.book.clients)
        store.fill()
        await #expect(throws: ContentError.self) { try await center.remove(.all) { _ in true } }
        await #expect(throws: ContentError.self) { try await center.changeClient(Self.cook) { $0.alert = .refused } }
        await #expect(throws: ContentError.self) { try await center.forgetClient(Self.cook, keepsDecision: false) }
        #expect(center.book.records == before.0)
        #expect(center.book.clients == before.1)
    }

    @Test(
        "What is only shown is not kept or told to lists, comes back with the screen while it lasts, and else is over")
    func transient() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        let (changed, lapsed, pressed) = (EventLog<Void>(), EventLog<String>(), EventLog<String>())
        center.changes.listen { changed.append(()) }
        center.whenLapsed("episodes") { lapsed.append($0.identifier) }
        center.handle("episodes") { pressed.append($0.answer.action.name) }
        func request(_ identifier: String, _ manner: NotificationManner) -> NotificationRequest {
            var content = NotificationContent(title: identifier, category: "episodes")
            content.manner = manner
            return NotificationRequest(.init(ServiceNames.busName, identifier), content)
        }
        let stop = [NotificationAction("stop", "Stop")]
        center.post(
            request("stays", .init(actions: stop, isTransient: true, isResident: true, isLasting: true)))
        center.post(request("passes", .init(isTransient: true)))
        try await screen.log.wait(count: 2)
        #expect(store.kept.records.isEmpty && changed.events.isEmpty && center.book.delivered.isEmpty)
        let shown = screen.log.events[0]
        for _ in 0..<2 { screen.press(shown, NotificationAnswer(.custom("stop"))) }
        try await pressed.wait(count: 2)
        #expect(screen.shown.count == 2 && store.kept.responses.isEmpty)

        screen.onReady?()
        try await screen.log.wait(count: 3)
        #expect(screen.log.events.last?.title == "stays" && lapsed.events == ["passes"])
        screen.lapse(shown)
        #expect(lapsed.events == ["passes", "stays"] && center.book.records.isEmpty)
        for number in 1...3 { center.post(request("\(number)", .init(isTransient: true))) }
        center.retract(.init(ServiceNames.busName, "2"))
        await center.posted()
        #expect(center.book.transient.map(\.name.identifier) == ["1", "3"])
    }

    @Test("A press that crosses a replacement means what was shown, and is never lost where that is still so")
    func crossed() async throws {
        let screen = FakeNotificationScreen()
        let center = await start(screen)
        let (strays, pressed) = (EventLog<String>(), EventLog<NotificationAnswer>())
        center.whenStray { strays.append("\($0) \($1)") }
        center.handle("episodes") { pressed.append($0.answer) }
        func post(_ title: String, about subject: String?) async throws {
            var content = NotificationContent(title: title, category: "episodes")
            let actions = [NotificationAction("play", "Play"), NotificationAction("ask", "Ask", takesText: true)]
            content.manner = NotificationManner(
                actions: actions, subject: subject, isTransient: true, isResident: true)
            let count = screen.log.events.count + 1
            center.post(NotificationRequest(.init(ServiceNames.busName, "now"), content))
            try await screen.log.wait(count: count)
        }
        try await post("a", about: "a")
        try await post("a with its picture", about: "a")
        try await post("b", about: "b")
        let events = screen.log.events

        screen.press(events[2], NotificationAnswer(.custom("play")))
        screen.press(events[1], NotificationAnswer(.custom("play")))
        screen.press(events[0], NotificationAnswer(.main))
        screen.press(events[0], NotificationAnswer(.custom("ask"), text: "Jazz"))
        try await pressed.wait(count: 2)
        #expect(pressed.events == [.init(.custom("play")), .init(.custom("ask"), text: "Jazz")])
        #expect(strays.events == ["play a", "default a"])

        try await post("b with its picture", about: "b")
        screen.press(events[2], NotificationAnswer(.custom("play")))
        try await pressed.wait(count: 3)
        #expect(strays.events.count == 2)
    }

    @Test("10,000 pending requests have one timer, and nothing wakes up before they are due")
    func many() async throws {
        let screen = FakeNotificationScreen()
        var book = NotificationBook(offset: { _ in 0 })
        for index in 0..<10_000 {
            let name = NotificationRequest.Name("org.example.P\(index % 20)", "\(index)")
            _ = try await store.apply(
                book.add(
                    NotificationRequest(
                        name, NotificationContent(title: "T"), trigger: .interval(Int64(1_000 + index), repeats: false)),
                    at: clock.now))
        }
        let center = await start(screen)
        #expect(center.book.pending.count == 10_000)
        try await clock.waits.wait(count: 1)
        #expect(clock.waits.events == [clock.start + 1_000])
    }
}

/// Programs that take answers and complete notifications, as far as a test wants.
@MediaActor
private final class FakeNotificationPrograms: NotificationPrograms {
    var isThere = true
    var fails = false
    let responses = EventLog<NotificationResponse>()
    var completion: (@MediaActor (NotificationRequest) async -> NotificationContent?)?

    func canReach(_ client: NotificationClient) async -> Bool { isThere }

    func respond(_ response: NotificationResponse, to client: NotificationClient) async throws {
        responses.append(response)
        if fails { throw ContentError(.unavailable, "it crashed") }
    }

    func complete(_ request: NotificationRequest, by client: NotificationClient) async -> NotificationContent? {
        await completion?(request)
    }
}

/// Both clocks of a machine, which stand still until a test moves them.
private final class ManualNotificationClock: Sendable {
    private struct State: Sendable {
        var passed: Int64 = 0
        /// By how much the clock on the wall was set.
        var change: Int64 = 0
        var sleepers: [(due: Int64, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let start: Int64 = 1_795_694_400
    /// The times until which somebody has waited.
    let waits = EventLog<Int64>()
    private let state = Mutex(State())

    var now: NotificationTime {
        let (passed, change) = state.withLock { ($0.passed, $0.change) }
        return NotificationTime(wall: start + passed + change, uptime: 100 + passed, boot: "1")
    }

    var clock: NotificationClock {
        NotificationClock(now: { self.now }, offset: { _ in 0 }, sleep: { await self.sleep(until: $0) })
    }

    private func sleep(until due: Int64) async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.passed + state.change + start >= due { return true }
                state.sleepers.append((due, continuation))
                return false
            }
            if isDue { continuation.resume() } else { waits.append(due) }
        }
    }

    func advance(by seconds: Int64) {
        let due = state.withLock { state in
            state.passed += seconds
            let now = state.passed + state.change + start
            let due = state.sleepers.filter { $0.due <= now }
            state.sleepers.removeAll { $0.due <= now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sets the clock on the wall, which ends all waits.
    func set(by seconds: Int64) {
        let woken = state.withLock { state in
            state.change += seconds
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    deinit {
        for sleeper in state.withLock({ $0.sleepers }) { sleeper.continuation.resume() }
    }
}

/// Holds those who wait until it is opened.
@MediaActor
private final class Gate {
    private var isOpen = false
    private var waiter: CheckedContinuation<Void, Never>?

    func wait() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiter = $0 }
    }

    func open() {
        isOpen = true
        waiter?.resume()
        waiter = nil
    }
}
