// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSuggestions
import OnCueTestSupport
import Testing

@Suite("Triggers in a storm of events")
struct TriggerStormTests {
    private static let devices =
        (1...3).map { TriggerDevice(id: "device \($0)", name: "device \($0)", kind: .headphones) }
        + [TriggerStage.car, TriggerStage.speaker]
    private static let places: [String?] = ["home", "work", nil]

    @Test(
        "One trigger for a cause, none without one, each that lasts is ended once, whatever the clock does",
        arguments: TestEffort.seeds(20))
    func storm(seed: Int) {
        var numbers = SplitMix64(seed: UInt64(seed))
        var machine = TriggerStateMachine()
        var world = World()
        for _ in 0..<2_000 {
            let now = world.time(&numbers)
            let event = Self.event(&numbers)
            world.note(event)
            let outcomes =
                numbers.next() % 4 == 0 ? machine.advance(to: now) : machine.receive(event, at: now)
            world.check(outcomes, machine)
        }
        world.finish(&machine)
    }

    private static func event(_ numbers: inout SplitMix64) -> TriggerEvent {
        func pick<Element>(_ list: [Element]) -> Element { list[Int(numbers.next() % UInt64(list.count))] }
        let source: TriggerEvent.Source = pick([.bluetooth, .sound])
        let device = pick(devices)
        switch numbers.next() % 12 {
        case 0, 1, 2: return .heard(source, device)
        case 3, 4: return .unheard(source, device.id)
        case 5: return .linked(device)
        case 6: return .unlinked(device.id)
        case 7: return .listed(source, heard: [device])
        case 8: return .lost(source)
        case 9: return .place(pick([.network, .location]), pick(places))
        case 10: return pick([.woke, .willSleep])
        default: return pick([.unlocked, .booted, .time("08:00")])
        }
    }
}

/// What must be true of all outcomes together.
private struct World {
    private var now = 0.0
    private var open: [Trigger.ID: Trigger] = [:]
    private var used: Set<Trigger.ID> = []
    private var expected: Set<TriggerDevice.ID> = []
    private var everHeard: Set<TriggerDevice.ID> = []

    /// Mostly forwards, by little or by much, and now and then back.
    mutating func time(_ numbers: inout SplitMix64) -> Duration {
        switch numbers.next() % 20 {
        case 0: now -= 1_000
        case 1: now += 7_200
        case 2...6: now += 30
        default: now += 0.3
        }
        return .seconds(now)
    }

    mutating func note(_ event: TriggerEvent) {
        if case .heard(_, let device) = event { everHeard.insert(device.id) }
        if case .listed(_, let heard) = event { everHeard.formUnion(heard.map(\.id)) }
    }

    mutating func check(_ outcomes: [TriggerOutcome], _ machine: TriggerStateMachine) {
        for outcome in outcomes {
            switch outcome {
            case .raise(let trigger): raise(trigger)
            case .end(let id): #expect(open.removeValue(forKey: id) != nil, "an end without a beginning")
            case .expect(let device): #expect(expected.insert(device.id).inserted, "expected twice")
            case .giveUp(let id): #expect(expected.remove(id) != nil, "given up without being expected")
            case .pass: break
            }
        }
        let heard = Set(machine.heard.map(\.id))
        #expect(heard.isSubset(of: everHeard))
        #expect(machine.knownDevices <= 5)
    }

    private mutating func raise(_ trigger: Trigger) {
        #expect(used.insert(trigger.id).inserted, "a number used twice")
        if let device = trigger.device {
            #expect(device.kind != .other)
            #expect(everHeard.contains(device.id), "raised without sound")
            expected.remove(device.id)
        }
        guard trigger.kind.lasts else { return }
        let isSecond = open.values.contains { $0.device?.id == trigger.device?.id && $0.kind == trigger.kind }
        #expect(!isSecond, "a second one for the same cause")
        open[trigger.id] = trigger
    }

    /// Everything goes away.
    mutating func finish(_ machine: inout TriggerStateMachine) {
        let end = Duration.seconds(now + 100_000)
        for event in [TriggerEvent.lost(.sound), .lost(.bluetooth), .lost(.network), .lost(.location)] {
            check(machine.receive(event, at: end), machine)
        }
        check(machine.advance(to: end + .seconds(10_000)), machine)
        #expect(open.isEmpty)
        #expect(machine.deadline == nil)
        #expect(machine.knownDevices == 0)
    }
}
