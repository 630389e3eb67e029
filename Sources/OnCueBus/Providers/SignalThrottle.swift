// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Lets ten signals through in a second, puts those above together, and gives up on a sender that goes on and on.
struct SignalThrottle: Sendable {
    /// What to do with a signal.
    enum Verdict: Sendable, Equatable {
        case pass
        /// It belongs to what is told together later.
        case merge
        /// So many that they are not listened to for a while.
        case mute
    }

    static let perSecond = 10.0
    /// Signals in one second that are too many even to look at.
    static let flood = 200

    private var tokens = Self.perSecond
    private var last: ContinuousClock.Instant?
    private var second: ContinuousClock.Instant?
    private var inSecond = 0

    mutating func judge(at now: ContinuousClock.Instant) -> Verdict {
        if let last { tokens = min(Self.perSecond, tokens + (now - last) / .seconds(1) * Self.perSecond) }
        last = now
        if let second, now - second < .seconds(1) { inSecond += 1 } else { (second, inSecond) = (now, 1) }
        guard inSecond <= Self.flood else {
            (second, inSecond) = (nil, 0)
            return .mute
        }
        guard tokens >= 1 else { return .merge }
        tokens -= 1
        return .pass
    }
}
