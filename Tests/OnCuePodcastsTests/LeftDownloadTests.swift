// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCuePodcasts

@Suite("Downloads that the database does not know")
@MediaActor
struct LeftDownloadTests {
    private let medium = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private func serve(_ feed: @escaping @Sendable () -> [String]) throws -> HTTPServer {
        try HTTPServer { [medium] request in
            guard request.path == "/feed" else { return HTTPServer.file(medium, tag: "\"1\"", for: request) }
            return .text(Feeds.make("The Show", feed(), at: "http://" + (request.fields["host"] ?? "") + "/x"))
        }
    }

    @Test("are taken up by their episodes after an older backup was restored, and go with their podcast")
    func adopted() async throws {
        let rig = try PodcastRig()
        let server = try serve { ["1", "2"] }
        let podcast = try await rig.center.subscribe(to: server.address + "/feed").identifier
        await rig.center.stop()
        let path = rig.folder.path + "/podcasts.sqlite"
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        rig.reopen()
        for episode in try await rig.episodes(of: podcast) { _ = try await rig.download(episode.identifier) }
        await rig.center.stop()
        try before.write(to: URL(fileURLWithPath: path))
        rig.reopen()
        #expect(try await rig.center.subscriptions().map(\.downloaded) == [0])

        try await rig.center.adoptDownloads(try await rig.center.store.podcasts())

        #expect(try await rig.center.subscriptions().map(\.downloaded) == [2])
        for episode in try await rig.episodes(of: podcast) {
            let track = try #require(try await rig.center.source.tracks(under: episode.identifier).first)
            #expect(PodcastRig.bytes(track.location) == medium)
        }
        try await rig.center.unsubscribe(podcast)
        for item in try await rig.center.trash() { try await rig.center.delete(item) }
        #expect(try files(rig).isEmpty)
    }

    @Test("are taken up when their episodes come with the feed, and told by doctor until then")
    func laterEpisodes() async throws {
        let rig = try PodcastRig()
        let server = try serve { ["1"] }
        let podcast = try await rig.center.subscribe(to: server.address + "/feed").identifier
        let episode = try #require(try await rig.episodes(of: podcast).first).identifier
        _ = try await rig.download(episode)
        await rig.center.stop()
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: rig.folder.path + "/podcasts.sqlite" + end)
        }
        rig.reopen()
        let health = DownloadHealth(rig.center, folder: rig.folder.path + "/podcasts")

        let before = await health.checks()
        _ = try await rig.center.subscribe(to: server.address + "/feed")
        let after = await health.checks()

        #expect(
            before.first?.verdict == .warning && before.first?.detail.hasPrefix("1 downloaded") == true, "\(before)")
        #expect(after.first?.verdict == .ok, "\(after)")
        #expect(try await rig.center.subscriptions().map(\.downloaded) == [1])
    }

    @Test("also go with a podcast whose episodes nobody knows")
    func unknownEpisodes() async throws {
        let rig = try PodcastRig()
        let server = try serve { ["1"] }
        let podcast = try await rig.center.subscribe(to: server.address + "/feed").identifier
        let episode = try #require(try await rig.episodes(of: podcast).first).identifier
        _ = try await rig.download(episode)
        try await rig.center.store.forget(try await rig.center.store.episodes(under: podcast).map(\.key))

        try await rig.center.unsubscribe(podcast)
        for item in try await rig.center.trash() { try await rig.center.delete(item) }

        #expect(try files(rig).isEmpty)
    }

    /// What is below the folder of downloads, but for downloads that have not ended.
    private func files(_ rig: PodcastRig) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: rig.folder.path + "/podcasts").filter { $0 != ".loading" }
    }
}
