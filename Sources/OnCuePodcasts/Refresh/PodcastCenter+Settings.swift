// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime

extension PodcastCenter {
    package func settings(of podcast: ContentIdentifier) async throws(ContentError) -> PodcastSettings {
        let key = try await key(podcast, .podcast)
        guard try await store.podcast(key) != nil else { throw PodcastStore.notFound(podcast) }
        return try await store.settings(of: key)
    }

    package func set(_ settings: PodcastSettings, of podcast: ContentIdentifier) async throws(ContentError) {
        if let problem = settings.problem { throw ContentError(.refused, problem) }
        let before = try await self.settings(of: podcast)
        let key = try await key(podcast, .podcast)
        try await store.set(settings, of: key)
        if before.order != settings.order { await tellChange(of: [podcast]) }
        await tellSettings()
        try await tend(key, isFresh: true)
        reschedule()
    }

    package func downloadLatest(
        _ count: Int, of podcast: ContentIdentifier
    ) async throws(ContentError) -> [DownloadProgress] {
        let range = 1...PodcastSettings.latestRange.upperBound
        guard range.contains(count) else {
            throw ContentError(.refused, "1 to \(range.upperBound) episodes can be downloaded at once")
        }
        let key = try await key(podcast, .podcast)
        guard try await store.podcast(key) != nil else { throw PodcastStore.notFound(podcast) }
        let episodes = try await store.episodes(of: key, in: .newest, limit: count)
        for episode in episodes { try await downloads.begin(episode) }
        return episodes.map {
            DownloadProgress(
                episode: $0.identifier, title: $0.title, state: $0.file == nil ? .waiting : .finished)
        }
    }

    package func setKept(_ isKept: Bool, _ episode: ContentIdentifier) async throws(ContentError) {
        let key = try await key(episode, .episode)
        guard let record = try await store.episode(key) else { throw PodcastStore.notFound(episode) }
        guard record.isKept != isKept else { return }
        try await store.setKept(isKept, of: key)
        await tellChange(of: [record.podcast.identifier(.podcast)])
        reschedule()
    }

    package func noteFailureTold(of podcast: ContentIdentifier) async {
        do throws(ContentError) { try await store.noteFailureTold(of: try await key(podcast, .podcast)) } catch {
            log.warning("cannot note that a failure was told", ["error": error.message])
        }
    }

    /// Announces the settings of all podcasts.
    func tellSettings() async {
        guard let settings = try? await store.settings() else { return }
        settingChanges.send(
            Dictionary(uniqueKeysWithValues: settings.map { ($0.key.identifier(.podcast), $0.value) }))
    }

    /// Announces new episodes, if that is set for their podcast.
    func announce(_ episodes: [StableKey], of podcast: StableKey) async throws(ContentError) {
        let settings = try await store.settings(of: podcast)
        guard !episodes.isEmpty, settings.notifies else { return }
        var records: [EpisodeRecord] = []
        // Further ones are counted, not named.
        for key in episodes.prefix(PodcastSettings.latestRange.upperBound) {
            if let episode = try await store.episode(key) { records.append(episode) }
        }
        guard let first = records.first else { return }
        var news = NewEpisodes(
            podcast.identifier(.podcast), podcast: first.podcastTitle,
            episodes: records.map { .init($0.key.identifier(.episode), title: $0.title) },
            picture: first.image.flatMap { MediaLocation(uri: $0) })
        news.isLoud = settings.notifiesLoudly
        arrivals.send(news)
    }
}
