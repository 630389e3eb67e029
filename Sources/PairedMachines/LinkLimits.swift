// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How often something may happen: so many times at once, and then so many in a time.
package struct RateLimit: Sendable {
    /// The number of times that is left.
    private var left: Double
    private let most: Double
    private let interval: Duration
    private var moment: Duration?

    /// - Parameters:
    ///   - most: So many times at once.
    ///   - interval: The time after which one more is allowed.
    package init(_ most: Int, each interval: Duration) {
        (self.most, self.interval) = (Double(most), interval)
        left = self.most
    }

    /// Steps on a link of a paired machine; a handoff has five.
    package static var steps: RateLimit { RateLimit(60, each: .milliseconds(500)) }

    /// Steps that read what is shared, but for pieces of files: more than anybody browses, and each may take the service some
    /// milliseconds.
    package static var readings: RateLimit { RateLimit(200, each: .milliseconds(10)) }

    /// Steps that read a piece of a file. Of the largest that is 105 MB a second, about what a wired network carries, so that
    /// a file comes as fast as it can, and a machine that asks without end takes a part of a processor.
    package static var pieces: RateLimit { RateLimit(400, each: .microseconds(2_500)) }

    /// The rest of a limit, for the next one that counts the same.
    package struct Rest: Sendable, Equatable {
        package var left: Double
        package var moment: Duration

        package init(left: Double, moment: Duration) { (self.left, self.moment) = (left, moment) }
    }

    /// The rest after the last one that was counted; `nil` before the first.
    package var rest: Rest? { moment.map { Rest(left: left, moment: $0) } }

    /// Goes on where another one has stopped; a rest of a later moment is of another clock, and does not count.
    package mutating func go(on rest: Rest, at now: Duration) {
        guard rest.moment <= now else { return }
        (left, moment) = (min(most, rest.left), rest.moment)
    }

    /// Counts one, and says how long to wait before it is done.
    ///
    /// - Parameter now: On a clock that does not go back.
    package mutating func delay(at now: Duration) -> Duration {
        refill(now)
        left -= 1
        return left >= 0 ? .zero : interval * -left
    }

    /// Counts one, and says whether it is allowed.
    ///
    /// - Parameter now: On a clock that does not go back.
    package mutating func allows(at now: Duration) -> Bool {
        refill(now)
        guard left >= 1 else { return false }
        left -= 1
        return true
    }

    /// Whether as many are allowed as ever.
    package mutating func isFull(at now: Duration) -> Bool {
        refill(now)
        return left >= most
    }

    private mutating func refill(_ now: Duration) {
        if let moment, now > moment { left = min(most, left + (now - moment) / interval) }
        moment = max(now, moment ?? now)
    }
}

/// Tries of one network to pair: three in any minute.
package struct PairingTries: Sendable {
    private static let (most, time): (Int, Duration) = (3, .seconds(60))

    private var moments: [Duration] = []

    package init() {}

    /// Counts one, and says whether it is allowed.
    ///
    /// - Parameter now: On a clock that does not go back.
    package mutating func allows(at now: Duration) -> Bool {
        moments.removeAll { $0 + Self.time <= now }
        guard moments.count < Self.most else { return false }
        moments.append(now)
        return true
    }
}

/// Which connections a listener takes, before anything is known of who calls.
///
/// Callers share the places of their network, so one that calls without end takes nothing from other networks. An address
/// from which a paired machine has called before has places of its own, which no stranger can take: in the same network of
/// version 6, too, in which everybody can have as many addresses as he likes.
package struct ConnectionLimits: Sendable {
    /// The most connections at a time.
    package static let most = 32
    /// The most of them from addresses that are not known.
    package static let mostUnknown = 24
    /// The most connections at a time of a network from which nobody is known.
    package static let mostOfOne = 4
    /// The most connections at a time of an address that is known.
    package static let mostOfKnown = 8
    /// The most networks that are remembered; while there are more, no new ones are taken.
    package static let mostNetworks = 1_024
    /// The most addresses that are known; the one that was known first is forgotten for a new one.
    package static let mostKnown = 64

    /// The network, or the known address, under which a connection was counted.
    package struct Admission: Sendable, Equatable {
        fileprivate let key: [UInt8]
        fileprivate let isKnown: Bool
    }

    private struct Caller: Sendable {
        var open = 0
        var rate = RateLimit(12, each: .milliseconds(500))
    }

    private var networks: [[UInt8]: Caller] = [:]
    private var known: [[UInt8]: Caller] = [:]
    /// The known addresses, the one that was known first in front.
    private var order: [[UInt8]] = []
    private var openUnknown = 0
    private var openKnown = 0

    package init() {}

    package var open: Int { openUnknown + openKnown }

    /// Notes that a paired machine has proved its key from an address.
    ///
    /// - Parameter address: As in ``admits(_:at:)``.
    package mutating func know(_ address: [UInt8]) {
        let address = Self.plain(address)
        guard known[address] == nil else { return }
        if order.count >= Self.mostKnown { known[order.removeFirst()] = nil }
        order.append(address)
        known[address] = Caller()
    }

    /// Counts a connection, if it may be taken.
    ///
    /// - Parameters:
    ///   - address: The bytes of the address: 4 or 16. Of the latter the first 8 are the network, as the rest is the
    ///     caller's to choose.
    ///   - now: On a clock that does not go back.
    /// - Returns: What tells its end; `nil` if it may not.
    package mutating func admits(_ address: [UInt8], at now: Duration) -> Admission? {
        guard open < Self.most else { return nil }
        let plain = Self.plain(address)
        if var caller = known[plain] {
            let isTaken = caller.open < Self.mostOfKnown && caller.rate.allows(at: now)
            if isTaken {
                caller.open += 1
                openKnown += 1
            }
            known[plain] = caller
            return isTaken ? Admission(key: plain, isKnown: true) : nil
        }
        let network = Self.network(plain)
        if networks[network] == nil, networks.count >= Self.mostNetworks {
            for (key, var caller) in networks where caller.open == 0 && caller.rate.isFull(at: now) {
                networks[key] = nil
            }
            guard networks.count < Self.mostNetworks else { return nil }
        }
        guard networks[network, default: Caller()].rate.allows(at: now), openUnknown < Self.mostUnknown,
            networks[network, default: Caller()].open < Self.mostOfOne
        else { return nil }
        networks[network, default: Caller()].open += 1
        openUnknown += 1
        return Admission(key: network, isKnown: false)
    }

    /// Counts the end of a connection that was taken.
    package mutating func ended(_ admission: Admission) {
        if admission.isKnown {
            openKnown -= 1
            // It may have been forgotten, and known anew, meanwhile.
            if let count = known[admission.key]?.open, count > 0 { known[admission.key]?.open = count - 1 }
        } else {
            openUnknown -= 1
            networks[admission.key]?.open -= 1
        }
    }

    /// The network of an address: of version 6 its first 8 bytes, of version 4 the address itself.
    package static func network(_ address: [UInt8]) -> [UInt8] {
        let plain = plain(address)
        return plain.count == 16 ? Array(plain.prefix(8)) : plain
    }

    /// An address of version 4 in the form of version 6 (RFC 4291, 2.5.5.2) is the former.
    private static func plain(_ address: [UInt8]) -> [UInt8] {
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
        return address.count == 16 && address.starts(with: mapped) ? Array(address.suffix(4)) : address
    }
}
