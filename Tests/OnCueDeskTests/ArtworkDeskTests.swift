// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Pictures for front ends")
struct ArtworkDeskTests {
    @Test("What is in the queue and in no folder of the library has its picture as long as it is there")
    func queued() async throws {
        let session = SavedSession()
        let controller = PlaybackController(
            engine: FakePlaybackEngine(), store: MemorySessionStore(session), session: session, seed: 1)
        let artwork = FakeArtwork()
        let manager = ContentManager(source: FakeContentSource(), resolver: FakeMediaResolver())
        let desk = ArtworkDesk(manager: manager, controller: controller, artwork: artwork)
        let track = Track.sample("elsewhere", title: "Elsewhere")
        let place = track.identifier.description
        await #expect(throws: ContentError.self) { try await desk.artwork(of: place, size: 128) }

        try controller.perform(.play([.sample("other", title: "Other"), track], startingAt: 0, shuffled: nil))

        let wanted = await artwork.file(for: track.artwork, size: .small, identifier: track.identifier)
        #expect(try await desk.artwork(of: place, size: 128) == wanted)
        try controller.perform(.clearQueue)
        await #expect(throws: ContentError.self) { try await desk.artwork(of: place, size: 128) }
    }
}
