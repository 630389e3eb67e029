// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Podcasts, their episodes and downloads.
package protocol PodcastServiceClient: Sendable {
    /// Subscribes to a feed, or to the one that a web page names; returns when its episodes are there.
    func subscribe(to address: String) async throws(ClientError) -> PodcastSummary
    func unsubscribe(_ place: String) async throws(ClientError)
    /// Begins to check one podcast, or all, for new episodes.
    func refreshPodcasts(_ place: String?) async throws(ClientError)
    /// Every podcast by title.
    func subscriptions() async throws(ClientError) -> [PodcastSummary]
    /// The chapters of an episode, in order; empty when it has none.
    func chapters(of place: String) async throws(ClientError) -> [Chapter]
    /// Begins to download an episode.
    func download(_ place: String) async throws(ClientError)
    func removeDownload(_ place: String) async throws(ClientError)
    func importOPML(_ text: String) async throws(ClientError) -> (added: Int, known: Int)
    func exportOPML() async throws(ClientError) -> String
    /// Returns the updates of podcasts from now on. A slow reader misses the oldest of more than 256 updates.
    func podcastUpdates() async throws(ClientError) -> AsyncStream<PodcastUpdate>
}

/// An update of podcasts.
package enum PodcastUpdate: Sendable, Equatable {
    case event(PodcastEvent)
    /// The daemon has ended, and its operations with it.
    case serviceLost
}
