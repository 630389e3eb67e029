// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCuePodcasts

@Suite("Chapters of episodes")
@MediaActor
struct ChapterTests {
    /// A feed of one episode whose chapters are in the feed, in a file, or nowhere.
    private nonisolated static func feed(_ chapters: String) -> String {
        """
        <rss xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:psc="http://podlove.org/simple-chapters">
        <channel><title>Show</title><item><title>One</title><guid>1</guid>\(chapters)
        <enclosure url="https://h/1.mp3" type="audio/mpeg"/></item></channel></rss>
        """
    }

    @Test("those in the feed are there at once, and the next feed may change them")
    func inFeed() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { request in
            let title = request.fields["if-none-match"] == nil ? "Intro" : "Beginning"
            let chapters = #"<psc:chapters><psc:chapter start="0:00" title="\#(title)"/></psc:chapters>"#
            return .text(Self.feed(chapters), [("ETag", "\"1\"")])
        }
        let podcast = try await rig.center.subscribe(to: server.address).identifier
        let episode = try #require(try await rig.episodes(of: podcast).first)

        #expect(episode.hasChapters && episode.subtitle == "chapters")
        #expect(try await rig.center.chapters(of: episode.identifier).map(\.title) == ["Intro"])
        _ = try await rig.refresh()
        #expect(try await rig.center.chapters(of: episode.identifier).map(\.title) == ["Beginning"])
    }

    @Test("those in a file on a server are loaded once, when they are asked for")
    func inFile() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { request in
            guard request.path == "/c.json" else {
                return .text(Self.feed(#"<podcast:chapters url="http://\#(request.fields["host"] ?? "")/c.json"/>"#))
            }
            return .text(
                #"{"version":"1.2","chapters":[{"startTime":61.5,"title":"Main"},{"startTime":0,"title":"Intro"},"#
                    + #"{"startTime":5,"title":"hidden","toc":false},{"startTime":1e300,"title":"x"}]}"#)
        }
        let podcast = try await rig.center.subscribe(to: server.address + "/feed").identifier
        let episode = try #require(try await rig.episodes(of: podcast).first)
        let wanted = [
            Chapter(start: .zero, title: "Intro"), Chapter(start: .milliseconds(61_500), title: "Main"),
        ]

        #expect(episode.hasChapters)
        #expect(try await rig.center.chapters(of: episode.identifier) == wanted)
        _ = try await rig.refresh()
        #expect(try await rig.center.chapters(of: episode.identifier) == wanted)
        #expect(server.requests.filter { $0.path == "/c.json" }.count == 1)
    }

    @Test("a server that has none says so, and an episode without has none")
    func failures() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { request in
            switch request.path {
            case "/c.json": .text("<html>")
            case "/plain": .text(Self.feed(""))
            default: .text(Self.feed(#"<podcast:chapters url="http://\#(request.fields["host"] ?? "")/c.json"/>"#))
            }
        }
        let broken = try await rig.center.subscribe(to: server.address + "/broken").identifier
        let plain = try await rig.center.subscribe(to: server.address + "/plain").identifier
        let episode = try #require(try await rig.episodes(of: plain).first)

        let error = await #expect(throws: ContentError.self) {
            _ = try await rig.center.chapters(of: try #require(try await rig.episodes(of: broken).first).identifier)
        }
        #expect(error?.code == .unavailable)
        #expect(!episode.hasChapters)
        #expect(try await rig.center.chapters(of: episode.identifier).isEmpty)
    }
}
