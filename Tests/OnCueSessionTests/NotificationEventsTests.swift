// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueNotifications
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport
import Testing

/// From what sources report to what is due, through the state machine of triggers.
@Suite("Notifications are due when something happens around the machine")
@MediaActor
struct NotificationEventsTests {
    private static let headset = SeenDevice(
        id: "AA:BB:CC:DD:EE:01", name: "WH-1000XM5", facts: DeviceFacts(bluetoothClass: 0x240418))
    private static let car = SeenDevice(id: "AA:BB:CC:DD:EE:02", name: "My Car", facts: DeviceFacts(form: .car))
    private static let phone = SeenDevice(id: "AA:BB:CC:DD:EE:03", name: "Ada’s phone")

    private let bluetooth = FakeTriggerSource(.bluetooth)
    private let sound = FakeTriggerSource(.sound)
    private let network = FakeTriggerSource(.network)
    private let session = FakeTriggerSource(.session)
    private let clock = TestClock()
    private let screen = FakeNotificationScreen()
    private let engine = FakePlaybackEngine()
    private let outcomes = EventLog<TriggerOutcome>()
    private let center: NotificationCoordinator
    private let triggers: TriggerCenter
    private let controller: PlaybackController
    private let events: NotificationEvents

    init() async throws {
        var state = SuggestionState()
        _ = state.places.add("home", marks: ["home"])
        // It was in no place of a name.
        state.lastPlace = ""
        let store = MemorySuggestionStore([], state: state)
        var rules = TriggerRules()
        (rules.grace, rules.settle, rules.absence) = (.zero, .zero, .zero)
        triggers = TriggerCenter(
            sources: [bluetooth, sound, network, session], memory: SuggestionMemory(store: store, state: state),
            clock: clock.moments, rules: rules)
        controller = PlaybackController(
            engine: engine, store: MemorySessionStore(SavedSession()), session: SavedSession(), seed: 1)
        center = NotificationCoordinator(store: MemoryUserNotificationStore(), clock: .system(boot: "1"))
        var own = NotificationClient(ServiceNames.busName, title: "OnCue")
        own.alert = .allowed
        center.introduce(own)
        center.add(screen)
        center.begin()
        await center.ready()
        events = NotificationEvents(center, triggers: triggers, controller: controller, now: { [clock] in clock.now })
        triggers.onOutcome = { [outcomes] in outcomes.append($0) }
        triggers.begin()
    }

    /// Has something told each time that something happens, until the test ends.
    private func tell(_ title: String, at kind: NotificationEvent.Kind, _ name: String? = nil) async throws {
        try await center.add(
            NotificationRequest(
                .init(ServiceNames.busName, title), NotificationContent(title: title),
                trigger: .event(NotificationEvent(kind, name), .always)))
    }

    /// What was told so far, in order.
    private func told() async throws -> [String] {
        await center.settled()
        // What is shown is shown one after the other.
        let last = "last \(screen.log.count)"
        try await center.add(
            NotificationRequest(.init(ServiceNames.busName, last), NotificationContent(title: last)))
        try await screen.log.wait("the last") { $0.title == last }
        return screen.log.events.map(\.title).filter { !$0.hasPrefix("last") }
    }

    /// Waits until the machine has made so many triggers.
    private func raised(_ count: Int) async throws {
        try await waitUntil("\(count) triggers; there was \(outcomes.events)") {
            outcomes.events.count { if case .raise = $0 { true } else { false } } == count
        }
    }

    private func perform(_ command: PlaybackCommand) async throws {
        try controller.perform(command)
        engine.advance(by: .zero)
        await settle()
    }

    @Test("Every trigger but a time is an event of its word", arguments: Trigger.Kind.allCases)
    func words(kind: Trigger.Kind) {
        #expect(NotificationEvent.Kind(kind)?.rawValue == (kind == .time ? nil : kind.rawValue))
    }

    @Test("Headphones: once when they can be heard, by any name or theirs, however often the connection flaps")
    func headphones() async throws {
        try await tell("any", at: .headphones)
        try await tell("these", at: .headphones, "wh-1000xm5")
        try await tell("others", at: .headphones, "Ear buds")
        bluetooth.tell(.linked(Self.headset))
        sound.tell(.heard(Self.headset))
        try await raised(1)
        #expect(Set(try await told()) == ["any", "these"])

        for _ in 0..<20 {
            sound.tell(.unheard(Self.headset.id))
            bluetooth.tell(.unlinked(Self.headset.id))
            bluetooth.tell(.linked(Self.headset))
            sound.tell(.heard(Self.headset))
        }

        #expect(try await told().count == 2)
        try await raised(1)
    }

    @Test("A car: when it connects, and when it is left")
    func car() async throws {
        try await tell("in", at: .car)
        try await tell("out", at: .carLeft, "My Car")
        sound.tell(.heard(Self.car))
        try await raised(1)
        #expect(try await told() == ["in"])

        sound.tell(.unheard(Self.car.id))
        try await raised(2)

        #expect(try await told() == ["in", "out"])
    }

