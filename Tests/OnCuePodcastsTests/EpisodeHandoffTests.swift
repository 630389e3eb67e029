// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePodcasts
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("Episodes that move to another machine")
@MediaActor
struct EpisodeHandoffTests {
    /// A server of one feed, at several addresses.
    private let server: HTTPServer
    /// A machine that has subscribed to it, and the track of its last episode.
    private let desk: PodcastRig

    init() throws {
        desk = try PodcastRig()
        server = try HTTPServer { request in
            .text(Feeds.make("Show", ["Two", "One"], at: "http://" + (request.fields["host"] ?? "") + "/media"))
        }
    }

    private func episode(_ rig: PodcastRig, at path: String) async throws -> Track {
        let podcast = try await rig.center.subscribe(to: server.address + path).identifier
        let item = try #require(try await rig.episodes(of: podcast).first { $0.title == "One" })
        return try #require(try await rig.center.source.tracks(under: item.identifier).first)
    }

    private func media(_ rig: PodcastRig) -> EpisodeHandoffMedia { EpisodeHandoffMedia(rig.center.finder) }

    @Test("One of a podcast that is subscribed to there as well is known by its feed and its identity in that")
    func byKey() async throws {
        let kitchen = try PodcastRig()
        let (here, there) = (try await episode(desk, at: "/feed"), try await episode(kitchen, at: "/feed"))

        var entry = try #require(await media(desk).described([here]).first ?? nil)
        #expect(entry.title == "One" && entry.episode == here.identifier.key)
        #expect(entry.address == server.address + "/media/One.mp3")
        // Its sound may be elsewhere by now.
        entry.address = nil

        let found = await media(kitchen).found([entry])
        #expect(found.map { $0?.identifier } == [there.identifier])
        #expect(there.identifier == here.identifier)
    }

    @Test(
        "One of a podcast with another address is found by the address of its sound, and one that is not there is not"
    )
    func byAddress() async throws {
        let (kitchen, attic) = (try PodcastRig(), try PodcastRig())
        let (here, there) = (try await episode(desk, at: "/feed"), try await episode(kitchen, at: "/other"))
        let entry = try #require(await media(desk).described([here]).first ?? nil)
        #expect(there.identifier != here.identifier)

        #expect(await media(kitchen).found([entry]).map { $0?.identifier } == [there.identifier])
        #expect(await media(attic).found([entry]) == [nil])
    }

    @Test("What is no episode is left to others")
    func others() async throws {
        #expect(await media(desk).described([.sample("a")]) == [nil])
        #expect(await media(desk).found([HandedEntry(title: "One")]) == [nil])
    }
}
