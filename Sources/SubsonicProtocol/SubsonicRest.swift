// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The pauses after failures: a second, then twice as long each time, up to five minutes.
package struct SubsonicRest: Sendable, Equatable {
    private let first: Duration
    private static let longest: Duration = .seconds(300)

    private var pause: Duration = .zero
    private var limit: ContinuousClock.Instant?

    /// - Parameter first: The pause after the first failure.
    package init(first: Duration = .seconds(1)) { self.first = first }

    package mutating func fail(at now: ContinuousClock.Instant) {
        // Several requests may fail together.
        guard !isResting(at: now) else { return }
        pause = pause == .zero ? first : min(pause * 2, Self.longest)
        limit = now + pause
    }

    /// Ends the pause early.
    package mutating func pass() { limit = nil }

    /// Notes that the server answers: the next pause is the first one again.
    package mutating func end() { (pause, limit) = (.zero, nil) }

    package func isResting(at now: ContinuousClock.Instant) -> Bool { limit.map { now < $0 } ?? false }
}
