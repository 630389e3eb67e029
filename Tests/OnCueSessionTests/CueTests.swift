// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueIntents
import OnCueQuery
import OnCueRuntime
import OnCueSuggestions
import OnCueTestSupport
import Testing

@testable import OnCueSession

@MediaActor
private final class FakeShortcuts: ActivityPredicting {
    private(set) var continued: [String] = []

    func predicted(_ activity: ContentIdentifier) async -> ContentNode? {
        ShortcutItem.name(activity).map(ShortcutItem.item)
    }

    func occasions() async -> [OccasionedActivity] { [] }

    func continuePredicted(_ activity: ContentIdentifier) async throws {
        continued.append(ShortcutItem.name(activity) ?? "")
    }
}

@Suite("Cues")
@MediaActor
struct CueTests {
    private let shortcuts = FakeShortcuts()
    private let performed = EventLog<String>()
    private let causes = EventLog<PlaybackCause>()

    private func rig(
        _ cues: [KeptCue], state: SuggestionState = SuggestionState(),
        _ deed: @escaping @MediaActor (SuggestionRig) throws -> Void = { _ in }
    ) async -> (SuggestionRig, CueKeeper) {
        let rig = await SuggestionRig(state: state)
        rig.center.activities = shortcuts
        let keeper = CueKeeper { [performed, causes] shortcut in
            performed.append(shortcut)
            causes.append(PlaybackCause.current)
            try? deed(rig)
            return true
        }
        rig.center.cues = keeper
        keeper.set(cues)
        return (rig, keeper)
    }

    private func cue(
        _ when: String, _ name: String = "Commute", performs: Bool = true, isHeard: Bool = false
    ) throws -> KeptCue {
        KeptCue(Cue(name, try Occasion(parsing: when), runs: "Go", isPerformed: performs), isHeard: isHeard)
    }

    @Test("One that is performed acts in the place of an offer, and not as a choice of the user")
    func performs() async throws {
        let (rig, _) = await rig([try cue("headphones weekdays 07:00..09:00")])
        rig.sound.tell(.heard(SuggestionRig.headset))
        try await performed.wait { $0 == "Go" }
        #expect(causes.events == [.suggestion])
        await settle()
        #expect(rig.log.shown.events.isEmpty, "nothing is offered")
    }

    @Test("One that is offered stands first, with its occasion as the reason, and is done when it is chosen")
    func offers() async throws {
        let (rig, _) = await rig([try cue("headphones", performs: false)])
        try await rig.connect()
        let offer = try #require(rig.log.last)
        #expect(offer.suggestions.first?.item.title == "Go")
        #expect(offer.suggestions.first?.sentence == "You want this at such a moment (headphones).")
        #expect(offer.suggestions.count > 1, "what is usual is offered beside it")
        _ = try await rig.center.accept("")
        #expect(shortcuts.continued == ["Go"])
        #expect(performed.events.isEmpty)
    }

    @Test("It is listed for as long as its occasion goes on")
    func listed() async throws {
        let (rig, keeper) = await rig([try cue("07:00..09:00", performs: false)])
        func titles() async -> [String] { await rig.center.suggestions(limit: 3).map(\.item.title) }
        #expect(await titles().first == "Go", "it is Monday, eight")
        keeper.set([try cue("17:00..19:00", performs: false)])
        #expect(await !titles().contains("Go"))
        keeper.set([try cue("headphones", performs: false)])
        #expect(await !titles().contains("Go"))
    }

    @Test("An occasion at which nothing is usually offered makes an offer; others do not")
    func unusual() async throws {
        let (rig, _) = await rig([try cue("unlock 07:00..09:00", performs: false)])
        let unlock = Trigger(id: 0, kind: .unlock)
        let rehearsal = await rig.center.rehearse(unlock, at: TestClock.monday, place: nil, isDry: true)
        #expect(rehearsal.decision.isRaised)
        let later = await rig.center.rehearse(unlock, at: TestClock.monday + 7_200, place: nil, isDry: true)
        #expect(later.decision.objections.map(\.rule) == [.moment])
    }

