// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A subscription in storage form.
package struct PodcastRecord: Sendable, Equatable {
    package var key: StableKey
    /// The present address of the feed.
    package var address: String
    package var title: String
    package var author = ""
    package var image: String?
    package var isExplicit = false
    package var tag: String?
    package var modified: String?
    /// Seconds since 1970, like all times here.
    package var refreshed: Int64?
    /// The time when it is due; 0 means at once.
    package var due: Int64 = 0
    /// The number of successive failures.
    package var failures = 0
    package var failure: String?
    /// The time of the first of them; ``toldFailure`` once the user was notified.
    package var failingSince: Int64?
    /// The value in the place of that time.
    static let toldFailure = Int64.max
    package var isEnded = false
    package var episodes = 0
    package var downloaded = 0
    /// Its location in the world.
    package var place: FeedLocation?
    /// The reason for the time when it is due; `nil` before the first refresh.
    package var reason: RefreshReason?
    /// The time at which an episode is likely, if that is known.
    package var expected: Int64?
    /// The wishes of the publisher in the feed.
    package var wishes = PublisherWishes()

    package init(key: StableKey, address: String, title: String) {
        self.key = key
        self.address = address
        self.title = title
    }

    package var identifier: ContentIdentifier { key.identifier(.podcast) }
}

/// An episode in storage form.
package struct EpisodeRecord: Sendable, Equatable {
    package var key: StableKey
    package var podcast: StableKey
    package var podcastTitle: String
    package var podcastAuthor: String
    package var address: String
    package var type: String
    package var title: String
    package var published: Int64?
    package var duration: Duration?
    package var image: String?
    package var season: Int?
    package var number: Int?
    package var kind: FeedEpisode.Kind
    package var isExplicit: Bool
    /// The path of the downloaded file; `nil` if there is none.
    package var file: String?
    /// The address of a list of chapters; `nil` if they are in the feed, or there are none.
    package var chaptersAddress: String?
    /// Whether chapters are stored, or can be loaded.
    package var hasChapters = false
    /// The size of its file according to the feed, in bytes.
    package var length: Int64?
    package var upkeep = Upkeep.byHand
    /// Whether its download is never deleted except by the user.
    package var isKept = false
    /// Its location in the world.
    package var place: FeedLocation?

    /// The treatment of the episode by automatic downloads.
    package enum Upkeep: Int64, Sendable {
        /// According to the settings of its podcast; a download is the user's.
        case byHand = 0
        /// Downloaded automatically, and deleted automatically.
        case automatic = 1
        /// Not downloaded automatically again, because it was deleted.
        case over = 2
    }

    package var identifier: ContentIdentifier { key.identifier(.episode) }

    package var location: MediaLocation? {
        if let file { return MediaLocation(filePath: Array(file.utf8)) }
        return MediaLocation(uri: address)
    }
}

/// The changes made by storing a feed.
package struct FeedChanges: Sendable, Equatable {
    /// The episodes that were not there before, newest first.
    package var arrived: [StableKey] = []
    /// Whether something visible differs.
    package var isVisible = false
    /// Episodes that are no longer in the feed and not downloaded.
    package var dropped: [StableKey] = []

    package init() {}
}
