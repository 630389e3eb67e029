// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// What a feed says: a podcast and its episodes.
package struct Feed: Sendable, Equatable {
    /// Never empty when the feed has a title; the reader of the feed finds another name otherwise.
    package var title = ""
    package var author = ""
    package var summary = ""
    package var image: String?
    package var isExplicit = false
    /// Where the publisher says that the feed has moved (`itunes:new-feed-url`).
    package var movedTo: String?
    /// In the order of the feed; only those with something to play.
    package var episodes: [FeedEpisode] = []
    /// False when the feed was cut off or damaged, so that what is missing in it may still exist.
    package var isComplete = true

    package init() {}
}

/// One episode of a feed.
package struct FeedEpisode: Sendable, Equatable {
    /// What the publisher calls it; `nil` when there is no name.
    package var guid: String?
    package var title = ""
    package var summary = ""
    /// Where the medium is.
    package var address = ""
    /// The media type; empty when unknown.
    package var type = ""
    /// In bytes, as the feed says.
    package var length: Int64?
    /// Seconds since 1970.
    package var published: Int64?
    package var duration: Duration?
    package var image: String?
    package var season: Int?
    package var number: Int?
    package var kind = Kind.full
    package var isExplicit: Bool?
    /// Where a list of chapters is (Podcasting 2.0).
    package var chaptersAddress: String?
    /// Chapters in the feed itself (Podlove Simple Chapters).
    package var chapters: [Chapter] = []

    /// How an episode stands to the others.
    package enum Kind: String, Sendable {
        case full, trailer, bonus
    }

    package init() {}

    /// What tells it from the others of its podcast.
    package var identity: String { guid ?? address }
}
