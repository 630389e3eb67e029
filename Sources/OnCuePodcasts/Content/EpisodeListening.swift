// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueSession

/// The listening history of episodes.
struct EpisodeListening: Sendable {
    /// The store of the history; `nil` if none is kept.
    let store: (any ListeningStoring)?

    func records(of episodes: [EpisodeRecord]) async throws(ContentError) -> [ContentIdentifier: ListeningRecord] {
        guard let store, !episodes.isEmpty else { return [:] }
        return try await store.records(for: episodes.map(\.identifier))
    }

    /// Returns the number of played episodes of each podcast.
    func playedCounts(_ podcasts: PodcastStore) async throws(ContentError) -> [StableKey: Int] {
        let played = try await playedEpisodes()
        guard !played.isEmpty else { return [:] }
        let owners = try await podcasts.podcastsOfEpisodes()
        return played.reduce(into: [:]) { counts, key in
            if let podcast = owners[key] { counts[podcast, default: 0] += 1 }
        }
    }

    /// Returns the episodes with a listening record, which must not be forgotten.
    func known(among keys: [StableKey]) async throws(ContentError) -> Set<StableKey> {
        guard let store, !keys.isEmpty else { return [] }
        let records = try await store.records(for: keys.map { $0.identifier(.episode) })
        return Set(records.keys.compactMap { StableKey(text: $0.key) })
    }

    private func playedEpisodes() async throws(ContentError) -> [StableKey] {
        guard let store else { return [] }
        let recent = try await store.recent([.episode], limit: 100_000)
        let records = try await store.records(for: recent)
        return records.compactMap { $0.value.playCount > 0 ? StableKey(text: $0.key.key) : nil }
    }
}
