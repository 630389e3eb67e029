// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A subscribed podcast in a list.
package struct PodcastSummary: Sendable, Equatable {
    package var identifier: ContentIdentifier
    package var title: String
    package var author: String
    /// The address of the feed.
    package var address: String
    package var episodes: Int
    package var unplayed: Int
    package var downloaded: Int
    /// Seconds since 1970; `nil` before the first time.
    package var refreshed: Int64?
    /// The time of the next refresh, or `nil` if none is scheduled.
    package var nextRefresh: Int64?
    /// The reason for that time, or why it waits; `nil` for one that this version does not know.
    package var refreshReason: RefreshReason?
    /// When an episode is likely, in seconds since 1970; `nil` if no time stands out.
    package var expected: Int64?
    /// The reason why the last refresh failed; `nil` if it did not.
    package var failure: String?
    /// Since when it fails, in seconds since 1970; `nil` if it does not, or the user was told. Not on the bus.
    package var failingSince: Int64?
    /// Its publisher has ended it; its episodes stay.
    package var isEnded: Bool

    package init(
        identifier: ContentIdentifier, title: String, author: String = "", address: String, episodes: Int = 0,
        unplayed: Int = 0, downloaded: Int = 0, refreshed: Int64? = nil, nextRefresh: Int64? = nil,
        refreshReason: RefreshReason? = nil, expected: Int64? = nil, failure: String? = nil, isEnded: Bool = false
    ) {
        self.identifier = identifier
        self.title = title
        self.author = author
        self.address = address
        self.episodes = episodes
        self.unplayed = unplayed
        self.downloaded = downloaded
        self.refreshed = refreshed
        self.nextRefresh = nextRefresh
        self.refreshReason = refreshReason
        self.expected = expected
        self.failure = failure
        self.isEnded = isEnded
    }
}
