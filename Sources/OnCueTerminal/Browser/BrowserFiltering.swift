// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// The filter of one container while a person types.
///
/// A longer text narrows what the shorter one has found, and the shorter one is still there when a letter is taken
/// back, so that a list of a million rows is read once and not with every key.
struct BrowserFiltering: Sendable {
    /// The most shorter texts that are remembered.
    private static let depth = 8

    /// What is shown.
    private(set) var shown: BrowserFilter
    /// Reads the list anew after a change, and takes the place of what is shown when it has read all.
    private var renewal: BrowserFilter?
    /// The filters of shorter texts, the shortest first.
    private var shorter: [BrowserFilter] = []
    /// For whom a step is under way.
    private var awaited: BrowserMatcher?

    init(_ text: String, round: Int) {
        shown = BrowserFilter(BrowserMatcher(text, round: round))
    }

    /// What must be read next: where, and for whom; `nil` when all has been read, and while that is under way.
    mutating func next() -> (offset: Int, matcher: BrowserMatcher)? {
        let filter = renewal ?? shown
        guard !filter.text.isEmpty, !filter.isComplete, awaited != filter.matcher else { return nil }
        awaited = filter.matcher
        return (filter.looked, filter.matcher)
    }

    /// Notes that a step did not come; it is asked for again when there is a reason to.
    mutating func fail(_ matcher: BrowserMatcher) {
        if awaited == matcher { awaited = nil }
    }

    mutating func change(to text: String, round: Int) {
        let matcher = BrowserMatcher(text, round: round)
        // After a change of the list, nothing that was found before holds.
        if renewal != nil {
            renewal = nil
            shorter = []
            shown = BrowserFilter(matcher)
        } else if let known = shorter.lastIndex(where: { $0.text == text }) {
            shown = shorter[known].resumed(round: round)
            shorter.removeSubrange(known...)
        } else {
            if !shown.text.isEmpty { shorter = Array((shorter + [shown]).suffix(Self.depth)) }
            shown = shown.text.isEmpty ? BrowserFilter(matcher) : shown.narrowed(to: matcher) ?? BrowserFilter(matcher)
        }
    }

    /// The list has changed: it is read anew while what was found stays in view.
    mutating func renew(round: Int) {
        shorter = []
        renewal = BrowserFilter(BrowserMatcher(shown.text, round: round))
    }

    /// Takes a row out that is no more.
    mutating func drop(_ identifier: String) {
        shown.drop(identifier)
    }

    mutating func take(_ step: BrowserFilterStep, for matcher: BrowserMatcher) {
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
