// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The values of several runs.
struct Samples {
    private(set) var values: [Double] = []

    mutating func add(_ value: Double) { values.append(value) }

    mutating func add(milliseconds duration: Duration) { values.append(duration / .milliseconds(1)) }

    mutating func add(_ others: Samples) { values += others.values }

    /// The value below which `fraction` of the values lie; the middle between neighbours where it falls between two.
    func quantile(_ fraction: Double) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let place = fraction * Double(sorted.count - 1)
        let lower = Int(place)
        let upper = min(lower + 1, sorted.count - 1)
        return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - Double(lower))
    }

    var median: Double? { quantile(0.5) }
}
