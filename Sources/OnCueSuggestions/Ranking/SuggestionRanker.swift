// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Learns from what a person does what they are likely to want at a moment, and says why: episodic attention.
///
/// The last 1,000 things that were done are kept as episodes. A moment attends to each of them by how alike they are
/// in a handful of facets, and the probability of an item is its share of the attention. How much each facet counts is
/// learnt for this person, step by step, from every choice. Nothing but the donations goes in, so the same donations
/// in the same order give the same suggestions, and what was forgotten is gone once the ranker has been filled again
/// from what is left: that is how its state is kept, as the log of donations, never by itself.
///
/// What it keeps is bounded, whatever comes: ``itemLimit`` items with the moment of their last play, and the episodes.
package struct SuggestionRanker: Sendable {
    /// How many episodes are kept; results hardly differ between 300 and 4,000.
    package static let memory = 1_000
    /// Items that are known at least; those that were played the longest ago go first.
    package static let itemLimit = 10_000
    /// Play within which this long nothing was begun has ended, whether or not somebody says so, in seconds.
    package static let longestGap = 4.0 * 3_600

    var episodes: EpisodeRing
    var refusals = Refusals()
    var items = NameTable()
    /// For each item, the number of its last play.
    var lastPlays: [Int] = []
    /// Places, triggers, devices and what is made of them.
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
    /// What each facet counts, and the squares of the steps that it took.
    var weights = FacetVector.priors
    var squares = FacetVector(repeating: 1)

    /// Sessions that began so far; below five, habits mean little.
    package internal(set) var sessions = 0

    /// A ranker that knows nothing.
    package init(memory: Int = SuggestionRanker.memory) {
        episodes = EpisodeRing(capacity: memory)
    }

    /// A ranker that knows what was done, in its order.
    package init(replaying donations: some Sequence<Donation>) {
        self.init()
        for donation in donations { record(donation) }
    }

    /// What a facet counts now; for those who want to look behind a suggestion.
    package func weight(of facet: Facet) -> Double { weights[facet] }
}
