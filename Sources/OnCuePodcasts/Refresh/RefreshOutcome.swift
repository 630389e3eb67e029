// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The stored outcome of a refresh.
package struct RefreshOutcome: Sendable, Equatable {
    /// The time of the next refresh, in seconds since 1970, with the reason.
    package var next: RefreshSchedule.Look
    package var failures = 0
    package var failure: String?
    package var isEnded = false
    package var movedTo: String?
    package var tag: String?
    package var modified: String?
    /// The wishes of the publisher, as far as the feed states them.
    package var wishes: PublisherWishes

    package init(next: RefreshSchedule.Look, wishes: PublisherWishes = PublisherWishes()) {
        (self.next, self.wishes) = (next, wishes)
    }
}
