// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An event of the podcasts, in addition to changes of the content tree.
package enum PodcastEvent: Sendable, Equatable {
    case refreshProgressed(RefreshProgress)
    case refreshFinished(RefreshReport)
    case downloadProgressed(DownloadProgress)
}

/// The progress of a refresh.
package struct RefreshProgress: Sendable, Equatable {
    package var done: Int
    package var total: Int
    /// The title of the podcast that was processed last.
    package var title: String

    package init(done: Int, total: Int, title: String) {
        self.done = done
        self.total = total
        self.title = title
    }
}

/// The result of a refresh.
package struct RefreshReport: Sendable, Equatable {
    package var podcasts: Int
    package var newEpisodes: Int
    /// The titles of the podcasts that failed, with the reasons.
    package var failures: [String]

    package init(podcasts: Int = 0, newEpisodes: Int = 0, failures: [String] = []) {
        self.podcasts = podcasts
        self.newEpisodes = newEpisodes
        self.failures = failures
    }
}

/// The progress of the download of an episode.
package struct DownloadProgress: Sendable, Equatable {
    package enum State: String, Sendable {
        case waiting, loading, finished, failed, cancelled
    }

    package var episode: ContentIdentifier
    package var title: String
    package var state: State
    package var received: Int64
    /// The total size in bytes, or `nil` until the server sends it.
    package var total: Int64?
    /// The reason for the failure; the data received is kept, and the next download resumes from there. `nil` if it did
    /// not fail.
    package var failure: String?
    /// Whether it was not requested by a user. Not on the bus.
    package var isAutomatic = false

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
