// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueSuggestions

/// Drives a trigger machine by a clock of its own.
struct TriggerStage {
    static let headset = TriggerDevice(id: "AA:BB:CC:DD:EE:01", name: "WH-1000XM5", kind: .headphones)
    static let car = TriggerDevice(id: "AA:BB:CC:DD:EE:02", name: "My Car", kind: .car)
    static let speaker = TriggerDevice(id: "AA:BB:CC:DD:EE:03", name: "Kitchen", kind: .other)

    var machine: TriggerStateMachine
    /// Seconds since the beginning.
    private(set) var time = 100.0
    private(set) var outcomes: [TriggerOutcome] = []

    init(lastPlace: String? = nil) { machine = TriggerStateMachine(lastPlace: lastPlace) }

    /// What has been raised, by kind.
    var raised: [Trigger] {
        outcomes.compactMap { if case .raise(let trigger) = $0 { trigger } else { nil } }
    }
    var kinds: [Trigger.Kind] { raised.map(\.kind) }
    var ended: [Trigger.ID] { outcomes.compactMap { if case .end(let id) = $0 { id } else { nil } } }
    var reasons: [TriggerOutcome.Why] { outcomes.compactMap { if case .pass(let why) = $0 { why } else { nil } } }
    var expected: [TriggerDevice.ID] {
        outcomes.compactMap { if case .expect(let device) = $0 { device.id } else { nil } }
    }

    mutating func tell(_ event: TriggerEvent) {
        outcomes += machine.receive(event, at: .seconds(time))
    }

    mutating func pass(_ seconds: Double) {
        time += seconds
        outcomes += machine.advance(to: .seconds(time))
    }

    mutating func forget() { outcomes = [] }
}
