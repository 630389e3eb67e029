// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The rates of playback: each podcast and each audiobook has its own, everything else uses that of the session.
package struct PlaybackRates: Sendable, Equatable {
    package static let range = 0.5...3.0

    /// The rate of tracks without one of their own; lost when the service ends.
    private var session = 1.0
    private var remembered: [ContentIdentifier: Double]

    package init(_ remembered: [ContentIdentifier: Double] = [:]) {
        self.remembered = remembered.mapValues(Self.rounded)
    }

    /// Returns the rate at which a track plays; a station always plays at 1.
    package func rate(of track: Track?) -> Double {
        guard let track else { return session }
        if track.isStation { return 1 }
        return track.spokenWork.map { remembered[$0] ?? 1 } ?? session
    }

    /// Returns the rate of a podcast or an audiobook.
    package func rate(ofWork work: ContentIdentifier) -> Double { remembered[work] ?? 1 }

    /// Sets the rate of a podcast or an audiobook.
    ///
    /// - Returns: The change to save; `nil` if there is none.
    mutating func set(_ rate: Double, ofWork work: ContentIdentifier) -> SavedSound.Change? {
        let rate = Self.rounded(rate)
        guard rate != self.rate(ofWork: work) else { return nil }
        remembered[work] = rate
        return .rate(work, rate)
    }

    /// Sets the rate for a track and everything that shares it.
    ///
    /// - Returns: The change to save.
    mutating func set(_ rate: Double, of track: Track?) -> SavedSound.Change? {
        guard let work = track?.spokenWork else {
            session = Self.rounded(rate)
            return nil
        }
        remembered[work] = Self.rounded(rate)
        return .rate(work, Self.rounded(rate))
    }

    /// Returns the rate within the bounds, in steps of a hundredth, so that equal steps up and down cancel out.
    static func rounded(_ rate: Double) -> Double {
        guard rate.isFinite else { return 1 }
        return (min(max(rate, range.lowerBound), range.upperBound) * 100).rounded() / 100
    }
}
