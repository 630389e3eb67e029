// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// Podcasts, for front ends.
@MediaActor
package final class PodcastDesk: nonisolated PodcastService {
    package typealias Failure = ContentError

    /// The largest OPML document in a reply, in bytes, so that it fits into a message on the bus.
    static let longestExport = 8 << 20

    private let podcasts: any PodcastManaging
    private let manager: ContentManager
    private let controller: PlaybackController

    /// - Parameter controller: Has the rates of podcasts.
    package init(podcasts: any PodcastManaging, manager: ContentManager, controller: PlaybackController) {
        self.podcasts = podcasts
        self.manager = manager
        self.controller = controller
    }

    private func identifier(at place: String) async throws(ContentError) -> ContentIdentifier {
        try await manager.item(at: try ContentPlace(place)).item.identifier
    }

    @MediaActor
    package func subscribe(to address: String) async throws(ContentError) -> PodcastSummary {
        try await podcasts.subscribe(to: address)
    }

    @MediaActor
    package func unsubscribe(_ place: String) async throws(ContentError) {
        try await podcasts.unsubscribe(try await identifier(at: place))
    }

    @MediaActor
    package func refreshPodcasts(_ place: String?) async throws(ContentError) {
        guard let place else { return try await podcasts.refresh(nil) }
        try await podcasts.refresh(try await identifier(at: place))
    }

    @MediaActor
    package func subscriptions() async throws(ContentError) -> [PodcastSummary] { try await podcasts.subscriptions() }

    @MediaActor
    package func chapters(of place: String) async throws(ContentError) -> [Chapter] {
        try await podcasts.chapters(of: try await identifier(at: place))
    }

    @MediaActor
    package func download(_ place: String) async throws(ContentError) {
        try await podcasts.download(try await identifier(at: place))
    }

    @MediaActor
    package func downloadLatest(_ count: Int, of place: String) async throws(ContentError) -> [DownloadProgress] {
        try await podcasts.downloadLatest(count, of: try await identifier(at: place))
    }

    @MediaActor
    package func setKept(_ isKept: Bool, _ place: String) async throws(ContentError) {
        try await podcasts.setKept(isKept, try await identifier(at: place))
    }

    @MediaActor
    package func podcastSettings(of place: String) async throws(ContentError) -> PodcastSettings {
        let podcast = try await identifier(at: place)
        var settings = try await podcasts.settings(of: podcast)
        settings.rate = controller.rate(ofWork: podcast)
        return settings
    }

    @MediaActor
    package func setPodcast(_ settings: PodcastSettings, of place: String) async throws(ContentError) {
        let podcast = try await identifier(at: place)
        try await podcasts.set(settings, of: podcast)
        controller.setRate(settings.rate, ofWork: podcast)
    }

    @MediaActor
    package func removeDownload(_ place: String) async throws(ContentError) {
        try await podcasts.removeDownload(try await identifier(at: place))
    }

    @MediaActor
    package func importOPML(_ text: String) async throws(ContentError) -> ImportedPodcasts {
        let (added, known) = try await podcasts.importOPML(text)
        return ImportedPodcasts(added: added, known: known)
    }

    @MediaActor
    package func podcastUpdates() async throws(ContentError) -> AsyncStream<PodcastUpdate> {
        await podcasts.events().converted(room: PodcastUpdate.room) { .event($0) }
    }

    @MediaActor
    package func exportOPML() async throws(ContentError) -> String {
        let text = try await podcasts.exportOPML()
        guard text.utf8.count <= Self.longestExport else {
            throw ContentError(.refused, "the OPML file is too large for the bus; remove some podcasts")
        }
        return text
    }
}
