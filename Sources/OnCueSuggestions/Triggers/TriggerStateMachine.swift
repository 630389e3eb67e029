// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Turns events of sources into triggers: exactly one for each cause, and none without one. Each lasting trigger is
/// ended.
///
/// The table of its rules is in `README.md` in this folder. Times are those of a clock that does not stop while the
/// machine sleeps; one that goes back is treated as stopped. Its size grows with the devices of the last minute only.
package struct TriggerStateMachine: Sendable, Equatable {
    let rules: TriggerRules
    var devices: [TriggerDevice.ID: DevicePresence] = [:]
    var places: PlacePresence
    var clock: Duration = .zero
    private var lastID: Trigger.ID
    private var arrival: Trigger.ID?
    var wokeAt: Duration?
    /// The devices that could be heard when the machine went to sleep.
    var heardBeforeSleep: Set<TriggerDevice.ID>?

    /// - Parameters:
    ///   - lastID: The number of the last trigger that was made, so that none is used twice.
    ///   - lastPlace: The ``lastPlace`` at shutdown; `nil` if it is not known.
    package init(rules: TriggerRules = TriggerRules(), lastID: Trigger.ID = 0, lastPlace: String? = nil) {
        self.rules = rules
        self.lastID = lastID
        places = PlacePresence(rules: rules, last: lastPlace)
    }

    /// The time at which ``advance(to:)`` must be called; `nil` while nothing is pending.
    package var deadline: Duration? {
        (devices.values.flatMap(\.deadlines) + places.deadlines).min()
    }

    /// The devices that can be heard now, by name.
    package var heard: [TriggerDevice] {
        devices.values.filter(\.isHeard).map(\.device).sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// The number of devices that are remembered.
    package var knownDevices: Int { devices.count }

    /// The name of the present place; `nil` if it has none.
    package var place: String? { places.name }

    /// The place to begin with after a restart: empty for no named place, `nil` if unknown.
    package var lastPlace: String? { places.remembered }

    /// The number of the last trigger, to begin with after a restart.
    package var lastTrigger: Trigger.ID { lastID }

    /// Processes the deadlines until now, then the event.
    ///
    /// - Complexity: O(devices of the last minute).
    package mutating func receive(_ event: TriggerEvent, at now: Duration) -> [TriggerOutcome] {
        advance(to: now) + react(to: event)
    }

    /// Processes the deadlines until now, in order.
    package mutating func advance(to now: Duration) -> [TriggerOutcome] {
        var outcomes: [TriggerOutcome] = []
        while let next = deadline, next <= now {
            clock = max(clock, next)
            outcomes += expire()
        }
        clock = max(clock, now)
        devices = devices.filter { !$0.value.isForgettable(at: clock, rules) }
        return outcomes
    }

    private mutating func react(to event: TriggerEvent) -> [TriggerOutcome] {
        switch event {
        case .listed(let source, let heard): return list(source, heard)
        case .lost(let source): return lose(source)
        case .linked(let device): return link(device)
        case .unlinked(let id): return unlink(id)
        case .heard(let source, let device): return hear(source, device)
        case .unheard(let source, let id):
            devices[id]?.lose(source, at: clock, rules)
            return []
        case .place(let source, let name): return places.tell(source, name, at: clock).flatMap { outcomes(of: $0) }
        case .willSleep:
            heardBeforeSleep = Set(heard.map(\.id))
            return []
        case .woke: return wake()
        case .unlocked: return [make(.unlock)]
        case .booted: return [make(.boot)]
        case .time(let name): return [make(.time, name: name)]
        }
    }

    /// Renames the present place, or removes its name; the machine has not moved.
    package mutating func relabel(_ source: TriggerEvent.Source, _ name: String?) {
        places.relabel(source, name)
    }

    /// Adopts a trigger from before a restart: it ends if its device is not heard in the next seconds, and when its
    /// place is left.
    package mutating func adopt(_ trigger: Trigger) {
        if trigger.kind == .arrival, trigger.name == places.name { arrival = trigger.id }
        guard let device = trigger.device, trigger.kind.lasts else { return }
        var presence = DevicePresence(device)
        (presence.isSettled, presence.trigger) = (true, trigger.id)
        (presence.goneSince, presence.goneDeadline) = (clock, clock + rules.soundLimit)
        devices[device.id] = presence
    }

    /// Makes a trigger manually, with a number of its own; it has no other effects.
    package mutating func makeTrigger(
        _ kind: Trigger.Kind, _ device: TriggerDevice? = nil, name: String? = nil
    ) -> Trigger {
        lastID &+= 1
        return Trigger(id: lastID, kind: kind, device: device, name: name)
    }

    mutating func make(
        _ kind: Trigger.Kind, _ device: TriggerDevice? = nil, name: String? = nil
    ) -> TriggerOutcome {
        .raise(makeTrigger(kind, device, name: name))
    }
}

// MARK: Places

extension TriggerStateMachine {
    mutating func outcomes(of outcome: PlacePresence.Outcome) -> [TriggerOutcome] {
        switch outcome {
        case .stays(let why): return [.pass(why)]
        case .left(let name):
            let end = arrival.map { [TriggerOutcome.end($0)] } ?? []
            arrival = nil
            return end + [make(.departure, name: name)]
        case .arrived(let name):
            let raised = make(.arrival, name: name)
            if case .raise(let trigger) = raised { arrival = trigger.id }
            return [raised]
        }
    }
}
