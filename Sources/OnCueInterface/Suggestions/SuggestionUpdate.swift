// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An update of suggestions.
package enum SuggestionUpdate: Sendable, Equatable {
    /// The most updates that wait for a slow reader, which misses older ones.
    package static let room = 64

    /// An offer has begun.
    case raised(SuggestionOffer)
    /// The offer with this number has ended: `accepted`, `dismissed`, `expired`, …; a newer service may have other
    /// reasons.
    case ended(UInt64, reason: String)
    /// Other suggestions may fit this moment, or the offer has changed, for example by an answer to one of them.
    case changed
    /// The service, in another process, has ended, preceded by the end of its offer.
    case serviceLost
}