    @Test("A device: once when it comes, by its name or address, and again only when it was away for a minute")
    func device() async throws {
        try await tell("near", at: .device, "ada’s phone")
        try await tell("address", at: .device, Self.phone.id)
        try await tell("other", at: .device, "My Car")
        for _ in 0..<20 {
            bluetooth.tell(.linked(Self.phone))
            bluetooth.tell(.unlinked(Self.phone.id))
            clock.advance(by: 59)
        }
        #expect(try await told().sorted() == ["address", "near"])

        clock.advance(by: 1)
        bluetooth.tell(.linked(Self.phone))

        #expect(try await told().count == 4)
    }

    @Test("What is connected when a source begins has not come; it has left when it goes, and come when it is back")
    func present() async throws {
        try await tell("phone", at: .device, Self.phone.name)
        try await tell("headset", at: .device, Self.headset.id)
        try await tell("any headphones", at: .headphones)
        try await tell("phone gone", at: .deviceLeft, Self.phone.name)
        bluetooth.tell(.listed([Self.headset]))
        bluetooth.tell(.present([Self.headset, Self.phone]))
        sound.tell(.listed([Self.headset]))
        #expect(triggers.present == [Self.headset.id, Self.phone.id])
        #expect(try await told().isEmpty)

        bluetooth.tell(.unlinked(Self.phone.id))
        clock.advance(by: 60)
        bluetooth.tell(.linked(Self.phone))

        #expect(try await told() == ["phone gone", "phone"])
    }

    @Test("A device is gone when no source has it any longer, also one that was there from the start")
    func deviceLeft() async throws {
        try await tell("headset gone", at: .deviceLeft, Self.headset.name)
        try await tell("car gone", at: .deviceLeft, Self.car.name)
        try await tell("headset came", at: .device, Self.headset.name)
        bluetooth.tell(.listed([Self.headset]))
        sound.tell(.listed([Self.headset, Self.car]))
        // Its profile is switched; the link stays.
        sound.tell(.unheard(Self.headset.id))
        #expect(try await told().isEmpty)

        bluetooth.tell(.unlinked(Self.headset.id))
        sound.tell(.unheard(Self.car.id))

        #expect(try await told() == ["headset gone", "car gone"])
    }

    @Test("What a source knew is void when it is lost: a device that comes after that has come")
    func lostSource() async throws {
        try await tell("came", at: .device, Self.phone.name)
        bluetooth.tell(.listed([Self.phone]))
        bluetooth.tell(.lost)
        clock.advance(by: 60)
        bluetooth.tell(.listed([]))
        #expect(try await told().isEmpty)

        bluetooth.tell(.linked(Self.phone))

        #expect(try await told() == ["came"])
    }

    @Test("A place: once when it is reached, and once when it is left, for the place that was named")
    func place() async throws {
        try await tell("arrived", at: .arrival, "Home")
        try await tell("left", at: .departure, "home")
        try await tell("elsewhere", at: .arrival, "work")
        network.tell(.network([]))
        network.tell(.network(["home"]))
        try await raised(1)
        for _ in 0..<5 { network.tell(.network(["home"])) }
        #expect(try await told() == ["arrived"])

        network.tell(.network(["cafe"]))
        try await raised(2)

        #expect(try await told() == ["arrived", "left"])
    }

    @Test("The screen is unlocked, the machine wakes up, the machine starts")
    func moments() async throws {
        for kind in [NotificationEvent.Kind.unlock, .wake, .boot] { try await tell(kind.rawValue, at: kind) }
        for (index, report) in [TriggerReport.booted, .unlocked].enumerated() {
            session.tell(report)
            try await raised(index + 1)
        }
        #expect(try await told() == ["boot", "unlock"])

        session.tell(.willSleep)
        session.tell(.woke)
        try await raised(3)

        #expect(try await told() == ["boot", "unlock", "wake"])
    }

    @Test("A trigger that is made by hand is as good as one of the machine")
    func byHand() async throws {
        try await tell("left", at: .departure, "work")

        events.take(triggers.makeTrigger(.departure, name: "Work"))

        #expect(try await told() == ["left"])
    }

    @Test("Next time: when playback begins, and not when it goes on after a short pause or with the next track")
    func playback() async throws {
        try await tell("next time", at: .playback)
        try await perform(.play([.sample("A"), .sample("B")], startingAt: 0, shuffled: nil))
        #expect(try await told() == ["next time"])

        try await perform(.pause)
        clock.advance(by: 299)
        try await perform(.resume)
        try await perform(.next)
        #expect(try await told() == ["next time"])
        try await perform(.pause)
        clock.advance(by: 300)
        try await perform(.resume)

        #expect(try await told() == ["next time", "next time"])

        try await perform(.pause)
        try await perform(.stop)
        try await perform(.resume)
        #expect(try await told().count == 3, "what was stopped begins again, even if it was paused before")
    }
}
