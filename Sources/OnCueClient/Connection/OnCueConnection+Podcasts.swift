// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore
internal import OnCueRuntime

extension OnCueConnection {
    package func subscribe(to address: String) async throws(ClientError) -> PodcastSummary {
        // A page may name the feed, so that two answers are waited for, and read.
        let reply = try await call(
            "Subscribe", of: ServiceNames.podcasts, [.string(address)],
            waitingFor: .server(of: address, limit: .seconds(20), patience: .seconds(150)))
        guard let summary = WireDictionary(reply.first).flatMap(PodcastSummary.init) else {
            throw .unexpectedAnswer(to: "Subscribe")
        }
        return summary
    }

    package func unsubscribe(_ place: String) async throws(ClientError) {
        try await call("Unsubscribe", of: ServiceNames.podcasts, [.string(place)])
    }

    package func refreshPodcasts(_ place: String?) async throws(ClientError) {
        try await call("Refresh", of: ServiceNames.podcasts, [.string(place ?? "")])
    }

    package func subscriptions() async throws(ClientError) -> [PodcastSummary] {
        var found: [PodcastSummary] = []
        while true {
            let reply = try await call(
                "GetSubscriptions", of: ServiceNames.podcasts, [.uint32(UInt32(clamping: found.count)), .uint32(1000)])
            guard reply.count == 2, let total = reply[0].countValue, let rows = WireDictionary.list(reply[1]) else {
                throw .unexpectedAnswer(to: "GetSubscriptions")
            }
            found += rows.compactMap(PodcastSummary.init)
            if rows.isEmpty || found.count >= total { return found }
        }
    }

    package func chapters(of place: String) async throws(ClientError) -> [Chapter] {
        let reply = try await call(
            "GetChapters", of: ServiceNames.podcasts, [.string(place)],
            waitingFor: LongWait("the server that has the chapters", limit: .seconds(15)))
        guard let rows = reply.first.flatMap(WireDictionary.list) else {
            throw .unexpectedAnswer(to: "GetChapters")
        }
        return rows.map { Chapter(start: $0.duration("start") ?? .zero, title: $0.text("title") ?? "") }
    }

    package func download(_ place: String) async throws(ClientError) {
        try await call("Download", of: ServiceNames.podcasts, [.string(place)])
    }

    package func removeDownload(_ place: String) async throws(ClientError) {
        try await call("RemoveDownload", of: ServiceNames.podcasts, [.string(place)])
    }

    package func importOPML(_ text: String) async throws(ClientError) -> (added: Int, known: Int) {
        let reply = try await call("ImportOPML", of: ServiceNames.podcasts, [.string(text)])
        guard reply.count == 2, let added = reply[0].countValue, let known = reply[1].countValue else {
            throw .unexpectedAnswer(to: "ImportOPML")
        }
        return (added, known)
    }

    package func exportOPML() async throws(ClientError) -> String {
        guard let text = try await call("ExportOPML", of: ServiceNames.podcasts).first?.stringValue else {
            throw .unexpectedAnswer(to: "ExportOPML")
        }
        return text
    }

    package func podcastUpdates() async throws(ClientError) -> AsyncStream<PodcastUpdate> {
        try await link.podcastUpdates()
    }
}

extension BusLink {
    /// Subscribes before it returns, so that nothing that follows from later calls is missed.
    fileprivate func podcastUpdates() async throws(ClientError) -> AsyncStream<PodcastUpdate> {
        let bus = try await connected()
        let (updates, continuation) = AsyncStream.makeStream(
            of: PodcastUpdate.self, bufferingPolicy: .bufferingNewest(256))
        let subscriptions = Subscriptions([
            bus.subscribe(
                sender: ServiceNames.busName, path: ServiceNames.objectPath, interface: ServiceNames.podcasts
            ) { signal in
                if let wire = WireDictionary(signal.arguments.first), let event = PodcastEvent(signal.member, wire) {
                    continuation.yield(.event(event))
                }
            },
            bus.watchOwner(of: ServiceNames.busName) { owner in
                if owner == nil { continuation.yield(.serviceLost) }
            },
        ])
        whenClosed {
            continuation.yield(.serviceLost)
            continuation.finish()
        }
        continuation.onTermination = { _ in
            Task { @MediaActor in subscriptions.end() }
        }
        return updates
    }
}

extension PodcastSummary {
    fileprivate init?(_ wire: WireDictionary) {
        guard let identifier = wire.text("identifier").flatMap(ContentIdentifier.init) else { return nil }
        self.init(
            identifier: identifier, title: wire.text("title") ?? "", author: wire.text("author") ?? "",
            address: wire.text("url") ?? "", episodes: wire.count("episodes") ?? 0,
            unplayed: wire.count("unplayed") ?? 0, downloaded: wire.count("downloaded") ?? 0,
            refreshed: wire.count("refreshed").map { Int64($0) },
            nextRefresh: wire.count("nextRefresh").map { Int64($0) }, failure: wire.text("failure"),
            isEnded: wire.flag("ended") ?? false)
    }
}

extension PodcastEvent {
    /// Reads a signal; `nil` for one that is not known.
    fileprivate init?(_ member: String, _ wire: WireDictionary) {
        switch member {
        case "RefreshProgressed":
            self = .refreshProgressed(
                RefreshProgress(
                    done: wire.count("done") ?? 0, total: wire.count("total") ?? 0, title: wire.text("title") ?? ""))
        case "RefreshFinished":
            self = .refreshFinished(
                RefreshReport(
                    podcasts: wire.count("podcasts") ?? 0, newEpisodes: wire.count("newEpisodes") ?? 0,
                    failures: wire.texts("failures")))
        case "DownloadProgressed":
            guard let episode = wire.text("identifier").flatMap(ContentIdentifier.init),
                let state = wire.text("state").flatMap(DownloadProgress.State.init)
            else { return nil }
            self = .downloadProgressed(
                DownloadProgress(
                    episode: episode, title: wire.text("title") ?? "", state: state,
                    received: Int64(wire.count("received") ?? 0), total: wire.count("total").map { Int64($0) },
                    failure: wire.text("failure")))
        default: return nil
        }
    }
}
