// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Passes ten signals per second, merges any more, and ignores a sender that persists.
struct SignalThrottle: Sendable {
    /// The handling of a signal.
    enum Verdict: Sendable, Equatable {
        case pass
        /// The signal is merged with others for later delivery.
        case merge
        /// There are so many signals that they are ignored for a while.
        case mute
    }

    static let perSecond = 10.0
    /// The number of signals in one second beyond which they are not even looked at.
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
