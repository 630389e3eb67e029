// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A limit on how often something may happen: a number of times at once, and after that once per interval.
package struct RateLimit: Sendable {
    /// The number of times that are left.
    private var left: Double
    private let most: Double
    private let interval: Duration
    private var moment: Duration?

    /// - Parameters:
    ///   - most: The number of times allowed at once.
    ///   - interval: The time after which one more is allowed.
    package init(_ most: Int, each interval: Duration) {
        (self.most, self.interval) = (Double(most), interval)
        left = self.most
    }

    /// The limit for steps on a link of a paired machine; a handoff has five.
    package static var steps: RateLimit { RateLimit(60, each: .milliseconds(500)) }

    /// The limit for steps that read shared content, except pieces of files: more than anyone needs for browsing, since
    /// each may take the service some milliseconds.
    package static var readings: RateLimit { RateLimit(200, each: .milliseconds(10)) }

    /// The limit for steps that read a piece of a file. With the largest pieces it is 105 MB per second, about the
    /// capacity of a wired network: a file arrives as fast as it can, and a machine that never stops asking uses only
    /// part of a processor.
    package static var pieces: RateLimit { RateLimit(400, each: .microseconds(2_500)) }

    /// The state of a limit, from which another limit of the same kind can continue.
    package struct Rest: Sendable, Equatable {
        package var left: Double
        package var moment: Duration

        package init(left: Double, moment: Duration) { (self.left, self.moment) = (left, moment) }
    }

    /// The state after the last event that was counted, or `nil` before the first.
    package var rest: Rest? { moment.map { Rest(left: left, moment: $0) } }

    /// Continues from the state of another limit; a state from a later moment belongs to another clock, and is ignored.
    package mutating func go(on rest: Rest, at now: Duration) {
        guard rest.moment <= now else { return }
        (left, moment) = (min(most, rest.left), rest.moment)
    }

    /// Counts one event, and returns how long to wait before carrying it out.
    ///
    /// - Parameter now: The time on a clock that never goes back.
    package mutating func delay(at now: Duration) -> Duration {
        refill(now)
        left -= 1
        return left >= 0 ? .zero : interval * -left
    }

    /// Counts one event, and returns whether it is allowed.
    ///
    /// - Parameter now: The time on a clock that never goes back.
    package mutating func allows(at now: Duration) -> Bool {
        refill(now)
        guard left >= 1 else { return false }
        left -= 1
        return true
    }

    /// Returns whether the limit is completely unused.
    package mutating func isFull(at now: Duration) -> Bool {
        refill(now)
        return left >= most
    }

    private mutating func refill(_ now: Duration) {
        if let moment, now > moment { left = min(most, left + (now - moment) / interval) }
        moment = max(now, moment ?? now)
    }
}

/// The limit for attempts of one network to pair: three in any minute.
package struct PairingTries: Sendable {
    private static let (most, time): (Int, Duration) = (3, .seconds(60))

    private var moments: [Duration] = []

    package init() {}

    /// Counts one attempt, and returns whether it is allowed.
    ///
    /// - Parameter now: The time on a clock that never goes back.
    package mutating func allows(at now: Duration) -> Bool {
        moments.removeAll { $0 + Self.time <= now }
        guard moments.count < Self.most else { return false }
        moments.append(now)
        return true
    }
}

/// Decides which connections a listener accepts before anything is known about the caller.
///
/// Callers in one network share its places, so a caller that never stops takes nothing from other networks. An address
/// from which a paired machine has called before has places of its own, which no stranger can take, not even in the
/// same IPv6 network, where anyone can have any number of addresses.
package struct ConnectionLimits: Sendable {
    /// The largest number of connections at a time.
    package static let most = 32
    /// The largest number of those from addresses that are not known.
    package static let mostUnknown = 24
    /// The largest number of connections at a time from one network, not counting known addresses.
    package static let mostOfOne = 4
    /// The largest number of connections at a time from one known address.
    package static let mostOfKnown = 8
    /// The largest number of networks remembered; while there are this many, no new ones are accepted.
    package static let mostNetworks = 1_024
    /// The largest number of known addresses; the one known longest is forgotten to make room for a new one.
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
    /// The known addresses, the one known longest first.
    private var order: [[UInt8]] = []
    private var openUnknown = 0
    private var openKnown = 0

    package init() {}

    package var open: Int { openUnknown + openKnown }

    /// Notes that a paired machine has proved its key from an address.
    ///
    /// - Parameter address: The bytes of the address, as in ``admits(_:at:)``.
    package mutating func know(_ address: [UInt8]) {
        let address = Self.plain(address)
        guard known[address] == nil else { return }
        if order.count >= Self.mostKnown { known[order.removeFirst()] = nil }
        order.append(address)
        known[address] = Caller()
    }

    /// Counts a connection if it may be accepted.
    ///
    /// - Parameters:
    ///   - address: The bytes of the address: 4 or 16. The first 8 of 16 are the network, since the caller can choose
    ///     the rest.
    ///   - now: The time on a clock that never goes back.
    /// - Returns: The value to pass to ``ended(_:)``, or `nil` if the connection is refused.
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

    /// Counts the end of an accepted connection.
    package mutating func ended(_ admission: Admission) {
        if admission.isKnown {
            openKnown -= 1
            // The address may have been forgotten meanwhile, and become known again.
            if let count = known[admission.key]?.open, count > 0 { known[admission.key]?.open = count - 1 }
        } else {
            openUnknown -= 1
            networks[admission.key]?.open -= 1
        }
    }

    /// Returns the network of an address: the first 8 bytes for IPv6, the address itself for IPv4.
    package static func network(_ address: [UInt8]) -> [UInt8] {
        let plain = plain(address)
        return plain.count == 16 ? Array(plain.prefix(8)) : plain
    }

    /// Returns the IPv4 address of an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2), and any other address unchanged.
    private static func plain(_ address: [UInt8]) -> [UInt8] {
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
        return address.count == 16 && address.starts(with: mapped) ? Array(address.suffix(4)) : address
    }
}
