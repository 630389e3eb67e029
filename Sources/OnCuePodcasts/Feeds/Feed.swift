// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The contents of a feed: a podcast and its episodes.
package struct Feed: Sendable, Equatable {
    /// The title; empty only if the feed has none, in which case its reader finds another name.
    package var title = ""
    package var author = ""
    package var summary = ""
    package var image: String?
    package var isExplicit = false
    /// The new address of the feed according to the publisher (`itunes:new-feed-url`).
    package var movedTo: String?
    /// The location in the world that the podcast is about (Podcasting 2.0).
    package var location: FeedLocation?
    /// The hours and days at which the publisher asks for no requests.
    package var wishes = PublisherWishes()
    /// The episodes with something to play, in the order of the feed.
    package var episodes: [FeedEpisode] = []
    /// Whether the feed was complete; if it was cut off or damaged, missing episodes may still exist.
    package var isComplete = true

    package init() {}
}

/// One episode of a feed.
package struct FeedEpisode: Sendable, Equatable {
    /// The publisher's identifier of the episode; `nil` if there is none.
    package var guid: String?
    package var title = ""
    package var summary = ""
    /// The address of the medium.
    package var address = ""
    /// The media type; empty when unknown.
    package var type = ""
    /// The size in bytes according to the feed.
    package var length: Int64?
    /// Seconds since 1970.
    package var published: Int64?
    package var duration: Duration?
    package var image: String?
    package var season: Int?
    package var number: Int?
    package var kind = Kind.full
    package var isExplicit: Bool?
    /// The address of a list of chapters (Podcasting 2.0).
    package var chaptersAddress: String?
    /// Chapters in the feed itself (Podlove Simple Chapters).
    package var chapters: [Chapter] = []
    /// The location in the world that the episode is about (Podcasting 2.0).
    package var location: FeedLocation?

    /// The role of an episode among the others.
    package enum Kind: String, Sendable {
        case full, trailer, bonus
    }

    package init() {}

    /// The identity of the episode within its podcast.
    package var identity: String { guid ?? address }
}
