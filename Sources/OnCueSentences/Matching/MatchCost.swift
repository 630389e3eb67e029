// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The costs of a reading; the cheapest is the best.
///
/// Readings with more fixed words are better than those with fewer wildcards, so `play Stay by Gold` has two values;
/// hassil prefers one. Mistakes are worse than both.
enum MatchCost {
    /// A word without meaning.
    static let skip: Int32 = 15
    /// A typing mistake in a fixed word.
    static let edit: Int32 = 180
    /// A value of a list of the caller with a weight of 0.
    static let value: Int32 = 40
    /// The reduction of the cost for a value with a weight of 1.
    static let likely = 30.0
    /// A typing mistake in such a value.
    static let valueEdit: Int32 = 100
    /// A value that only sounds alike.
    static let sound: Int32 = 230
    /// A wildcard with the first words of a name, which is more probable than anything with a mistake.
    static let beginning: Int32 = 95
    /// A wildcard.
    static let wildcard: Int32 = 100
    /// A word in a wildcard.
    static let wildcardWord: Int32 = 120

    /// The score of a reading, above 0 and at most 1.
    static func score(_ cost: Int32) -> Double { 1 / (1 + Double(cost) / 1000) }

    /// The cost of a value of a list.
    static func value(_ hit: SentenceList.Hit, weight: Double) -> Int32 {
        value - Int32(likely * weight) + (hit.edits.map { Int32($0) * valueEdit } ?? sound)
    }
}
