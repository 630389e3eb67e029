// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Limits the number of passwords that can be guessed from one origin.
///
/// Each wrong password costs its origin a second. An origin that owes no more than about a minute is answered at once:
/// a few wrong guesses never delay the right password, even from the same origin, but in the long run no origin can
/// guess faster than once a second.
package struct GuessLimit: Sendable {
    /// The cost of a wrong password.
    package static let price: Duration = .seconds(1)
    /// The number of wrong passwords without a delay, which is the number of clients allowed without a password.
    package static let credit = 64
    private static let mostOrigins = 4_096

    /// The time at which each origin will have paid everything that it owes.
    private var ends: [[UInt8]: ContinuousClock.Instant] = [:]

    package init() {}

    /// Returns the time until a password from an origin may be checked; `nil` if it may be checked now.
    package func wait(of origin: [UInt8], at now: ContinuousClock.Instant) -> Duration? {
        guard let end = ends[origin] else { return nil }
        let rest = end - now - Self.price * (Self.credit - 1)
        return rest > .zero ? rest : nil
    }

    /// Notes that a password was wrong.
    package mutating func noteWrong(from origin: [UInt8], at now: ContinuousClock.Instant) {
        if ends.count >= Self.mostOrigins { ends = ends.filter { $0.value > now } }
        if ends.count >= Self.mostOrigins, ends[origin] == nil, let first = ends.min(by: { $0.value < $1.value }) {
            ends[first.key] = nil
        }
        ends[origin] = max(ends[origin] ?? now, now) + Self.price
    }

    /// Returns the origin of an address: the address itself, or its network for IPv6, where a machine can choose many
    /// addresses.
    ///
    /// - Parameter address: 4 or 16 bytes.
    package static func origin(_ address: [UInt8]) -> [UInt8] {
        guard address.count == 16 else { return address }
        let isVersion4 = address.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return Array(isVersion4 ? address.suffix(4) : address.prefix(8))
    }
}
