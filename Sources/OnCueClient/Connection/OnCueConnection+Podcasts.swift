// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: PodcastService {
    package func subscribe(to address: String) async throws(ServiceError) -> PodcastSummary {
        // A page may link to the feed, so this waits for two answers and their parsing.
        try await call(
            PodcastMethods.subscribe, Only(address),
            waitingFor: .server(of: address, limit: .seconds(20), patience: .seconds(150))
        ).value
    }

    package func unsubscribe(_ place: String) async throws(ServiceError) {
        try await call(PodcastMethods.unsubscribe, Only(place))
    }

    package func refreshPodcasts(_ place: String?) async throws(ServiceError) {
        try await call(PodcastMethods.refresh, Only(place ?? ""))
    }

    package func subscriptions() async throws(ServiceError) -> [PodcastSummary] { try await all(PodcastMethods.list) }

    package func chapters(of place: String) async throws(ServiceError) -> [Chapter] {
        try await call(
            PodcastMethods.chapters, Only(place),
            waitingFor: LongWait("the server that has the chapters", limit: .seconds(15))
        ).value
    }

    package func download(_ place: String) async throws(ServiceError) {
        try await call(PodcastMethods.download, Only(place))
    }

    package func downloadLatest(_ count: Int, of place: String) async throws(ServiceError) -> [DownloadProgress] {
        try await call(PodcastMethods.downloadLatest, Pair(place, count)).value
    }

    package func setKept(_ isKept: Bool, _ place: String) async throws(ServiceError) {
        try await call(PodcastMethods.setKept, Pair(place, isKept))
    }

    package func podcastSettings(of place: String) async throws(ServiceError) -> PodcastSettings {
        try await call(PodcastMethods.settings, Only(place)).value
    }

    package func setPodcast(_ settings: PodcastSettings, of place: String) async throws(ServiceError) {
        try await call(PodcastMethods.setSettings, Pair(place, Strict(settings)))
    }

    package func removeDownload(_ place: String) async throws(ServiceError) {
        try await call(PodcastMethods.removeDownload, Only(place))
    }

    package func importOPML(_ text: String) async throws(ServiceError) -> ImportedPodcasts {
        try await call(PodcastMethods.importOPML, Only(text))
    }

    package func exportOPML() async throws(ServiceError) -> String { try await read(PodcastMethods.exportOPML) }

    package func podcastUpdates() async throws(ClientError) -> AsyncStream<PodcastUpdate> {
        try await link.subscribedUpdates(of: ServiceNames.podcasts, room: PodcastUpdate.room, lost: .serviceLost) {
            PodcastEvent($0).map(PodcastUpdate.event)
        }
    }
}

extension PodcastEvent {
    /// Returns `nil` for an unknown signal.
    fileprivate init?(_ signal: BusSignal) {
        if let progress = signal.content(of: PodcastMethods.refreshProgressed) {
            self = .refreshProgressed(progress.value)
        } else if let report = signal.content(of: PodcastMethods.refreshFinished) {
            self = .refreshFinished(report.value)
        } else if let progress = signal.content(of: PodcastMethods.downloadProgressed) {
            self = .downloadProgressed(progress.value)
        } else {
            return nil
        }
    }
}
