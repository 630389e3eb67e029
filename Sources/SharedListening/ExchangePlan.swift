// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides when listening is exchanged with each machine: soon after changes, on occasions such as waking up, and again
/// after failures.
///
/// It has no clock and does no I/O: every call passes the current moment. If there is nothing to send or to ask,
/// nothing is ever due.
package struct ExchangePlan: Sendable {
    package typealias Moment = ContinuousClock.Instant

    /// The delay after a change, so that several changes are sent at once.
    package static let settling: Duration = .seconds(10)
    /// The delay after an occasion, when the network may not be up yet.
    package static let occasion: Duration = .seconds(2)
    /// The minimum time between two exchanges of changes.
    package static let pause: Duration = .seconds(30)
    /// The pause before a machine that could not be reached is tried again, after its first, second, … failure; the
    /// last one applies from then on.
    package static let delays: [Duration] = [
        .seconds(15), .seconds(60), .seconds(300), .seconds(1_200), .seconds(3_600),
    ]
    /// The minimum time between an exchange with a machine, or an attempt, and another one because it has announced
    /// itself.
    package static let appearance: Duration = .seconds(300)
    /// The number of times that a machine is asked again although there is nothing to send to it.
    private static let askingAgain = 2
    /// The number of digits of its identifier that a machine announces.
    private static let announcedDigits = 16

    private struct Machine: Sendable {
        /// The number of this machine's changes that it has; `nil` until it is known to have any.
        var told: Int64?
        /// Whether the machine is to be asked, even if there is nothing to send to it.
        var isAsked = true
        /// Whether there was something to send to it or to ask it when that was last checked.
        var isDue = false
        var failures = 0
        var last: Moment?
        /// The time at which it last had all changes.
        var reached: Moment?
        /// The time until which an exchange that it has begun may continue.
        var talking: Moment?
        /// The time at which its announcement was last a reason to try it.
        var appeared: Moment?
        /// Whether there was a reason to try it during an attempt.
        var isMissed = false

        /// Whether its announcement is a reason to try it.
        func mayAppear(at now: Moment) -> Bool {
            let isMissing = isDue && failures > 0
            return [appeared, isMissing ? nil : reached].allSatisfy {
                $0.map { $0 + ExchangePlan.appearance <= now } ?? true
            }
        }

        /// The time from which it may be tried again; `nil` if at once.
        var free: Moment? {
            guard failures > 0, let last else { return nil }
            return last + ExchangePlan.delays[min(failures, ExchangePlan.delays.count) - 1]
        }
    }

    private var machines: [String: Machine] = [:]
    /// The number of changes when ``begin(_:count:at:)`` was last called.
    private var count: Int64?
    private var wanted: Moment?
    private var last: Moment?
    /// The machines with which an exchange is under way.
    private var trying: Set<String> = []

    package init() {}

    // MARK: Events

    /// Notes that something has changed on this machine.
    package mutating func noteChange(at now: Moment) {
        let due = now + Self.settling
        want(at: last.map { max(due, $0 + Self.pause) } ?? due)
    }

    /// Notes that other machines may have changes, and may be reachable again: this one has started, woken up or been
    /// unlocked.
    package mutating func noteOccasion(at now: Moment) {
        for machine in machines.keys { machines[machine]?.isAsked = true }
        noteNetwork(at: now)
        want(at: now + Self.occasion)
    }

    /// Notes that the network has changed, so that machines that could not be reached may be reachable.
    package mutating func noteNetwork(at now: Moment) {
        guard isWaiting else { return }
        for machine in machines.keys {
            machines[machine]?.failures = 0
            // An attempt that is under way may still use the former network.
            if trying.contains(machine) { machines[machine]?.isMissed = true }
        }
        want(at: now + Self.occasion)
    }

    /// Notes that a machine was announced in the network. Anyone can announce any machine, at any rate, and only the
    /// exchange shows whether it is that machine.
    ///
    /// - Parameter digits: The first digits of its identifier.
    package mutating func noteAppearance(of digits: String, at now: Moment) {
        guard digits.utf8.count == Self.announcedDigits else { return }
        // A machine that is being tried in vain may have appeared meanwhile.
        for (name, machine) in machines where name.hasPrefix(digits) {
            guard machine.mayAppear(at: now) else { continue }
            var machine = machine
            (machine.appeared, machine.last, machine.isAsked) = (now, nil, true)
            // If it turns out to be another machine, it is tried again only like one that has been away for long.
            machine.failures = min(machine.failures, Self.askingAgain)
            machines[name] = machine
            want(at: now + Self.occasion)
        }
    }

    /// Notes that a machine has sent a message of an exchange, whichever side began it.
    ///
    /// - Parameter count: The number of this machine's changes that it has; `nil` while some are left.
    package mutating func noteMessage(of machine: String, has count: Int64?, at now: Moment) {
        if let count {
            machines[machine, default: Machine()].told = count
            machines[machine]?.reached = now
            machines[machine]?.isAsked = false
            machines[machine]?.failures = 0
            machines[machine]?.isDue = false
            machines[machine]?.talking = nil
        } else if !trying.contains(machine) {
            // The machine is reachable. If the exchange that it has begun breaks off, this machine tries it.
            machines[machine, default: Machine()].failures = 0
            // Other machines do not wait for it, however often it sends something.
            machines[machine]?.talking = now + Self.settling
        }
    }

    // MARK: Attempts

    /// Begins an attempt, and returns the machines to exchange with now; each counts as not reached until it has all
    /// changes. Attempts that are under way continue, however long they take: no other machine waits for them.
    ///
    /// - Parameters:
    ///   - paired: All paired machines.
    ///   - count: The number of changes made on this machine.
    package mutating func begin(_ paired: Set<String>, count: Int64, at now: Moment) -> Set<String> {
        machines = machines.filter { paired.contains($0.key) }
        let isNew = count != self.count
        (self.count, wanted, last) = (count, nil, now)
        trying.formIntersection(paired)
        var begun: Set<String> = []
        for machine in paired {
            var known = machines[machine, default: Machine()]
            known.isDue = known.isAsked || known.told != count
            // A new change is worth one more attempt, after the longest pause.
            if isNew { known.failures = min(known.failures, Self.delays.count) }
            if let talking = known.talking, talking <= now { known.talking = nil }
            if known.isDue, known.talking == nil, known.free.map({ $0 <= now }) ?? true {
                if trying.contains(machine) {
                    known.isMissed = true
                } else {
                    (known.failures, known.last) = (known.failures + 1, now)
                    begun.insert(machine)
                }
            }
            machines[machine] = known
        }
        trying.formUnion(begun)
        return begun
    }

    /// Notes the end of an attempt with a machine that ``begin(_:count:at:)`` returned.
    package mutating func end(_ machine: String, at now: Moment) {
        trying.remove(machine)
        guard var known = machines[machine] else { return }
        let isMissed = known.isMissed
        known.isMissed = false
        machines[machine] = known
        if isMissed, known.isDue {
            want(at: now)
        } else if known.failures == 0, known.told != count {
            // Changes made meanwhile are sent like any other change.
            want(at: max(now, last.map { $0 + Self.pause } ?? now))
        }
    }

    /// The time of the next attempt; `nil` if there is no reason to.
    package var next: Moment? {
        let others = machines.filter { !trying.contains($0.key) }.values
        let again = others.compactMap { machine -> Moment? in
            let isOwed = machine.told != count
            guard machine.isDue, machine.failures <= (isOwed ? Self.delays.count : Self.askingAgain) else { return nil }
            return machine.free
        }
        return ([wanted].compactMap(\.self) + again + others.compactMap(\.talking)).min()
    }

    /// Whether there is something to send to, or to ask, a machine that could not be reached or is being tried.
    package var isWaiting: Bool {
        machines.values.contains { $0.isDue && $0.failures > 0 }
    }

    private mutating func want(at moment: Moment) { wanted = min(wanted ?? moment, moment) }
}
