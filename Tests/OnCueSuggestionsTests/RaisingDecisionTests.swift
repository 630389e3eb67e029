// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions
import Testing

@Suite("Whether a trigger raises something")
struct RaisingDecisionTests {
    private static let headphones = Trigger(id: 1, kind: .headphones, device: TriggerStage.headset)

    private func rules(
        _ trigger: Trigger = Self.headphones, _ settings: RaisingSettings = RaisingSettings(),
        _ change: (inout RaisingCircumstances) -> Void = { _ in }
    ) -> [RaisingRule] {
        var now = RaisingCircumstances()
        change(&now)
        return RaisingDecision(trigger, now, settings).objections.map(\.rule)
    }

    @Test("Headphones, a car and an arrival raise something when nothing objects")
    func usual() {
        for kind: Trigger.Kind in [.headphones, .car, .arrival, .time] {
            #expect(rules(Trigger(id: 1, kind: kind)) == [])
        }
    }

    @Test("Other moments raise something only when the person asks for it")
    func moments() {
        var settings = RaisingSettings()
        #expect(rules(Trigger(id: 1, kind: .unlock)) == [.moment])
        settings.moments = [.unlock]
        #expect(rules(Trigger(id: 1, kind: .unlock), settings) == [])
        #expect(rules(Trigger(id: 1, kind: .wake), settings) == [.moment])
    }

    @Test("Each rule steps in by itself, and says why")
    func each() {
        #expect(rules { $0.policy = RaisingPolicy(.ignore) } == [.policy])
        #expect(rules { $0.isReturning = true } == [.returning])
        #expect(rules { $0.isPlaying = true } == [.playing])
        #expect(rules { $0.isInCall = true } == [.call])
        #expect(rules { $0.isUndisturbed = true } == [.undisturbed])
        #expect(rules { $0.sinceRaised = .seconds(899) } == [.coolDown])
        #expect(rules { $0.sinceRaised = .seconds(900) } == [])
        #expect(rules { $0.dismissals = 2 } == [])
        #expect(rules { $0.dismissals = 3 } == [.dismissed])
    }

    @Test("All rules that step in are named, in their order")
    func all() {
        #expect(
            rules {
                $0.dismissals = 9
                $0.isPlaying = true
                $0.isInCall = true
            } == [.playing, .call, .dismissed])
    }

    @Test("Quiet hours go over midnight, and end with their last minute")
    func quietHours() {
        var settings = RaisingSettings()
        settings.quietHours = PartOfDay(from: 22 * 60, to: 7 * 60)
        for (minute, isQuiet) in [
            (22 * 60 - 1, false), (22 * 60, true), (0, true), (7 * 60 - 1, true), (7 * 60, false),
        ] {
            #expect(rules(Self.headphones, settings) { $0.minute = minute } == (isQuiet ? [.quietHours] : []))
        }
        settings.quietHours = PartOfDay(from: 60, to: 120)
        #expect(rules(Self.headphones, settings) { $0.minute = 121 } == [])
        #expect(PartOfDay(from: 0, to: 1_440) == nil)
    }

    @Test("A limit of the volume is brought between nothing and all, and what is no number is none")
    func volumeLimit() {
        #expect(RaisingPolicy(.play, volumeLimit: 3).volumeLimit == 1)
        #expect(RaisingPolicy(.play, volumeLimit: -1).volumeLimit == 0)
        #expect(RaisingPolicy(.play, volumeLimit: .nan).volumeLimit == nil)
    }

    @Test("Dismissals in a row are counted for one device, and what is taken begins anew")
    func memory() {
        let key = TriggerKey(Self.headphones)
        var memory = TriggerMemory()
        memory.noteRaised(key, at: 100)
        memory.noteDismissed(key)
        memory.noteRaised(key, at: 200)
        memory.noteDismissed(key)
        #expect(memory.dismissals(key) == 2)
        #expect(memory.sinceRaised(key, at: 260) == .seconds(60))
        #expect(memory.sinceRaised(key, at: 100) == nil, "the clock went back")
        memory.noteTaken(key)
        #expect(memory.dismissals(key) == 0)
        memory.noteDismissed(key)
        memory.forgetDismissals(about: TriggerStage.headset.id)
        #expect(memory.dismissals(key) == 0)
    }

    @Test("Of too many triggers those are forgotten that raised something the longest ago")
    func memoryLimit() {
        var memory = TriggerMemory()
        for number in 0...TriggerMemory.limit { memory.noteRaised(TriggerKey(text: "\(number)"), at: Int64(number)) }
        #expect(memory.entries.count == TriggerMemory.limit)
        #expect(memory.entries[TriggerKey(text: "0")] == nil)
    }
}