    @Test("Every cue says whether it acts after a trigger, and why not")
    func prospects() async throws {
        var quiet = SuggestionState()
        quiet.settings.quietHours = PartOfDay(from: 12 * 60, to: 13 * 60)
        let (rig, _) = await rig(
            [
                try cue("headphones", "A"), try cue("car", "B"), try cue("headphones weekends", "C"),
                try cue("headphones", "D", performs: false),
            ], state: quiet)
        let device = TriggerDevice(id: SuggestionRig.headset.id, name: "WH", kind: .headphones)
        let trigger = Trigger(id: 0, kind: .headphones, device: device)
        func rules(_ time: Int64) async -> [[RaisingRule]] {
            await rig.center.rehearse(trigger, at: time, place: nil, isDry: true).cues.map { $0.objections.map(\.rule) }
        }
        #expect(await rules(TestClock.monday) == [[], [.occasion], [.occasion], []])
        #expect(
            await rules(TestClock.monday + 4 * 3_600 + 1_800) == [
                [.quietHours], [.occasion], [.occasion], [.quietHours],
            ])
        #expect(performed.events.isEmpty, "nothing is done by asking")
    }

    @Test(
        "What plays something itself steps aside while something plays; what does not goes on; both wait for the cool-down"
    )
    func rules() async throws {
        var short = try cue("headphones", "Own", isHeard: false)
        short.cue.coolDown = 0
        let (rig, _) = await rig([
            try cue("headphones", "Loud", isHeard: true), try cue("headphones", "Soft"), short,
        ])
        _ = try await rig.center.parts.manager.initiatePlayback(
            of: .identifier(ContentIdentifier(kind: .album, key: "noon")),
            with: PlaybackOptions(try rig.center.parts.manager.beginSelection()))
        await rig.play()
        func acts() async -> [String] {
            let device = TriggerDevice(id: SuggestionRig.headset.id, name: "WH", kind: .headphones)
            let trigger = Trigger(id: 0, kind: .headphones, device: device)
            return await rig.center.rehearse(trigger, at: rig.clock.moments.now(), place: nil, isDry: true).cues
                .filter(\.acts).map(\.cue.name)
        }
        #expect(await acts() == ["Soft", "Own"])
        rig.sound.tell(.heard(SuggestionRig.headset))
        try await performed.wait(count: 2)
        #expect(performed.events.count == 2)
        #expect(await acts() == ["Own"], "the others wait for a quarter of an hour")
    }

    @Test("When the car is left it is not there any longer, and what plays then waits for no sound in it")
    func left() async throws {
        let (rig, _) = await rig([
            try cue("leaving car", isHeard: true), try cue("car", "Drive", performs: false),
        ])
        let car = TriggerDevice(id: "C", name: "Passat", kind: .car)
        rig.center.triggers.onOutcome?(.raise(Trigger(id: 9, kind: .carLeft, device: car)))
        try await performed.wait { $0 == "Go" }
        let rehearsal = await rig.center.rehearse(
            Trigger(id: 0, kind: .carLeft, device: car), at: TestClock.monday, place: nil, isDry: true)
        #expect(!rehearsal.suggestions.contains { $0.item.title == "Go" }, "the other cue is for the car")
    }

    @Test("A limit that nothing has begun under is not kept for what the user plays")
    func limits() async throws {
        var loud = try cue("headphones", isHeard: true)
        loud.cue.volumeLimit = 0.2
        let (rig, _) = await rig([loud])
        rig.sound.tell(.heard(SuggestionRig.headset))
        try await performed.wait { $0 == "Go" }
        await settle()
        try rig.controller.perform(.play([.sample("else")], startingAt: 0, shuffled: nil))
        await rig.play()
        #expect(rig.engine.volume > 0.9, "\(rig.engine.volume)")
    }

    @Test(
        "A shortcut that only sets the volume stays below the limit, and does not lower what plays already",
        arguments: [(0.3, 0.8, 0.4), (0.6, 0.8, 0.6), (0.3, 0.35, 0.35), (0.6, 0.6, 0.6)])
    func loudness(before: Double, asked: Double, heard: Double) async throws {
        var loud = try cue("headphones")
        loud.cue.volumeLimit = 0.4
        let (rig, _) = await rig([loud]) { rig in
            try rig.controller.perform(.setVolume(asked), by: PlaybackCause.current)
        }
        try rig.controller.perform(.play([.sample("here")], startingAt: 0, shuffled: nil))
        await rig.play()
        try rig.controller.perform(.setVolume(before))
        rig.sound.tell(.heard(SuggestionRig.headset))
        try await performed.wait { $0 == "Go" }
        await settle()
        #expect(abs(rig.controller.snapshot.volume - heard) < 0.001, "\(rig.controller.snapshot.volume)")
        #expect(rig.controller.isVolumeLimited == (asked > heard))
        try rig.controller.perform(.setVolume(0.9))
        #expect(abs(rig.controller.snapshot.volume - 0.9) < 0.001, "the user may")
    }

    @Test("A device that is ignored is ignored by cues, too")
    func ignored() async throws {
        let (rig, _) = await rig([try cue("headphones")])
        rig.sound.tell(.heard(SuggestionRig.headset))
        try await performed.wait { $0 == "Go" }
        try await rig.center.triggers.changeDevices {
            _ = $0.setPolicy(RaisingPolicy(.ignore), for: SuggestionRig.headset.id)
        }
        let device = TriggerDevice(id: SuggestionRig.headset.id, name: "WH", kind: .headphones)
        let rehearsal = await rig.center.rehearse(
            Trigger(id: 0, kind: .headphones, device: device), at: TestClock.monday + 86_400, place: nil, isDry: true)
        #expect(rehearsal.cues.first?.objections.map(\.rule) == [.policy])
    }
}

@Suite("The clock of cues")
@MediaActor
struct CueClockTests {
    @Test("Its time performs a cue; without a time nothing waits")
    func time() async throws {
        let rig = await SuggestionRig()
        let performed = EventLog<String>()
        let wall = ManualWallClock(Int(TestClock.monday))
        let keeper = CueKeeper(clock: wall.clock) { shortcut in
            performed.append(shortcut)
            return true
        }
        rig.center.cues = keeper
        keeper.set([KeptCue(Cue("C", try Occasion(parsing: "car"), runs: "Go", isPerformed: true), isHeard: false)])
        await settle()
        #expect(wall.waits.events.isEmpty)
        keeper.set([KeptCue(Cue("T", try Occasion(parsing: "08:30"), runs: "Go", isPerformed: true), isHeard: false)])
        let due = Int(TestClock.monday) + 1_800
        try await wall.waits.wait { $0 == due }
        rig.clock.advance(by: 1_800)
        wall.set(due)
        try await performed.wait { $0 == "Go" }
    }
}
