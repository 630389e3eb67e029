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
    /// The time of the last refresh, in seconds since 1970; `nil` before the first one.
    package var refreshed: Int64?
    /// The time of the next refresh, or `nil` if none is scheduled.
    package var nextRefresh: Int64?
    /// The reason for that time, or for waiting; `nil` for one that this version does not know.
    package var refreshReason: RefreshReason?
    /// The time when an episode is likely, in seconds since 1970; `nil` if no time is more likely than others.
    package var expected: Int64?
    /// The reason why the last refresh failed; `nil` if it did not fail.
    package var failure: String?
    /// The time since which it fails, in seconds since 1970; `nil` if it does not fail, or the user was notified. Not
    /// on the bus.
    package var failingSince: Int64?
    /// Whether its publisher has ended it; its episodes stay.
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
