// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that a person did with an item, from which the ranker learns.
package struct Donation: Sendable, Equatable {
    /// What was done.
    package enum Kind: String, Sendable, CaseIterable {
        /// It was listened to, or watched.
        case played
        /// It was begun and left for something else.
        case skipped
        /// It was suggested and not wanted.
        case dismissed
        /// It was suggested and taken; what is then played of it is a donation of its own.
        case accepted
    }

    package var kind: Kind
    /// The item, as the ranker is to name it; a collection rather than one track of it.
    package var item: String
    /// When it began, and what was around.
    package var moment: Moment
    /// Whether it was left before its end with nothing after it, so that it may be gone on with.
    package var isOpen: Bool
    /// For the first item of a session, the moment for which a choice was made: that of the trigger, or that of the
    /// item itself where the person began without one. `nil` while a session goes on.
    package var choice: Moment?

    package init(
        _ kind: Kind = .played, _ item: String, at moment: Moment, isOpen: Bool = false, choice: Moment? = nil
    ) {
        self.kind = kind
        self.item = item
        self.moment = moment
        self.isOpen = isOpen
        self.choice = choice
    }
}
