// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How often something may happen: so many times at once, and then so many in a time.
package struct RateLimit: Sendable {
    /// What is left, in times.
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

    /// Tries in pairing with one machine: three a minute.
    package static var tries: RateLimit { RateLimit(3, each: .seconds(20)) }
    /// Steps on a link of a paired machine; a handoff has five.
    package static var steps: RateLimit { RateLimit(60, each: .milliseconds(500)) }

    /// Steps that read what is shared. Of the largest pieces of a file that is 25 MB a second, some twenty times what the
    /// largest sound needs, and a machine that asks without end takes no more than a small part of a disk.
    package static var readings: RateLimit { RateLimit(200, each: .milliseconds(10)) }

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

/// Which connections a listener takes, before anything is known of who calls.
///
/// Each address gets only a share, so one that calls without end takes nothing from the others.
package struct ConnectionLimits: Sendable {
    /// The most connections at a time.
    package static let most = 32
    /// The most connections of one address at a time.
    package static let mostOfOne = 4
    /// The most addresses that are remembered; while there are more, no new ones are taken.
    package static let mostAddresses = 1_024

    private struct Caller: Sendable {
        var open = 0
        var rate = RateLimit(12, each: .milliseconds(500))
    }

    private var callers: [[UInt8]: Caller] = [:]
    package private(set) var open = 0

    package init() {}

    /// Counts a connection, if it may be taken.
    ///
    /// - Parameters:
    ///   - address: The bytes of the address: 4 or 16. Of the latter only the first 8 count, since the rest is the caller's to
    ///     choose.
    ///   - now: On a clock that does not go back.
    package mutating func admits(_ address: [UInt8], at now: Duration) -> Bool {
        let key = Self.key(address)
        if callers[key] == nil, callers.count >= Self.mostAddresses {
            for (key, var caller) in callers where caller.open == 0 && caller.rate.isFull(at: now) {
                callers[key] = nil
            }
            guard callers.count < Self.mostAddresses else { return false }
        }
        guard callers[key, default: Caller()].rate.allows(at: now), open < Self.most,
            callers[key, default: Caller()].open < Self.mostOfOne
        else { return false }
        callers[key, default: Caller()].open += 1
        open += 1
        return true
    }

    /// Counts the end of a connection that was taken.
    package mutating func ended(_ address: [UInt8]) {
        let key = Self.key(address)
        guard let count = callers[key]?.open, count > 0 else { return }
        callers[key]?.open = count - 1
        open -= 1
    }

    private static func key(_ address: [UInt8]) -> [UInt8] {
        // An address of version 4 in the form of version 6 (RFC 4291, 2.5.5.2).
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
        if address.count == 16, address.starts(with: mapped) { return Array(address.suffix(4)) }
        return address.count == 16 ? Array(address.prefix(8)) : address
    }
}
