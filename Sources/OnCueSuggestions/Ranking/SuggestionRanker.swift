// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Learns from the user's actions which items are likely at a moment, and explains why: episodic attention.
///
/// The last 1,000 actions are kept as observations. A moment attends to each of them by its similarity in a handful of
/// facets, and the probability of an item is its share of the attention. The weight of each facet is learnt for this
/// user, step by step, from every choice. The donations are the only input, so the same donations in the same order
/// give the same suggestions, and forgotten data is gone once the ranker has been rebuilt from the rest: its state is
/// stored as the log of donations only.
///
/// Its size is bounded: ``itemLimit`` items with the moment of their last play, and the observations.
package struct SuggestionRanker: Sendable {
    /// The number of observations that are kept; results hardly differ between 300 and 4,000.
    package static let memory = 1_000
    /// The least number of items that are remembered; those played longest ago are removed first.
    package static let itemLimit = 10_000
    /// The pause after which a session has ended, with or without a notice, in seconds.
    package static let longestGap = 4.0 * 3_600

    var observations: ObservationRing
    var refusals = Refusals()
    var rest = Rest()
    var items = NameTable()
    /// For each item, the number of its last play.
    var lastPlays: [Int] = []
    /// Places, triggers, devices and their combinations.
    var surroundings = NameTable()
    /// The last item in some surroundings.
    var lastHere: [Int32: Int32] = [:]
    var last = NameTable.none
    var lastButOne = NameTable.none
    var lastIsOpen = false
    var lastTime: Double?
    /// Plays so far.
    var plays = 0
    /// Plays of the session so far, and those of each item.
    var position = 0
    var repetitions: [Int32: Int] = [:]
    /// The weight of each facet, and the sum of the squares of its slopes.
    var weights = FacetVector.priors
    var squares = FacetVector(repeating: 1)

    /// The number of sessions so far; below five, habits mean little.
    package internal(set) var sessions = 0

    /// Creates a ranker without any knowledge.
    package init(memory: Int = SuggestionRanker.memory) {
        observations = ObservationRing(capacity: memory)
    }

    /// Creates a ranker from past donations, in order.
    package init(replaying donations: some Sequence<Donation>) {
        self.init()
        for donation in donations { record(donation) }
    }

    /// Returns the present weight of a facet, for inspection.
    package func weight(of facet: Facet) -> Double { weights[facet] }
}
