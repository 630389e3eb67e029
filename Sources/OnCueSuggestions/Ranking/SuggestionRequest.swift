// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A request to the ranker.
package struct SuggestionRequest: Sendable {
    /// The time of the suggestions.
    package var moment: Moment
    /// The most suggestions to return.
    package var limit: Int
    /// Candidates in addition to the items played before.
    package var nominations: [Nomination]
    /// Items that must not be suggested: heard to their end, gone, or not wanted here.
    package var isExcluded: @Sendable (String) -> Bool

    /// Creates a request for suggestions at a moment.
    package init(
        at moment: Moment, limit: Int = 10, nominations: [Nomination] = [],
        isExcluded: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.moment = moment
        self.limit = limit
        self.nominations = nominations
        self.isExcluded = isExcluded
    }
}
