// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// The filter of one container during typing.
///
/// A longer text narrows the matches of the shorter one, which is kept in case a letter is deleted. So a list of a
/// million rows is read once, not with every key.
struct ListFiltering: Sendable {
    /// The most shorter texts that are remembered.
    private static let depth = 8

    /// The filter in view.
    private(set) var shown: ListFilter
    /// A new search of the list after a change; it replaces the filter in view when complete.
    private var renewal: ListFilter?
    /// The filters of shorter texts, the shortest first.
    private var shorter: [ListFilter] = []
    /// The matcher of the step in progress.
    private var awaited: ListMatcher?

    init(_ text: String, round: Int) {
        shown = ListFilter(ListMatcher(text, round: round))
    }

    /// Returns the next page to read, and its matcher; `nil` if everything has been read, or while a page is on its
    /// way.
    mutating func next() -> (offset: Int, matcher: ListMatcher)? {
        let filter = renewal ?? shown
        guard !filter.text.isEmpty, !filter.isComplete, awaited != filter.matcher else { return nil }
        awaited = filter.matcher
        return (filter.looked, filter.matcher)
    }

    /// Records that a step failed; it is requested again at the next opportunity.
    mutating func fail(_ matcher: ListMatcher) {
        if awaited == matcher { awaited = nil }
    }

    mutating func change(to text: String, round: Int) {
        let matcher = ListMatcher(text, round: round)
        // After a change of the list, all earlier matches are void.
        if renewal != nil {
            renewal = nil
            shorter = []
            shown = ListFilter(matcher)
        } else if let known = shorter.lastIndex(where: { $0.text == text }) {
            shown = shorter[known].resumed(round: round)
            shorter.removeSubrange(known...)
        } else {
            if !shown.text.isEmpty { shorter = Array((shorter + [shown]).suffix(Self.depth)) }
            shown = shown.text.isEmpty ? ListFilter(matcher) : shown.narrowed(to: matcher) ?? ListFilter(matcher)
        }
    }

    /// Searches the list again after a change; the present matches stay in view until then.
    mutating func renew(round: Int) {
        shorter = []
        renewal = ListFilter(ListMatcher(shown.text, round: round))
    }

    /// Removes a row that no longer exists.
    mutating func drop(_ identifier: String) {
        shown.drop(identifier)
    }

    mutating func take(_ step: ListFilterStep, for matcher: ListMatcher) {
        fail(matcher)
        if renewal?.matcher == matcher {
            renewal?.take(step)
            guard let renewed = renewal, renewed.isComplete else { return }
            shown = renewed
            renewal = nil
        } else if shown.matcher == matcher {
            shown.take(step)
        }
    }
}
