// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How often and when a medium that the network has cut off is taken up again.
struct StreamRecovery {
    /// How long nothing may come before that counts as a break.
    static let stallTime: Duration = .seconds(3)
    /// After so long without a sound it is given up.
    static let patience: Duration = .seconds(120)
    private static let longestPause: Duration = .seconds(16)
    private static let repetitions = 2

    private var attempts = 0
    private var since: ContinuousClock.Instant?
    private var place: Duration?
    private var endings = 0

    /// True after a break, until the medium has gone on behind it.
    var isActive: Bool { since != nil }

    /// How long to wait before the next attempt after a break; `nil` when there is none.
    mutating func nextPause(at position: Duration, now: ContinuousClock.Instant = .now) -> Duration? {
        if !isSame(position) { (attempts, since, endings) = (0, nil, 0) }
        place = position
        let began = since ?? now
        since = began
        guard now - began < Self.patience else { return nil }
        defer { attempts += 1 }
        return attempts == 0 ? .zero : min(.milliseconds(500) * (1 << min(attempts, 6)), Self.longestPause)
    }

    /// Notes where the medium came to an end of which it had not spoken.
    ///
    /// - Returns: True when it did so again and again at the same place, which is its end then, whatever was promised.
    mutating func endsAgain(at position: Duration) -> Bool {
        endings = isSame(position) ? endings + 1 : 1
        return endings > Self.repetitions
    }

    private func isSame(_ position: Duration) -> Bool {
        guard let place else { return false }
        return position - place < .seconds(1) && place - position < .seconds(1)
    }
}
