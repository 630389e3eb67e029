// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Podcasts; subscriptions and episodes are named by places: `org.oncue.Podcasts1`.
package protocol PodcastService {
    /// `ContentError` in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Subscribes to a feed, or to the one that a web page names; returns when its episodes are available.
    ///
    /// - Throws: `invalidPlace`, `providerUnavailable`, `refused`, `storage`.
    func subscribe(to address: String) async throws(Failure) -> PodcastSummary

    /// Moves a podcast with its episodes and downloads to the trash.
    ///
    /// - Throws: `notFound`, `storage`.
    func unsubscribe(_ place: String) async throws(Failure)

    /// Starts to check one podcast, or all, for new episodes.
    ///
    /// - Throws: `notFound`, `storage`.
    func refreshPodcasts(_ place: String?) async throws(Failure)

    /// Returns all podcasts, by title.
    func subscriptions() async throws(Failure) -> [PodcastSummary]

    /// Returns the chapters of an episode, in order; empty if it has none.
    ///
    /// - Throws: `notFound`, `providerUnavailable`, `storage`.
    func chapters(of place: String) async throws(Failure) -> [Chapter]

    /// Starts or resumes the download of an episode.
    ///
    /// - Throws: `notFound`, `refused`, `storage`.
    func download(_ place: String) async throws(Failure)

    /// Starts or resumes the downloads of the newest episodes of a podcast.
    ///
    /// - Returns: Those episodes, newest first; those already downloaded are `finished`.
    /// - Throws: `notFound`, `refused`, `storage`.
    func downloadLatest(_ count: Int, of place: String) async throws(Failure) -> [DownloadProgress]

    /// Sets whether the download of an episode is kept until the user deletes it.
    ///
    /// - Throws: `notFound`, `storage`.
    func setKept(_ isKept: Bool, _ place: String) async throws(Failure)

    /// Returns the settings of a podcast.
    ///
    /// - Throws: `notFound`, `storage`.
    func podcastSettings(of place: String) async throws(Failure) -> PodcastSettings

    /// Replaces all settings of a podcast; automatic downloads start at once.
    ///
    /// - Throws: `notFound`, `refused` for values out of bounds, `storage`.
    func setPodcast(_ settings: PodcastSettings, of place: String) async throws(Failure)

    /// Deletes the downloaded data of an episode, and ends its download.
    ///
    /// - Throws: `notFound`, `storage`.
    func removeDownload(_ place: String) async throws(Failure)

    /// Subscribes to every feed in an OPML document.
    ///
    /// - Throws: `refused` for text that is not OPML, `invalidValue` if it is too large, `storage`.
    func importOPML(_ text: String) async throws(Failure) -> ImportedPodcasts

    /// Returns all subscriptions as an OPML document.
    ///
    /// - Throws: `refused` if it is too large for the bus, `storage`.
    func exportOPML() async throws(Failure) -> String

    /// Returns the events from now on, until the reader stops, without missing any that results from later calls.
    func podcastUpdates() async throws(Failure) -> AsyncStream<PodcastUpdate>
}

/// The number of feeds that an OPML document added, and of those that were already subscribed to.
package struct ImportedPodcasts: Sendable, Equatable {
    package var added: Int
    package var known: Int

    package init(added: Int, known: Int) { (self.added, self.known) = (added, known) }
}

// MARK: On the bus

