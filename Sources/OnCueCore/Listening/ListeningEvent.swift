// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A listening event, in the form in which it is stored.
package enum ListeningEvent: Sendable, Equatable {
    /// It was heard; counts as one play.
    case heard(Track, at: Int64)
    /// It was left in its first half for something else.
    case skipped(Track, at: Int64)
    /// The position to return to in the item; `nil` clears it.
    case left(Track, position: Duration?, at: Int64)
    /// The item was added to the favourites or removed from them; adding it clears a dislike.
    case favourite(ContentIdentifier, Bool)
    /// The item was marked as disliked, or the mark was cleared; marking it removes it from the favourites.
    case disliked(ContentIdentifier, Bool)
    /// The item was rated; `nil` removes the rating.
    case rated(ContentIdentifier, Stars?)
    /// The item was marked as played or as unplayed by hand, as episodes are.
    case played(ContentIdentifier, Bool, at: Int64)
    /// A playlist was started or continued; this does not count as a play of anything.
    case begun(ContentIdentifier, at: Int64)
    /// An entry for the journal only; other events carry its effect on counts and positions.
    case noted(JournalEntry)
}
