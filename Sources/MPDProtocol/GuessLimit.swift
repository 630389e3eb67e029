// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How many passwords may be guessed from where.
///
/// Each wrong one costs its origin a second. Whoever owes less than a minute is answered at once: the right password is
/// never held up by a few that guess, not even beside them; but nobody guesses faster than once a second for long.
package struct GuessLimit: Sendable {
    /// A wrong password costs as much.
    package static let price: Duration = .seconds(1)
    /// As many as there may be clients that have sent none.
    package static let credit = 64
    private static let mostOrigins = 4_096

    /// When all that each origin owes will have been paid.
    private var ends: [[UInt8]: ContinuousClock.Instant] = [:]

    package init() {}

    /// The time until a password from an origin may be looked at; `nil` when it may be now.
    package func wait(of origin: [UInt8], at now: ContinuousClock.Instant) -> Duration? {
        guard let end = ends[origin] else { return nil }
        let rest = end - now - Self.price * (Self.credit - 1)
        return rest > .zero ? rest : nil
    }

    /// Notes that one was wrong.
    package mutating func noteWrong(from origin: [UInt8], at now: ContinuousClock.Instant) {
        if ends.count >= Self.mostOrigins { ends = ends.filter { $0.value > now } }
        if ends.count >= Self.mostOrigins, ends[origin] == nil, let first = ends.min(by: { $0.value < $1.value }) {
            ends[first.key] = nil
        }
        ends[origin] = max(ends[origin] ?? now, now) + Self.price
    }

    /// The origin of an address: itself, or its network for version 6, in which a machine has as many as it likes.
    ///
    /// - Parameter address: 4 or 16 bytes.
    package static func origin(_ address: [UInt8]) -> [UInt8] {
        guard address.count == 16 else { return address }
        let isVersion4 = address.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return Array(isVersion4 ? address.suffix(4) : address.prefix(8))
    }
}
