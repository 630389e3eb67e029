// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The schedule of attempts to resume a medium that the network has cut off.
struct StreamRecovery {
    /// The time without data of a list of parts before it is reopened: a few parts.
    static let stallTime: Duration = .seconds(15)
    /// The time without sound after which it is given up.
    static let patience: Duration = .seconds(150)
    /// The reserve after a medium has run dry; doubled each time, up to the upper bound.
    private static let reserves: ClosedRange<Duration> = .seconds(1)...(.seconds(8))
    /// The time after which a connection that ran dry counts as a good one again.
    private static let reserveMemory: Duration = .seconds(60)
    /// The time that must be heard between two breaks for the second to count as a new one.
    static let progress: Duration = .seconds(1)
    private static let longestPause: Duration = .seconds(16)
    private static let repetitions = 3

    private var attempts = 0
    private var since: ContinuousClock.Instant?
    private var endings = 0
    private var lastReserve: (length: Duration, moment: ContinuousClock.Instant)?

    /// Whether there has been a break.
    var isActive: Bool { since != nil }

    /// Returns the pause before the next attempt after a break: none, then 1, 2, 4, 8 and 16 s; `nil` to give up.
    ///
    /// - Parameter played: The time heard since the last attempt.
    mutating func nextPause(afterPlaying played: Duration, now: ContinuousClock.Instant = .now) -> Duration? {
        if played >= Self.progress { (attempts, since) = (0, nil) }
        let began = since ?? now
        since = began
        guard now - began < Self.patience else { return nil }
        defer { attempts += 1 }
        return attempts == 0 ? .zero : min(.seconds(1 << min(attempts - 1, 6)), Self.longestPause)
    }

    /// Returns the reserve before a medium that has run dry continues.
    mutating func reserve(now: ContinuousClock.Instant = .now) -> Duration {
        var length = Self.reserves.lowerBound
        if let last = lastReserve, now - last.moment < Self.reserveMemory {
            length = min(last.length * 2, Self.reserves.upperBound)
        }
        lastReserve = (length, now)
        return length
    }

    /// Notes the end of an endless medium.
    ///
    /// - Returns: `true` if it has ended repeatedly with hardly any sound before.
    mutating func endsAgain(afterPlaying played: Duration) -> Bool {
        endings = played >= Self.progress ? 1 : endings + 1
        return endings > Self.repetitions
    }
}
