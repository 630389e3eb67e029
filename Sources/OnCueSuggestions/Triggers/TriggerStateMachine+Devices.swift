// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Devices that connect, can be heard, and disconnect.
extension TriggerStateMachine {
    mutating func list(_ source: TriggerEvent.Source, _ heard: [TriggerDevice]) -> [TriggerOutcome] {
        let ids = Set(heard.map(\.id))
        for id in devices.keys where !ids.contains(id) { devices[id]?.lose(source, at: clock, rules) }
        return heard.flatMap { device in
            var presence = devices[device.id] ?? DevicePresence(device)
            let (isNew, isExpected) = (!presence.isSettled, presence.soundDeadline != nil)
            presence.hear(source, device)
            presence.isSettled = true
            devices[device.id] = presence
            return isNew ? passing(.wasThere, isExpected ? device.id : nil) : []
        }
    }

    mutating func lose(_ source: TriggerEvent.Source) -> [TriggerOutcome] {
        for id in devices.keys { devices[id]?.lose(source, at: clock, rules) }
        return source == .network || source == .location
            ? places.tell(source, nil, at: clock).flatMap { outcomes(of: $0) } : []
    }

    mutating func link(_ device: TriggerDevice) -> [TriggerOutcome] {
        var presence = devices[device.id] ?? DevicePresence(device)
        guard !presence.isHeard, presence.soundDeadline == nil, device.kind != .other,
            !presence.isBackSoon(at: clock, rules), !isWakeBurst(device.id)
        else { return [] }
        presence.device = device
        presence.soundDeadline = clock + rules.soundLimit
        devices[device.id] = presence
        return [.expect(device)]
    }

    mutating func unlink(_ id: TriggerDevice.ID) -> [TriggerOutcome] {
        guard devices[id] != nil else { return [] }
        devices[id]?.lose(nil, at: clock, rules)
        guard devices[id]?.soundDeadline != nil else { return [] }
        devices[id]?.soundDeadline = nil
        return [.giveUp(id), .pass(.noSound)]
    }

    mutating func hear(_ source: TriggerEvent.Source, _ device: TriggerDevice) -> [TriggerOutcome] {
        var presence = devices[device.id] ?? DevicePresence(device)
        let isFlapping = presence.goneDeadline != nil
        let expected = presence.soundDeadline == nil ? nil : device.id
        presence.hear(source, device)
        defer { devices[device.id] = presence }
        if presence.isSettled { return [.pass(isFlapping ? .flapping : .joined)] }
        guard presence.device.kind != .other else { return passing(.noListener, expected) }
        presence.isSettled = true
        if presence.isBackSoon(at: clock, rules) { return passing(.backSoon, expected) }
        if isWakeBurst(device.id) { return passing(.afterWake, expected) }
        let raised = make(presence.device.kind == .car ? .car : .headphones, presence.device)
        if case .raise(let trigger) = raised { presence.trigger = trigger.id }
        return [raised]
    }

    /// Returns the outcomes of an event that raises nothing, including the end of an expectation.
    private func passing(_ why: TriggerOutcome.Why, _ expected: TriggerDevice.ID?) -> [TriggerOutcome] {
        (expected.map { [.giveUp($0)] } ?? []) + [.pass(why)]
    }

    /// Returns whether a device comes back because the machine woke up.
    private func isWakeBurst(_ id: TriggerDevice.ID) -> Bool {
        guard let wokeAt, clock - wokeAt < rules.wakeBurst else { return false }
        return heardBeforeSleep?.contains(id) ?? true
    }

    mutating func wake() -> [TriggerOutcome] {
        wokeAt = clock
        places.wake(at: clock)
        return [make(.wake)]
    }

    /// Processes the deadlines that have passed.
    mutating func expire() -> [TriggerOutcome] {
        var result: [TriggerOutcome] = []
        for id in devices.keys.sorted() {
            if let deadline = devices[id]?.soundDeadline, deadline <= clock {
                devices[id]?.soundDeadline = nil
                result += [.giveUp(id), .pass(.noSound)]
            }
            if let deadline = devices[id]?.goneDeadline, deadline <= clock { result += leave(id) }
        }
        return result + places.advance(to: clock).flatMap { outcomes(of: $0) }
    }

    private mutating func leave(_ id: TriggerDevice.ID) -> [TriggerOutcome] {
        guard let presence = devices[id] else { return [] }
        devices[id]?.goneDeadline = nil
        devices[id]?.isSettled = false
        devices[id]?.trigger = nil
        let end = presence.trigger.map { [TriggerOutcome.end($0)] } ?? []
        return presence.device.kind == .car ? end + [make(.carLeft, presence.device)] : end
    }
}
