// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The place of the machine, according to all sources together.
struct PlacePresence: Sendable, Equatable {
    enum Outcome: Sendable, Equatable {
        case arrived(String)
        case left(String)
        /// The machine is at the place, without an arrival.
        case stays(TriggerOutcome.Why)
    }

    private let rules: TriggerRules
    private var told: [TriggerEvent.Source: String] = [:]
    /// The present place, or the last one.
    private var last: String?
    private var hasLeft = false
    private var candidate: (name: String, deadline: Duration)?
    private var absenceDeadline: Duration?
    private var begunAt: Duration?

    /// - Parameter last: The value of ``remembered`` at shutdown.
    init(rules: TriggerRules, last: String?) {
        self.rules = rules
        self.last = last
        hasLeft = last?.isEmpty ?? false
    }

    /// The place to begin with after a restart: empty for no named place, `nil` if unknown.
    var remembered: String? { hasLeft ? "" : last }

    /// The name of the present place; `nil` if it has none.
    var name: String? { hasLeft ? nil : last }

    var deadlines: [Duration] { [candidate?.deadline, absenceDeadline].compactMap(\.self) }

    /// A network is more reliable than a position.
    private var now: String? { told[.network] ?? told[.location] }

    /// Changes the name of the present place, or removes it, without a movement.
    mutating func relabel(_ source: TriggerEvent.Source, _ name: String?) {
        told[source] = name
        (candidate, absenceDeadline) = (nil, nil)
        if let now { (last, hasLeft) = (now, false) } else if last != nil { (last, hasLeft) = ("", true) }
    }

    mutating func tell(_ source: TriggerEvent.Source, _ name: String?, at time: Duration) -> [Outcome] {
        if begunAt == nil { begunAt = time }
        told[source] = name
        guard let now else {
            candidate = nil
            if last != nil, !hasLeft, absenceDeadline == nil { absenceDeadline = time + rules.absence }
            return []
        }
        if now == last, !hasLeft {
            let hasReturned = absenceDeadline != nil || candidate != nil
            (candidate, absenceDeadline) = (nil, nil)
            return hasReturned ? [.stays(.samePlace)] : []
        }
        if candidate?.name != now { candidate = (now, time + rules.settle) }
        return []
    }

    /// Notes a wake-up: time asleep does not count as absence.
    mutating func wake(at time: Duration) {
        if absenceDeadline != nil { absenceDeadline = time + rules.absence }
    }

    mutating func advance(to time: Duration) -> [Outcome] {
        var outcomes: [Outcome] = []
        if let deadline = absenceDeadline, deadline <= time, let last {
            absenceDeadline = nil
            hasLeft = true
            outcomes.append(.left(last))
        }
        if let candidate, candidate.deadline <= time { outcomes += settle(candidate.name, candidate.deadline) }
        return outcomes
    }

    private mutating func settle(_ name: String, _ time: Duration) -> [Outcome] {
        let (old, wasThere) = (hasLeft ? nil : last, last == nil && isBeginning(time))
        (candidate, absenceDeadline, hasLeft, last) = (nil, nil, false, name)
        if wasThere { return [.stays(.wasThere)] }
        return (old.map { [.left($0)] } ?? []) + [.arrived(name)]
    }

    /// Returns whether the machine has just started, and so may have had no network for a moment.
    private func isBeginning(_ time: Duration) -> Bool {
        begunAt.map { time - $0 < rules.rearm } ?? true
    }

    static func == (one: PlacePresence, other: PlacePresence) -> Bool {
        one.told == other.told && one.last == other.last && one.hasLeft == other.hasLeft
            && one.candidate?.name == other.candidate?.name && one.deadlines == other.deadlines
    }
}
