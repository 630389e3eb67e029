// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The total duration of playback, as far as it was observed.
package struct PlayingTime: Sendable {
    private var whole: Duration = .zero
    private var begin: ContinuousClock.Instant?

    package init() {}

    /// Notes that playback is running from now on, or is not.
    package mutating func note(isPlaying: Bool, at now: ContinuousClock.Instant = .now) {
        if let begin { whole += now - begin }
        begin = isPlaying ? now : nil
    }

    /// Notes the end of observation: playback until the next note does not count.
    package mutating func end(at now: ContinuousClock.Instant = .now) { note(isPlaying: false, at: now) }

    package func total(at now: ContinuousClock.Instant = .now) -> Duration { whole + (begin.map { now - $0 } ?? .zero) }
}
