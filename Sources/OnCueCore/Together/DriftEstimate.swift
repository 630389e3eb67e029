// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Estimates how fast one audio clock falls behind another, from distances that were measured with errors.
///
/// The estimate is the slope of a line through the recent distances, which becomes more certain the more time they
/// cover: single distances may be wrong by some tenths of a millisecond for seconds. The estimate from before a restart
/// is included, weighted by its certainty.
struct DriftEstimate: Sendable, Equatable {
    /// The standard error of a distance in seconds, and the usual deviation of the drift of clocks, which is assumed
    /// before anything is measured.
    private static let (error, usual) = (0.000_4, 0.000_2)
    /// The smallest deviation of a known drift, as clocks change with their temperature.
    private static let mostCertain = 0.000_02
    /// The number of distances through which the line is drawn.
    private static let most = 40

    private var moments: [Double] = []
    private var distances: [Double] = []
    /// The drift known before the last restart, and its deviation.
    private var former = (drift: 0.0, deviation: Self.usual)
    /// The drift in seconds per second; positive if the distance grows.
    private(set) var drift = 0.0
    /// The standard deviation of the drift.
    private var deviation = Self.usual

    /// Adds a distance.
    mutating func note(_ distance: Duration, at moment: Duration) {
        moments.append(moment / .seconds(1))
        distances.append(distance / .seconds(1))
        if moments.count > Self.most {
            moments.removeFirst()
            distances.removeFirst()
        }
        let count = Double(moments.count)
        let (middle, height) = (moments.reduce(0, +) / count, distances.reduce(0, +) / count)
        var (width, rise) = (0.0, 0.0)
        for (moment, distance) in zip(moments, distances) {
            width += (moment - middle) * (moment - middle)
            rise += (moment - middle) * (distance - height)
        }
        guard width > 0 else { return }
        // Both estimate the same value, each weighted by its certainty.
        let (old, new) = (1 / (former.deviation * former.deviation), width / (Self.error * Self.error))
        drift = (former.drift * old + rise / width * new) / (old + new)
        deviation = (1 / (old + new)).squareRoot()
    }

    /// Forgets the distances, and keeps the estimate derived from them.
    mutating func restart() {
        former = (drift, max(deviation, Self.mostCertain))
        (moments, distances) = ([], [])
    }

    static func == (one: DriftEstimate, other: DriftEstimate) -> Bool {
        one.moments == other.moments && one.distances == other.distances && one.drift == other.drift
            && one.former == other.former
    }
}
