// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// The filter of one container during typing.
///
/// A longer text narrows the matches of the shorter one, which is kept for when a letter is deleted, so that a list of
/// a million rows is read once and not with every key.
struct ListFiltering: Sendable {
    /// The most shorter texts that are remembered.
    private static let depth = 8

    /// The filter in view.
    private(set) var shown: ListFilter
    /// A rescan of the list after a change, which replaces the filter in view when complete.
    private var renewal: ListFilter?
    /// The filters of shorter texts, the shortest first.
    private var shorter: [ListFilter] = []
    /// For whom a step is under way.
    private var awaited: ListMatcher?

    init(_ text: String, round: Int) {
        shown = ListFilter(ListMatcher(text, round: round))
    }

    /// Returns the next page to read, and its matcher; `nil` if all has been read, or while a page is on its way.
    mutating func next() -> (offset: Int, matcher: ListMatcher)? {
        let filter = renewal ?? shown
        guard !filter.text.isEmpty, !filter.isComplete, awaited != filter.matcher else { return nil }
        awaited = filter.matcher
        return (filter.looked, filter.matcher)
    }

    /// Notes that a step failed; it is requested again with the next reason to.
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

    /// Rescans the list after a change; the present matches stay in view until then.
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
