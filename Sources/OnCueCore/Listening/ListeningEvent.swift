// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Something that a person did with an item, in the words in which it is remembered.
package enum ListeningEvent: Sendable, Equatable {
    /// It was heard; counts as one play.
    case heard(Track, at: Int64)
    /// It was left in its first half for something else.
    case skipped(Track, at: Int64)
    /// It stands at a position that is worth coming back to; `nil` forgets it.
    case left(Track, position: Duration?, at: Int64)
    /// It is a favourite, or none any more; a favourite is not disliked.
    case favourite(ContentIdentifier, Bool)
    /// A person dislikes it, or does not any more; what is disliked is no favourite.
    case disliked(ContentIdentifier, Bool)
    /// Marks as played or as not played, as a person does with an episode.
    case played(ContentIdentifier, Bool, at: Int64)
    /// Playing a playlist has begun, or goes on; counts as no play of anything.
    case begun(ContentIdentifier, at: Int64)
    /// Goes into the journal; what it counts for is told by the other events.
    case noted(JournalEntry)
}
