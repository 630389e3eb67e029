// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What happens to podcasts beside the change of the content tree.
package enum PodcastEvent: Sendable, Equatable {
    case refreshProgressed(RefreshProgress)
    case refreshFinished(RefreshReport)
    case downloadProgressed(DownloadProgress)
}

/// How far a refresh is.
package struct RefreshProgress: Sendable, Equatable {
    package var done: Int
    package var total: Int
    /// The podcast that was last done with.
    package var title: String

    package init(done: Int, total: Int, title: String) {
        self.done = done
        self.total = total
        self.title = title
    }
}

/// What a refresh brought.
package struct RefreshReport: Sendable, Equatable {
    package var podcasts: Int
    package var newEpisodes: Int
    /// The titles of those that failed, with the reason.
    package var failures: [String]

    package init(podcasts: Int = 0, newEpisodes: Int = 0, failures: [String] = []) {
        self.podcasts = podcasts
        self.newEpisodes = newEpisodes
        self.failures = failures
    }
}

/// How far the download of an episode is.
package struct DownloadProgress: Sendable, Equatable {
    package enum State: String, Sendable {
        case waiting, loading, finished, failed, cancelled
    }

    package var episode: ContentIdentifier
    package var title: String
    package var state: State
    package var received: Int64
    /// `nil` as long as the server does not say.
    package var total: Int64?
    /// Why it failed; what has arrived is kept, and the next download goes on from there.
    package var failure: String?

    package init(
        episode: ContentIdentifier, title: String, state: State, received: Int64 = 0, total: Int64? = nil,
        failure: String? = nil
    ) {
        self.episode = episode
        self.title = title
        self.state = state
        self.received = received
        self.total = total
        self.failure = failure
    }
}
