// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import HTTPClient
internal import OnCueCore

/// Which episodes a player may ask for where their feed says that they are: none that a feed of the internet puts into
/// the network at home.
package struct EpisodeLinks: Sendable {
    private let client: HTTPClient
    private let store: PodcastStore

    package init(client: HTTPClient, store: PodcastStore) {
        self.client = client
        self.store = store
    }

    /// Those of the episodes that may be asked for; what was downloaded may always.
    ///
    /// - Throws: `refused` when there is none among some.
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
