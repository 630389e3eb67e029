// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// When listening is exchanged with which machine: soon after changes, on occasions such as waking up, and again where it
/// failed.
///
/// No clock and no I/O: every call comes with its moment. Without anything to tell or to ask, nothing is ever due.
package struct ExchangePlan: Sendable {
    package typealias Moment = ContinuousClock.Instant

    /// Several changes go at once.
    package static let settling: Duration = .seconds(10)
    /// After an occasion, the network may still be coming.
    package static let occasion: Duration = .seconds(2)
    /// The least time between two exchanges of changes.
    package static let pause: Duration = .seconds(30)
    /// How long a machine that could not be reached is left alone, after its first, second, … failure; the last one from
    /// then on.
    package static let delays: [Duration] = [
        .seconds(15), .seconds(60), .seconds(300), .seconds(1_200), .seconds(3_600),
    ]
    /// The least time between an exchange with a machine, or a try, and another one because it has announced itself.
    package static let appearance: Duration = .seconds(300)
    /// How often a machine is asked again that nothing has to be told.
    private static let askingAgain = 2
    /// How many digits of its identifier a machine announces.
    private static let announcedDigits = 16

    private struct Machine: Sendable {
        /// The number of changes that it has; `nil` until it is known to have any.
        var told: Int64?
        /// Whether it is to be asked, whatever there is to tell.
        var isAsked = true
        /// Whether it had to be told or asked when that was last looked at.
        var isDue = false
        var failures = 0
        var last: Moment?
        /// When it last had everything.
        var reached: Moment?
        /// Until then what it has begun itself may go on.
        var talking: Moment?
        /// When it was last announced, and that was a reason to try it.
        var appeared: Moment?
        /// Whether there was a reason to try it while it was being tried.
        var isMissed = false

        /// Whether it is worth a try that it is announced.
        func mayAppear(at now: Moment) -> Bool {
            let isMissing = isDue && failures > 0
            return [appeared, isMissing ? nil : reached].allSatisfy {
                $0.map { $0 + ExchangePlan.appearance <= now } ?? true
            }
        }

        /// When it may be tried again; `nil` for at once.
        var free: Moment? {
            guard failures > 0, let last else { return nil }
            return last + ExchangePlan.delays[min(failures, ExchangePlan.delays.count) - 1]
        }
    }

    private var machines: [String: Machine] = [:]
    /// The number of changes when that was last looked at.
    private var count: Int64?
    private var wanted: Moment?
    private var last: Moment?
    /// Those with whom it is being exchanged.
    private var trying: Set<String> = []

    package init() {}

    // MARK: What happens

    /// Something has changed here.
    package mutating func noteChange(at now: Moment) {
        let due = now + Self.settling
        want(at: last.map { max(due, $0 + Self.pause) } ?? due)
    }

    /// Other machines may have something new, and may be there again: this one has started, woken up or was unlocked.
    package mutating func noteOccasion(at now: Moment) {
        for machine in machines.keys { machines[machine]?.isAsked = true }
        noteNetwork(at: now)
        want(at: now + Self.occasion)
    }

    /// Machines that could not be reached may be there: the network is another one.
    package mutating func noteNetwork(at now: Moment) {
        guard isWaiting else { return }
        for machine in machines.keys {
            machines[machine]?.failures = 0
            // What is under way may still go by the former one.
            if trying.contains(machine) { machines[machine]?.isMissed = true }
        }
        want(at: now + Self.occasion)
    }

    /// Somebody in the network has announced to be a machine. Anybody can, as often as they like, and only the exchange
    /// shows who it is.
    ///
    /// - Parameter digits: The first digits of its identifier.
    package mutating func noteAppearance(of digits: String, at now: Moment) {
        guard digits.utf8.count == Self.announcedDigits else { return }
        // One that is being tried in vain may have come meanwhile.
        for (name, machine) in machines where name.hasPrefix(digits) {
            guard machine.mayAppear(at: now) else { continue }
            var machine = machine
            (machine.appeared, machine.last, machine.isAsked) = (now, nil, true)
            // If it is somebody else, it is tried again only as one that was away for long.
            machine.failures = min(machine.failures, Self.askingAgain)
            machines[name] = machine
            want(at: now + Self.occasion)
        }
    }

    /// A machine has sent a message of an exchange, whoever began it.
    ///
    /// - Parameter count: The number of changes that it has from here; `nil` while some are left.
    package mutating func noteMessage(of machine: String, has count: Int64?, at now: Moment) {
        if let count {
            machines[machine, default: Machine()].told = count
            machines[machine]?.reached = now
            machines[machine]?.isAsked = false
            machines[machine]?.failures = 0
            machines[machine]?.isDue = false
            machines[machine]?.talking = nil
        } else if !trying.contains(machine) {
            // It is there. If what it has begun breaks off, it is tried from here.
            machines[machine, default: Machine()].failures = 0
            // Others do not wait for it, however often it sends something.
            machines[machine]?.talking = now + Self.settling
        }
    }

    // MARK: What follows

    /// The machines to exchange with now; each counts as not reached until it has everything. Those that are being tried go
    /// on, however long they take: nobody else waits for them.
    ///
    /// - Parameters:
    ///   - paired: All paired machines.
    ///   - count: The number of changes that were made here.
    package mutating func begin(_ paired: Set<String>, count: Int64, at now: Moment) -> Set<String> {
        machines = machines.filter { paired.contains($0.key) }
        let isNew = count != self.count
        (self.count, wanted, last) = (count, nil, now)
        trying.formIntersection(paired)
        var begun: Set<String> = []
        for machine in paired {
            var known = machines[machine, default: Machine()]
            known.isDue = known.isAsked || known.told != count
            // What is new is worth one more try, after the longest time.
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

    /// A machine was tried that ``begin(_:count:at:)`` returned.
    package mutating func end(_ machine: String, at now: Moment) {
        trying.remove(machine)
        guard var known = machines[machine] else { return }
        let isMissed = known.isMissed
        known.isMissed = false
        machines[machine] = known
        if isMissed, known.isDue {
            want(at: now)
        } else if known.failures == 0, known.told != count {
            // What has changed meanwhile is told as any other change.
            want(at: max(now, last.map { $0 + Self.pause } ?? now))
        }
    }

    /// When to begin; `nil` if there is no reason to.
    package var next: Moment? {
        let others = machines.filter { !trying.contains($0.key) }.values
        let again = others.compactMap { machine -> Moment? in
            let isOwed = machine.told != count
            guard machine.isDue, machine.failures <= (isOwed ? Self.delays.count : Self.askingAgain) else { return nil }
            return machine.free
        }
        return ([wanted].compactMap(\.self) + again + others.compactMap(\.talking)).min()
    }

    /// Whether a machine could not be reached, or is being tried, that is to be told or asked something.
    package var isWaiting: Bool {
        machines.values.contains { $0.isDue && $0.failures > 0 }
    }

    private mutating func want(at moment: Moment) { wanted = min(wanted ?? moment, moment) }
}
