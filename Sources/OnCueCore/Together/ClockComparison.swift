// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How far the clock of another machine is from the one here, from messages that went to and fro.
///
/// As in NTP (RFC 5905, 8): of the four times of an exchange follow the offset and the time on the way. The way is never
/// known to be the same both ways, so the offset may be wrong by half of it at most: exchanges that were short say most.
package struct ClockComparison: Sendable, Equatable {
    /// One exchange: sent and received here, received and sent there.
    package struct Exchange: Sendable, Equatable {
        package var sent: Duration
        package var received: Duration
        package var receivedThere: Duration
        package var sentThere: Duration

        package init(sent: Duration, receivedThere: Duration, sentThere: Duration, received: Duration) {
            (self.sent, self.received) = (sent, received)
            (self.receivedThere, self.sentThere) = (receivedThere, sentThere)
        }

        /// How much the other clock is ahead.
        var offset: Duration { ((receivedThere - sent) + (sentThere - received)) / 2 }
        /// The time on the way, both ways together.
        var way: Duration { (received - sent) - (sentThere - receivedThere) }
    }

    /// The exchanges that are kept: for the usual ones, the last 20 s.
    private static let memory = 32
    /// Crystals differ by so much at most: an older exchange is worth less.
    private static let drift = 0.000_1

    private var exchanges: [Exchange] = []

    package init() {}

    /// Notes an exchange; one whose times cannot be is passed over.
    package mutating func note(_ exchange: Exchange) {
        guard exchange.received >= exchange.sent, exchange.sentThere >= exchange.receivedThere, exchange.way >= .zero
        else { return }
        exchanges.append(exchange)
        if exchanges.count > Self.memory { exchanges.removeFirst() }
    }

    /// How much the other clock is ahead of this one, and by how much that may be wrong; `nil` before the first exchange.
    package var offset: (time: Duration, error: Duration)? {
        guard let last = exchanges.last else { return nil }
        let best = exchanges.min { Self.error($0, at: last) < Self.error($1, at: last) } ?? last
        return (best.offset, Self.error(best, at: last))
    }

    private static func error(_ exchange: Exchange, at last: Exchange) -> Duration {
        exchange.way / 2 + (last.received - exchange.received) * drift
    }

    /// A moment of the other clock on this one; `nil` before the first exchange.
    package func here(_ moment: Duration) -> Duration? { offset.map { moment - $0.time } }
}
