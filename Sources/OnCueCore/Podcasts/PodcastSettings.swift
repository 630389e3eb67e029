// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The settings of one podcast for its episodes.
package struct PodcastSettings: Sendable, Equatable {
    /// The order in which episodes are listed and played.
    package enum Order: String, Sendable, CaseIterable {
        case newest
        case oldest
    }

    /// The bounds of ``latest``.
    package static let latestRange = 0...50
    /// The longest intro or outro.
    package static let longestSkip: Duration = .seconds(600)
    /// The longest ``removal``.
    package static let longestRemoval: Duration = .seconds(365 * 86_400)

    /// The number of newest episodes that are downloaded automatically; 0 for none.
    package var latest = 0
    /// The time from the end of listening to an episode until its automatic download is deleted; `nil` for never.
    package var removal: Duration?
    /// The rate at which its episodes play.
    package var rate = 1.0
    /// The time that is left out at the beginning of episodes.
    package var intro: Duration = .zero
    /// The time that is left out at the end of episodes.
    package var outro: Duration = .zero
    package var order = Order.newest
    /// Whether new episodes are announced on the desktop.
    package var notifies = false
    /// Whether the announcement has a sound.
    package var notifiesLoudly = false

    package init() {}

    /// The reason why the settings cannot be accepted; `nil` if they can.
    package var problem: String? {
        if !Self.latestRange.contains(latest) {
            return "the number of automatic downloads must be from 0 to \(Self.latestRange.upperBound)"
        }
        if let removal, !(.zero...Self.longestRemoval).contains(removal) {
            return "downloads can be deleted at most a year after listening"
        }
        if !PlaybackRates.range.contains(rate) { return "the speed must be from 0.5 to 3" }
        if ![intro, outro].allSatisfy((.zero...Self.longestSkip).contains) {
            return "at most 10 minutes can be skipped at the beginning and at the end"
        }
        return nil
    }
}

/// New episodes of a podcast.
package struct NewEpisodes: Sendable, Equatable {
    package struct Episode: Sendable, Equatable {
        package var identifier: ContentIdentifier
        package var title: String

        package init(_ identifier: ContentIdentifier, title: String) {
            (self.identifier, self.title) = (identifier, title)
        }
    }

    package var identifier: ContentIdentifier
    /// The title of the podcast.
    package var podcast: String
    /// The episodes, newest first.
    package var episodes: [Episode]
    package var picture: MediaLocation?
    /// Whether they are announced with a sound.
    package var isLoud = false

    package init(
        _ identifier: ContentIdentifier, podcast: String, episodes: [Episode], picture: MediaLocation? = nil
    ) {
        (self.identifier, self.podcast, self.episodes, self.picture) = (identifier, podcast, episodes, picture)
    }
}
