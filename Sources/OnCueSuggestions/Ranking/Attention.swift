// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The attention of a moment to the observations: a weight for each of them, and a sum for every item.
struct Attention {
    /// The similarity of each observation to the moment.
    private(set) var features: [FacetVector] = []
    /// The weight of each observation, 1 for the largest.
    private(set) var weights: [Double] = []
    private(set) var items: [Int32] = []
    /// The sum for each item of the ranker, reduced by dismissals.
    private(set) var masses: [Double]
    /// Items that have observations, in the order of the first one.
    private(set) var candidates: [Int32] = []
    /// The sum for all items.
    private(set) var total = 0.0

    /// - Complexity: O(observations + items).
    init(_ ranker: SuggestionRanker, at moment: Moment) {
        masses = [Double](repeating: 0, count: ranker.items.count)
        guard ranker.observations.count > 0 else { return }
        let likeness = Likeness(ranker, moment)
        reserve(ranker.observations.count)
        var strongest = -Double.infinity
        ranker.observations.visit { observation in
            let feature = likeness.features(of: observation)
            let score = (feature * ranker.weights).sum()
            strongest = max(strongest, score)
            features.append(feature)
            weights.append(score)
            items.append(observation.item)
        }
        for place in weights.indices { weights[place] = exp(weights[place] - strongest) }
        share(ranker.refusals.reluctance(ranker, moment))
    }

    private mutating func reserve(_ count: Int) {
        features.reserveCapacity(count)
        weights.reserveCapacity(count)
        items.reserveCapacity(count)
    }

    private mutating func share(_ reluctance: [Int32: Double]) {
        var isKnown = [Bool](repeating: false, count: masses.count)
        for (place, item) in items.enumerated() {
            masses[Int(item)] += weights[place]
            guard !isKnown[Int(item)] else { continue }
            isKnown[Int(item)] = true
            candidates.append(item)
        }
        for (item, factor) in reluctance { masses[Int(item)] *= factor }
        for item in candidates { total += masses[Int(item)] }
    }

    /// Returns the share of an item.
    func probability(of item: Int32) -> Double { total > 0 ? masses[Int(item)] / total : 0 }

    /// Returns the average features of all observations, and of some items' observations, weighted by attention.
    ///
    /// - Returns: `nil` for an item without attention.
    /// - Complexity: O(observations).
    func means(of wanted: [Int32]) -> (all: FacetVector, items: [FacetVector?]) {
        var slots = [Int](repeating: -1, count: masses.count)
        for (slot, item) in wanted.enumerated() { slots[Int(item)] = slot }
        var all = FacetVector.zero
        var weight = 0.0
        var sums = [FacetVector](repeating: .zero, count: wanted.count)
        var weightSums = [Double](repeating: 0, count: wanted.count)
        for place in weights.indices {
            let part = features[place] * weights[place]
            all += part
            weight += weights[place]
            let slot = slots[Int(items[place])]
            guard slot >= 0 else { continue }
            sums[slot] += part
            weightSums[slot] += weights[place]
        }
        let means = sums.indices.map { slot -> FacetVector? in
            weightSums[slot] > Self.leastWeight ? sums[slot] / weightSums[slot] : nil
        }
        return (weight > 0 ? all / weight : .zero, means)
    }

    /// The average features of all observations, regardless of attention.
    var plainMean: FacetVector {
        var sum = FacetVector.zero
        for feature in features { sum += feature }
        return features.isEmpty ? .zero : sum / Double(features.count)
    }

    /// Below this a quotient would be noise.
    private static let leastWeight = 1e-250
}
