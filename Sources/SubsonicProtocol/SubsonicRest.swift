// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The pauses after failures: a second, then twice as long each time, up to five minutes.
package struct SubsonicRest: Sendable, Equatable {
    private static let first: Duration = .seconds(1)
    private static let longest: Duration = .seconds(300)

    private var pause: Duration = .zero
    private var end: ContinuousClock.Instant?

    package init() {}

    package mutating func fail(at now: ContinuousClock.Instant) {
        // Several requests may fail together.
        guard !isResting(at: now) else { return }
        pause = pause == .zero ? Self.first : min(pause * 2, Self.longest)
        end = now + pause
    }

    package func isResting(at now: ContinuousClock.Instant) -> Bool { end.map { now < $0 } ?? false }
}
