// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import Synchronization

/// Podcasts in memory that remember what they were asked.
package final class FakePodcasts: PodcastManaging {
    private struct State {
        var calls: [String] = []
        var error: ContentError?
        var subscriptions: [PodcastSummary] = []
    }

    private let state = Mutex(State())
    private let source: FakeContentSource
    private let hub = StreamHub<PodcastEvent>(.newest(256))
    private let settings = Mutex(PodcastSettings())
    package let sample = PodcastSummary(
        identifier: ContentIdentifier(kind: .podcast, key: "aaaaaaaaaaaa"), title: "The Show",
        address: "http://h/feed", episodes: 3, unplayed: 2, refreshed: 10)

    /// - Parameter source: The tree in which the podcasts are.
    package init(in source: FakeContentSource) {
        self.source = source
    }

    package var calls: [String] { state.withLock { $0.calls } }

    /// Every later call throws this.
    package func fail(with error: ContentError) { state.withLock { $0.error = error } }

    package func tell(_ event: PodcastEvent) { hub.tell(event) }

    private func note(_ call: String) throws(ContentError) {
        let error = state.withLock { state in
            state.calls.append(call)
            return state.error
        }
        if let error { throw error }
    }

    package func subscribe(to address: String) async throws(ContentError) -> PodcastSummary {
        guard address.hasPrefix("http") else { throw ContentError(.invalidPlace, "no address") }
        try note("subscribe \(address)")
        var show = FakeContentSource.Album(sample.title, by: "", tracks: [], kind: .podcast)
        show.identifier = sample.identifier
        source.edit { [show] in $0.append(show) }
        state.withLock { $0.subscriptions = [sample] }
        return sample
    }

    package func unsubscribe(_ podcast: ContentIdentifier) async throws(ContentError) {
        try note("unsubscribe \(podcast)")
        source.edit { $0.removeAll { $0.identifier == podcast && $0.kind == .podcast } }
        let wasThere = state.withLock { state in
            defer { state.subscriptions.removeAll { $0.identifier == podcast } }
            return state.subscriptions.contains { $0.identifier == podcast }
        }
        if !wasThere { throw ContentError(.notFound, "there is no podcast \(podcast)") }
    }

    package func refresh(_ podcast: ContentIdentifier?) async throws(ContentError) {
        try note("refresh \(podcast?.description ?? "all")")
    }

    package func subscriptions() async throws(ContentError) -> [PodcastSummary] {
        try note("subscriptions")
        return state.withLock { $0.subscriptions }
    }

    package func chapters(of episode: ContentIdentifier) async throws(ContentError) -> [Chapter] {
        try note("chapters \(episode)")
        return [Chapter(start: .zero, title: "Intro"), Chapter(start: .seconds(61), title: "Main")]
    }

    package func download(_ episode: ContentIdentifier) async throws(ContentError) { try note("download \(episode)") }

    package func removeDownload(_ episode: ContentIdentifier) async throws(ContentError) {
        try note("remove \(episode)")
    }

    package func downloadLatest(
        _ count: Int, of podcast: ContentIdentifier
    ) async throws(ContentError) -> [DownloadProgress] {
        guard (1...PodcastSettings.latestRange.upperBound).contains(count) else {
            throw ContentError(.refused, "choose 1 to \(PodcastSettings.latestRange.upperBound) episodes")
        }
        try note("latest \(count) of \(podcast)")
        return (1...count).map {
            DownloadProgress(episode: ContentIdentifier(kind: .episode, key: "\($0)"), title: "\($0)", state: .waiting)
        }
    }

    package func setKept(_ isKept: Bool, _ episode: ContentIdentifier) async throws(ContentError) {
        try note("keep \(episode) \(isKept)")
    }

    package func noteFailureTold(of podcast: ContentIdentifier) async { try? note("told of \(podcast)") }

    package func settings(of podcast: ContentIdentifier) async throws(ContentError) -> PodcastSettings {
        try note("settings of \(podcast)")
        return settings.withLock { $0 }
    }

    package func set(_ new: PodcastSettings, of podcast: ContentIdentifier) async throws(ContentError) {
        if let problem = new.problem { throw ContentError(.refused, problem) }
        try note("set \(podcast)")
        settings.withLock { $0 = new }
    }

    package func importOPML(_ text: String) async throws(ContentError) -> (added: Int, known: Int) {
        guard text.hasPrefix("<") else { throw ContentError(.refused, "no OPML") }
        try note("import \(text.utf8.count)")
        return (2, 1)
    }

    package func exportOPML() async throws(ContentError) -> String {
        try note("export")
        return "<opml/>"
    }

    package func events() async -> AsyncStream<PodcastEvent> { hub.listen() }
}