package enum PodcastMethods {
    /// The largest OPML document in a call, in bytes.
    package static let longestOPML = 512 << 10

    package static let subscribe = Method<Only<String>, Only<PodcastSummary>>(ServiceNames.podcasts, "Subscribe")
    package static let unsubscribe = Method<Only<String>, Nothing>(ServiceNames.podcasts, "Unsubscribe")
    package static let refresh = Method<Only<String>, Nothing>(ServiceNames.podcasts, "Refresh")
    package static let list = Method<Pair<Int, Int>, PodcastPage>(
        ServiceNames.podcasts, "GetSubscriptions", isRepeatable: true)
    package static let chapters = Method<Only<String>, Only<[Chapter]>>(
        ServiceNames.podcasts, "GetChapters", isRepeatable: true)
    package static let download = Method<Only<String>, Nothing>(ServiceNames.podcasts, "Download")
    package static let removeDownload = Method<Only<String>, Nothing>(ServiceNames.podcasts, "RemoveDownload")
    package static let downloadLatest = Method<Pair<String, Int>, Only<[DownloadProgress]>>(
        ServiceNames.podcasts, "DownloadLatest")
    package static let setKept = Method<Pair<String, Bool>, Nothing>(
        ServiceNames.podcasts, "SetKept", isRepeatable: true)
    package static let settings = Method<Only<String>, Only<PodcastSettings>>(
        ServiceNames.podcasts, "GetSettings", isRepeatable: true)
    package static let setSettings = Method<Pair<String, Strict<PodcastSettings>>, Nothing>(
        ServiceNames.podcasts, "SetSettings", isRepeatable: true)
    package static let importOPML = Method<Only<String>, ImportedPodcasts>(
        ServiceNames.podcasts, "ImportOPML", longestText: longestOPML)
    package static let exportOPML = Method<Nothing, Only<String>>(
        ServiceNames.podcasts, "ExportOPML", isRepeatable: true)
    package static let refreshProgressed = Event<Only<RefreshProgress>>(ServiceNames.podcasts, "RefreshProgressed")
    package static let refreshFinished = Event<Only<RefreshReport>>(ServiceNames.podcasts, "RefreshFinished")
    package static let downloadProgressed = Event<Only<DownloadProgress>>(ServiceNames.podcasts, "DownloadProgressed")

    package static func bindings<Service: PodcastService>() -> [Binding<Service>] {
        [
            Binding(subscribe) { Only(try await $0.subscribe(to: $1.value)) },
            Binding(unsubscribe) { try await $0.unsubscribe($1.value) },
            Binding(refresh) { try await $0.refreshPodcasts($1.value.isEmpty ? nil : $1.value) },
            Binding(list) { service, page in
                let podcasts = try await service.subscriptions()
                return PodcastPage(
                    total: podcasts.count,
                    items: Array(podcasts.dropFirst(page.first).prefix(PageLimit.granted(page.second))))
            },
            Binding(chapters) { Only(try await $0.chapters(of: $1.value)) },
            Binding(download) { try await $0.download($1.value) },
            Binding(removeDownload) { try await $0.removeDownload($1.value) },
            Binding(downloadLatest) { Only(try await $0.downloadLatest($1.second, of: $1.first)) },
            Binding(setKept) { try await $0.setKept($1.second, $1.first) },
            Binding(settings) { Only(try await $0.podcastSettings(of: $1.value)) },
            Binding(setSettings) { try await $0.setPodcast(try $1.second.understood(), of: $1.first) },
            Binding(importOPML) { try await $0.importOPML($1.value) },
            Binding(exportOPML) { service, _ in Only(try await service.exportOPML()) },
        ]
    }
}

/// A part of the podcasts.
package struct PodcastPage: WireForm, ItemPage {
    /// The number of all podcasts.
    package var total: Int
    package var items: [PodcastSummary]

    package static var blank: PodcastPage { PodcastPage(total: 0, items: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("podcasts", &items)
    }
}

extension ImportedPodcasts: WireForm {
    package static var blank: ImportedPodcasts { ImportedPodcasts(added: 0, known: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("added", &added)
        fields("known", &known)
    }
}

extension PodcastSummary: DictionaryForm {
    package static var blank: PodcastSummary {
        PodcastSummary(
            identifier: .root, title: "", author: "", address: "", episodes: 0, unplayed: 0, downloaded: 0,
            refreshed: nil, nextRefresh: nil, failure: nil, isEnded: false)
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        var shownAddress = HiddenPassword.hidden(in: address)
        fields("identifier", &identifier, .required)
        fields("title", &title)
        fields("author", &author, .ifSet)
        fields("url", &shownAddress)
        fields("episodes", &episodes)
        fields("unplayed", &unplayed)
        fields("downloaded", &downloaded)
        fields("refreshed", &refreshed)
        fields("nextRefresh", &nextRefresh)
        fields("refreshReason", &refreshReason)
        fields("expected", &expected)
        fields("failure", &failure)
        fields("ended", &isEnded)
        address = shownAddress
    }
}

extension RefreshReason: WireField {}

extension PodcastSettings.Order: WireField {}

extension PodcastSettings: DictionaryForm {
    package static var blank: PodcastSettings { PodcastSettings() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("latest", &latest)
        fields("removeAfter", &removal)
        fields("rate", &rate)
        fields("intro", &intro)
        fields("outro", &outro)
        fields("order", &order)
        fields("notify", &notifies)
        fields("notifyLoudly", &notifiesLoudly)
    }
}

extension Chapter: DictionaryForm {
    package static var blank: Chapter { Chapter(start: .zero, title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("start", &start)
        fields("title", &title)
    }
}

extension RefreshProgress: DictionaryForm {
    package static var blank: RefreshProgress { RefreshProgress(done: 0, total: 0, title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("done", &done)
        fields("total", &total)
        fields("title", &title)
    }
}

extension RefreshReport: DictionaryForm {
    package static var blank: RefreshReport { RefreshReport(podcasts: 0, newEpisodes: 0, failures: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("podcasts", &podcasts)
        fields("newEpisodes", &newEpisodes)
        fields("failures", &failures)
    }
}

extension DownloadProgress.State: WireField {}

/// A download in an unknown state, from a later version, is not accepted.
extension DownloadProgress: DictionaryForm {
    package static var blank: DownloadProgress { DownloadProgress(episode: .root, title: "", state: .waiting) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &episode, .required)
        fields("title", &title)
        fields("state", &state, .required)
        fields("received", &received)
        fields("total", &total)
        fields("failure", &failure)
    }
}
