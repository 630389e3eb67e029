// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePodcasts
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("Finding episodes by where they are")
@MediaActor
struct EpisodeFinderTests {
    @Test("an episode is found by its address and by its file, and kept by its address")
    func finding() async throws {
        let rig = try PodcastRig()
        let server = try HTTPServer { request in
            request.path == "/feed"
                ? .text(Feeds.make("Show", ["One"], at: "http://" + (request.fields["host"] ?? "") + "/x"))
                : HTTPServer.file([1, 2, 3], tag: "\"1\"", for: request)
        }
        let podcast = try await rig.center.subscribe(to: server.address + "/feed").identifier
        let episode = try #require(try await rig.episodes(of: podcast).first).identifier
        let streamed = try #require(try await rig.center.source.tracks(under: episode).first)
        _ = try await rig.download(episode)
        let loaded = try #require(try await rig.center.source.tracks(under: episode).first)
        let elsewhere = try #require(MediaLocation(uri: "http://127.0.0.1:9/other"))

        let found = await rig.center.finder.tracks(at: [streamed.location, loaded.location, elsewhere])
        let lasting = await rig.center.finder.lasting([loaded])

        #expect(found[streamed.location]?.map(\.identifier) == [episode])
        #expect(found[streamed.location]?.first?.location == loaded.location)
        #expect(found[loaded.location]?.map(\.identifier) == [episode])
        #expect(found.count == 2)
        #expect(streamed.location != loaded.location)
        #expect(lasting.map(\.location) == [streamed.location])
    }
}
