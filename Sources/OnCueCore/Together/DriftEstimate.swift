// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How fast one clock of sound falls behind another one, from distances that are known with errors.
///
/// A line through the distances of the last minutes tells it, and the more of it is known, the longer they reach: single
/// distances may be wrong by some tenths of a millisecond for seconds. What was known before it began anew counts as
/// much as it was certain.
struct DriftEstimate: Sendable, Equatable {
    /// The error of a distance in seconds, and what is known of clocks before anything was measured.
    private static let (error, usual) = (0.000_4, 0.000_2)
    /// The smallest deviation of a known drift: clocks change with their temperature.
    private static let mostCertain = 0.000_02
    /// The number of distances through which the line is drawn.
    private static let most = 40

    private var moments: [Double] = []
    private var distances: [Double] = []
    /// The former drift, and its error.
    private var former = (drift: 0.0, deviation: Self.usual)
    /// In seconds for each second; positive where the distance grows.
    private(set) var drift = 0.0
    /// How wrong that may be.
    private var deviation = Self.usual

    /// Takes in a distance.
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
        // Both say the same thing, each as much as it is certain.
        let (old, new) = (1 / (former.deviation * former.deviation), width / (Self.error * Self.error))
        drift = (former.drift * old + rise / width * new) / (old + new)
        deviation = (1 / (old + new)).squareRoot()
    }

    /// Forgets the distances, and keeps what they said of the clocks.
    mutating func restart() {
        former = (drift, max(deviation, Self.mostCertain))
        (moments, distances) = ([], [])
    }

    static func == (one: DriftEstimate, other: DriftEstimate) -> Bool {
        one.moments == other.moments && one.distances == other.distances && one.drift == other.drift
            && one.former == other.former
    }
}
