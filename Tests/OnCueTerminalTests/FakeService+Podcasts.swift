// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueRuntime

extension FakeService {
    static let show = PodcastSummary(
        identifier: ContentIdentifier(kind: .podcast, key: "aaaaaaaaaaaa"), title: "The Show", author: "Ada",
        address: "http://h/feed", episodes: 3, unplayed: 2)

    func subscribe(to address: String) async throws(ClientError) -> PodcastSummary {
        _ = try note("subscribe \(address)")
        return Self.show
    }

    func unsubscribe(_ place: String) async throws(ClientError) { _ = try note("unsubscribe \(place)", about: place) }

    func refreshPodcasts(_ place: String?) async throws(ClientError) { _ = try note("refresh \(place ?? "all")") }

    func subscriptions() async throws(ClientError) -> [PodcastSummary] { try note("subscriptions").podcasts }

    func chapters(of place: String) async throws(ClientError) -> [Chapter] {
        _ = try note("chapters \(place)", about: place)
        return [Chapter(start: .zero, title: "Intro"), Chapter(start: .seconds(3661), title: "Main")]
    }

    func download(_ place: String) async throws(ClientError) { _ = try note("download \(place)", about: place) }

    func removeDownload(_ place: String) async throws(ClientError) { _ = try note("delete \(place)", about: place) }

    func downloadLatest(_ count: Int, of place: String) async throws(ClientError) -> [DownloadProgress] {
        let updates = try note("latest \(count) of \(place)", about: place).podcastUpdates
        var found: [DownloadProgress] = []
        for case .event(.downloadProgressed(let progress)) in updates
        where !found.contains(where: { $0.episode == progress.episode }) {
            found.append(DownloadProgress(episode: progress.episode, title: progress.title, state: .waiting))
        }
        return found
    }

    func setKept(_ isKept: Bool, _ place: String) async throws(ClientError) {
        _ = try note((isKept ? "keep " : "do not keep ") + place, about: place)
    }

    func podcastSettings(of place: String) async throws(ClientError) -> PodcastSettings {
        try note("settings \(place)", about: place).podcastSettings
    }

    func setPodcast(_ settings: PodcastSettings, of place: String) async throws(ClientError) {
        _ = try note("set \(place)", about: place)
        change { $0.podcastSettings = settings }
    }

    func importOPML(_ text: String) async throws(ClientError) -> ImportedPodcasts {
        _ = try note("import \(text)")
        return ImportedPodcasts(added: 2, known: 1)
    }

    func exportOPML() async throws(ClientError) -> String {
        _ = try note("export")
        return "<opml/>\n"
    }

    func podcastUpdates() async throws(ClientError) -> AsyncStream<PodcastUpdate> {
        let state = try note("podcast updates")
        return state.isLive ? podcastHub.listen() : Self.stream(state.podcastUpdates)
    }
}
