// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueSuggestions
import OnCueTestSupport

/// Suggestions over playback with manual time, with a source of triggers that says what the test wants.
@MediaActor
final class SuggestionRig {
    enum Shown: Sendable, Equatable {
        case offer([String])
        case nothing
        case ended(SuggestionBoard.Ending)
    }

    /// Writes down what is shown.
    final class Log: SuggestionPublishing {
        let shown = EventLog<Shown>()
        private(set) var last: ShownOffer?

        func offerChanged(to offer: ShownOffer?) {
            last = offer
            shown.append(offer.map { .offer($0.suggestions.map(\.item.title)) } ?? .nothing)
        }

        func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending) { shown.append(.ended(ending)) }
    }

    static let headset = SeenDevice(
        id: "AA:BB:CC:DD:EE:01", name: "WH-1000XM5", facts: DeviceFacts(bluetoothClass: 0x240418))
    static let albums = ["Morning", "Evening", "Night", "Noon"]

    let engine = FakePlaybackEngine()
    let listening = FakeListeningStore()
    let sound = FakeTriggerSource(.sound)
    let network = FakeTriggerSource(.network)
    let clock: TestClock
    /// What passes between events of triggers.
    let time = ManualTriggerClock()
    let store: MemorySuggestionStore
    let source: FakeContentSource
    let controller: PlaybackController
    let center: SuggestionCenter
    let log = Log()
    let asides = EventLog<[RaisingRule]>()

    init(
        _ donations: [Donation] = SuggestionRig.weeks(), state: SuggestionState = SuggestionState(),
        podcasts: [FakeContentSource.Album] = []
    ) async {
        clock = TestClock()
        store = MemorySuggestionStore(donations, state: state)
        controller = PlaybackController(
            engine: engine, store: MemorySessionStore(SavedSession()), session: SavedSession(), seed: 1)
        source = FakeContentSource(
            Self.albums.map { title in
                .init(title, by: "Band", tracks: (1...2).map { .sample("\(title)\($0)") })
            } + podcasts)
        let manager = ContentManager(source: source, resolver: FakeMediaResolver(), listening: listening)
        manager.delegate = ControllerSelectionPlayer(controller)
        let learning = DonationKeeper(store: store, clock: clock.moments)
        await learning.begin(with: donations)
        let triggers = TriggerCenter(
            sources: [sound, network], memory: SuggestionMemory(store: store, state: state), clock: clock.moments,
            timer: time.clock)
        center = SuggestionCenter(
            .init(
                triggers: triggers, learning: learning, manager: manager, source: source, controller: controller,
                listening: listening, artwork: FakeArtwork(), clock: clock.moments))
        center.add(log)
        center.onStepAside = { [asides] in asides.append($1.map(\.rule)) }
        controller.changes.listen { [center] in center.update($0) }
        center.begin()
    }

    static func item(_ title: String) -> String { "album:" + title.lowercased() }

    /// Four weeks in which somebody hears Morning with headphones at eight, and Evening without them at seven.
    static func weeks() -> [Donation] {
        (1...28).reversed().flatMap { day -> [Donation] in
            let morning = TestClock.monday - Int64(day) * 86_400
            return [
                donation("Morning", at: morning, trigger: "headphones", device: headset.name),
                donation("Evening", at: morning + 11 * 3_600),
            ]
        }
    }

    private static func donation(
        _ title: String, at time: Int64, trigger: String? = nil, device: String? = nil
    ) -> Donation {
        let (hour, weekday) = TestClock.local(time)
        let moment = Moment(
            time: Double(time), hour: hour, weekday: weekday, trigger: trigger, device: device)
        return Donation(.played, item(title), at: moment, choice: moment)
    }

    /// The headset connects, and there is an answer to that.
    func connect() async throws {
        let before = (log.shown.count, asides.count)
        sound.tell(.heard(Self.headset))
        try await waitUntil("something follows from the headset") {
            await settle()
            return log.shown.count != before.0 || asides.count != before.1
        }
    }

    /// The headset goes, for good.
    func disconnect() async throws {
        let events = EventLog<TriggerOutcome>()
        let usual = center.triggers.onOutcome
        center.triggers.onOutcome = {
            usual?($0)
            events.append($0)
        }
        sound.tell(.unheard(Self.headset.id))
        time.advance(by: TriggerRules().grace)
        try await events.wait("the end of the trigger") { if case .end = $0 { true } else { false } }
        center.triggers.onOutcome = usual
    }

    /// Lets the engine play what it was told.
    func play() async {
        engine.advance(by: .zero)
        await settle()
        engine.advance(by: .seconds(1))
        await settle()
    }
}
