// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How long has been played, as far as it was seen.
package struct PlayingTime: Sendable {
    private var whole: Duration = .zero
    private var begin: ContinuousClock.Instant?

    package init() {}

    /// Notes that something plays, or nothing, from now on.
    package mutating func note(isPlaying: Bool, at now: ContinuousClock.Instant = .now) {
        if let begin { whole += now - begin }
        begin = isPlaying ? now : nil
    }

    /// Notes that nobody looks from now on: what is played until the next note does not count.
    package mutating func end(at now: ContinuousClock.Instant = .now) { note(isPlaying: false, at: now) }

    package func total(at now: ContinuousClock.Instant = .now) -> Duration { whole + (begin.map { now - $0 } ?? .zero) }
}
