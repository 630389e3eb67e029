// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePodcasts
import OnCueRuntime
import OnCueTestSupport
import Synchronization
import Testing

@Suite("Downloading episodes")
@MediaActor
struct DownloadTests {
    private let medium = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    /// A server with one feed of one episode, whose medium `answer` gives.
    private func serve(
        _ answer: @escaping @Sendable (HTTPServer.Request) -> HTTPServer.Response
    ) throws -> HTTPServer {
        try HTTPServer { request in
            guard request.path == "/feed" else { return answer(request) }
            return .text(Feeds.make("A/../B", ["../evil"], at: "http://" + (request.fields["host"] ?? "") + "/x"))
        }
    }

    private func subscribe(_ rig: PodcastRig, _ server: HTTPServer) async throws -> ContentIdentifier {
        let podcast = try await rig.center.subscribe(to: server.address + "/feed").identifier
        return try #require(try await rig.episodes(of: podcast).first).identifier
    }

    @Test("a download plays from its file, which has a safe name, and can be deleted")
    func downloads() async throws {
        let rig = try PodcastRig()
        let server = try serve { [medium] in HTTPServer.file(medium, tag: "\"1\"", for: $0) }
        let episode = try await subscribe(rig, server)

        let end = try await rig.download(episode)

        #expect(end?.state == .finished)
        #expect(end?.received == 300_000)
        let track = try #require(try await rig.center.source.tracks(under: episode).first)
        #expect(track.location.uri.hasPrefix("file://" + rig.folder.path + "/podcasts/A"))
        #expect(!track.location.uri.contains("/.."))
        #expect(PodcastRig.bytes(track.location) == medium)
        #expect(try await rig.center.source.item(for: episode).isStreaming == false)
        #expect(try await rig.center.source.identifier(of: track.location) == episode)
        try await rig.center.removeDownload(episode)
        #expect(try await rig.center.source.item(for: episode).isStreaming)
        #expect(PodcastRig.bytes(track.location) == nil)
    }

    @Test("a connection that breaks is taken up again where it broke")
    func resumes() async throws {
        let rig = try PodcastRig()
        let server = try serve { [medium] in HTTPServer.file(medium, tag: "\"1\"", for: $0, cutAfter: 100_000) }
        let episode = try await subscribe(rig, server)

        let end = try await rig.download(episode)

        #expect(end?.state == .finished)
        let track = try #require(try await rig.center.source.tracks(under: episode).first)
        #expect(PodcastRig.bytes(track.location) == medium)
        #expect(server.requests.compactMap { $0.fields["range"] } == ["bytes=100000-", "bytes=200000-"])
        #expect(server.requests.last?.fields["if-range"] == "\"1\"")
    }

    @Test("a file that has changed meanwhile is loaded from its beginning")
    func changed() async throws {
        let rig = try PodcastRig()
        let isFirst = Mutex(true)
        let server = try serve { [medium] request in
            let old = [UInt8](repeating: 9, count: 5000)
            let isFirst = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            return isFirst
                ? HTTPServer.file(old, tag: "\"1\"", for: request, cutAfter: 10)
                : HTTPServer.file(medium, tag: "\"2\"", for: request)
        }
        let episode = try await subscribe(rig, server)

        let end = try await rig.download(episode)

        #expect(end?.state == .finished)
        let track = try #require(try await rig.center.source.tracks(under: episode).first)
        #expect(PodcastRig.bytes(track.location) == medium)
    }

    @Test("a server that refuses is told, and what failed can be tried again")
    func fails() async throws {
        let rig = try PodcastRig()
        let isWell = Mutex(false)
        let server = try serve { [medium] request in
            isWell.withLock { $0 } ? HTTPServer.file(medium, tag: "\"1\"", for: request) : .init(404)
        }
        let episode = try await subscribe(rig, server)

        let end = try await rig.download(episode)

        #expect(end?.state == .failed)
        #expect(end?.failure?.contains("404") == true)
        isWell.withLock { $0 = true }
        #expect(try await rig.download(episode)?.state == .finished)
    }

    @Test("deleting ends a download that runs, and unsubscribing forgets everything")
    func removes() async throws {
        let rig = try PodcastRig()
        let server = try serve { _ in .init(200, [], [1, 2, 3], promised: 10_000, isHeldOpen: true) }
        let episode = try await subscribe(rig, server)
        var events = await rig.center.events().makeAsyncIterator()
        try await rig.center.download(episode)
        while case .downloadProgressed(let progress)? = await events.next(), progress.state != .loading {}

        try await rig.center.removeDownload(episode)

        var last: DownloadProgress.State?
        while case .downloadProgressed(let progress)? = await events.next() {
            last = progress.state
            if last != .loading { break }
        }
        #expect(last == .cancelled)
        let podcast = try #require(try await rig.center.subscriptions().first).identifier
        try await rig.center.unsubscribe(podcast)
        #expect(try await rig.center.subscriptions().isEmpty)
    }

    // MARK: The trash

    @Test("a podcast that was removed comes back with its episodes and downloads, also after the end of the process")
    func restores() async throws {
        let rig = try PodcastRig()
        let server = try serve { [medium] in HTTPServer.file(medium, tag: "\"1\"", for: $0) }
        let episode = try await subscribe(rig, server)
        _ = try await rig.download(episode)
        let podcast = try #require(try await rig.center.subscriptions().first)
        let track = try #require(try await rig.center.source.tracks(under: episode).first)

        try await rig.center.unsubscribe(podcast.identifier)
        await rig.center.stop()
        rig.reopen()

        #expect(try await rig.center.subscriptions().isEmpty)
        let item = try #require(try await rig.center.trash().first)
        #expect(item.title == podcast.title)
        #expect(PodcastRig.bytes(track.location) == medium)
        try await rig.center.restore(item)
        #expect(try await rig.center.source.tracks(under: episode).first == track)
        #expect(try await rig.center.subscriptions().first?.downloaded == 1)
        #expect(try await rig.center.trash().isEmpty)
        await #expect(throws: ContentError.self) { try await rig.center.restore(item) }
    }

    @Test("subscribing to a podcast that is in the trash takes it out of there")
    func subscribesAgain() async throws {
        let rig = try PodcastRig()
        let server = try serve { [medium] in HTTPServer.file(medium, tag: "\"1\"", for: $0) }
        let episode = try await subscribe(rig, server)
        _ = try await rig.download(episode)
        let podcast = try #require(try await rig.center.subscriptions().first).identifier
        try await rig.center.unsubscribe(podcast)

        #expect(try await subscribe(rig, server) == episode)

        #expect(try await rig.center.subscriptions().map(\.downloaded) == [1])
        #expect(try await rig.center.trash().isEmpty)
    }

    @Test("what is removed for good takes its downloads along")
    func deletesForGood() async throws {
        let rig = try PodcastRig()
        let server = try serve { [medium] in HTTPServer.file(medium, tag: "\"1\"", for: $0) }
        let episode = try await subscribe(rig, server)
        _ = try await rig.download(episode)
        let track = try #require(try await rig.center.source.tracks(under: episode).first)
        try await rig.center.unsubscribe(try #require(try await rig.center.subscriptions().first).identifier)

        for item in try await rig.center.trash() { try await rig.center.delete(item) }

        #expect(PodcastRig.bytes(track.location) == nil)
        #expect(try await rig.center.trash().isEmpty)
    }
}
