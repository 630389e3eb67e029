// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import HTTPClient
internal import OnCueCore

/// Decides which episodes a player may request at the addresses in their feed: none that a feed of the internet puts
/// into the home network.
package struct EpisodeLinks: Sendable {
    private let client: HTTPClient
    private let store: PodcastStore

    package init(client: HTTPClient, store: PodcastStore) {
        self.client = client
        self.store = store
    }

    /// Returns the episodes that may be requested; downloaded ones always may.
    ///
    /// - Throws: `refused` if none of them may be.
    func open(_ episodes: [EpisodeRecord]) async throws(ContentError) -> [EpisodeRecord] {
        var closed: [StableKey: Set<Substring>] = [:]
        for (podcast, remote) in Dictionary(grouping: episodes.filter { $0.file == nil }, by: \.podcast) {
            let feed = try await store.podcast(podcast)?.address ?? ""
            closed[podcast] = await client.closedHosts(of: remote.map(\.address), from: feed)
        }
        let open = episodes.filter { episode in
            episode.file != nil
                || closed[episode.podcast]?.contains(HTTPAddress.authority(of: episode.address)) == false
        }
        guard let first = episodes.first, open.isEmpty else { return open }
        throw ContentError(
            .refused,
            "the feed comes from the internet but gives \(first.address), on the home network, as the "
                + "address of \"\(first.title)\"; "
                + "to allow this: oncue config set network.private-links true")
    }
}
