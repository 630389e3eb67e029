// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An action of the user on an item, from which the ranker learns.
package struct Donation: Sendable, Equatable {
    /// The kind of action.
    package enum Kind: String, Sendable, CaseIterable {
        /// The item was played.
        case played
        /// The item was begun and left for something else.
        case skipped
        /// The item was suggested and dismissed.
        case dismissed
        /// A suggestion was accepted; the playback that follows is a donation of its own.
        case accepted
    }

    package var kind: Kind
    /// The item, as the ranker should suggest it; a collection rather than one track of it.
    package var item: String
    /// The time of the start, with the circumstances.
    package var moment: Moment
    /// Whether it was left before its end with nothing after it, so that it may be continued.
    package var isOpen: Bool
    /// For the first item of a session, the moment of the choice: that of the trigger, or that of the item itself if
    /// the session began without one. `nil` within a session.
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
