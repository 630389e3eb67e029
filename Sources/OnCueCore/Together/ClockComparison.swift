// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Determines the offset between the clock of another machine and the one here, from messages sent in both directions.
///
/// As in NTP (RFC 5905, 8), the offset and the travel time are calculated from the four times of an exchange. The
/// travel time may differ between the two directions, so the error of the offset is at most half of it: short exchanges
/// are the most precise.
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

        /// The time by which the other clock is ahead.
        var offset: Duration { ((receivedThere - sent) + (sentThere - received)) / 2 }
        /// The travel time of both directions together.
        var way: Duration { (received - sent) - (sentThere - receivedThere) }
    }

    /// The number of exchanges that are kept: at the usual interval, the last 20 s.
    private static let memory = 32
    /// The largest drift between two clocks, as a fraction; because of it, an older exchange is less precise.
    private static let drift = 0.000_1

    private var exchanges: [Exchange] = []

    package init() {}

    /// Notes an exchange; one with impossible times is ignored.
    package mutating func note(_ exchange: Exchange) {
        guard exchange.received >= exchange.sent, exchange.sentThere >= exchange.receivedThere, exchange.way >= .zero
        else { return }
        exchanges.append(exchange)
        if exchanges.count > Self.memory { exchanges.removeFirst() }
    }

    /// The time by which the other clock is ahead of this one, and its largest error; `nil` before the first exchange.
    package var offset: (time: Duration, error: Duration)? {
        guard let last = exchanges.last else { return nil }
        let best = exchanges.min { Self.error($0, at: last) < Self.error($1, at: last) } ?? last
        return (best.offset, Self.error(best, at: last))
    }

    private static func error(_ exchange: Exchange, at last: Exchange) -> Duration {
        exchange.way / 2 + (last.received - exchange.received) * drift
    }

    /// Returns a moment of the other clock on this one; `nil` before the first exchange.
    package func here(_ moment: Duration) -> Duration? { offset.map { moment - $0.time } }
}
