// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePodcasts
import OnCueRuntime
import OnCueTestSupport
import Testing

@MediaActor
@Suite("What feeds of the internet name in the network at home")
struct PrivateLinkTests {
    private let rig: PodcastRig
    /// A machine of the network at home.
    private let home: HTTPServer

    init() throws {
        rig = try PodcastRig()
        rig.divideNetwork()
        home = try HTTPServer(host: 2) { _ in .text("secret") }
    }

    private nonisolated static func feed(naming address: String) -> String {
        """
        <rss xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Show</title>
        <item><title>One</title><guid>1</guid><enclosure url="\(address)/1.mp3" type="audio/mpeg"/>
        <podcast:chapters url="\(address)/c.json"/></item></channel></rss>
        """
    }

    /// Loads everything that the feed names; false when nothing of it can be had.
    private func loads(_ server: HTTPServer) async throws -> Bool {
        let show = try await rig.center.subscribe(to: server.address + "/feed")
        let episode = try #require(try await rig.episodes(of: show.identifier).first).identifier
        let download = try await rig.download(episode)
        let chapters = try? await rig.center.chapters(of: episode)
        return download?.state == .finished || chapters != nil
    }

    @Test("are not asked for: neither downloads nor chapters")
    func refused() async throws {
        let address = home.address
        let server = try HTTPServer { _ in .text(Self.feed(naming: address)) }

        #expect(try await !loads(server))
        #expect(home.requests.isEmpty)
    }

    @Test("are not given to the player either, and what is at other places is")
    func played() async throws {
        let address = home.address
        let server = try HTTPServer { request in
            guard request.path == "/mixed" else { return .text(Self.feed(naming: address)) }
            let items = [address, "http://127.0.0.1:9"].enumerated().map { number, host in
                "<item><title>\(number)</title><guid>\(number)</guid><enclosure url=\"\(host)/1.mp3\"/></item>"
            }
            return .text("<rss><channel><title>Mixed</title>\(items.joined())</channel></rss>")
        }
        let show = try await rig.center.subscribe(to: server.address + "/feed")
        let mixed = try await rig.center.subscribe(to: server.address + "/mixed")
        let source = rig.center.source

        let refusal = await #expect(throws: ContentError.self) { try await source.tracks(under: show.identifier) }
        #expect(refusal?.message.contains("network.private-links") == true)
        #expect(try await source.tracks(under: mixed.identifier).map(\.title) == ["1"])
        #expect(home.requests.isEmpty)
    }

    @Test("is no feed either, when a page of the internet says so")
    func pages() async throws {
        let page = #"<html><link rel="alternate" type="application/rss+xml" href="\#(home.address)/feed"></html>"#
        let server = try HTTPServer { _ in .text(page, [("Content-Type", "text/html")]) }

        await #expect(throws: ContentError.self) { _ = try await rig.center.subscribe(to: server.address) }
        #expect(home.requests.isEmpty)
    }

    @Test("is read where the feed is at home itself")
    func own() async throws {
        let address = home.address
        let server = try HTTPServer(host: 2) { request in
            request.path == "/feed" ? .text(Self.feed(naming: address)) : .text("mine")
        }

        #expect(try await loads(server))
        #expect(home.requests.count >= 1)
    }
}
