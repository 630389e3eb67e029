// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Entries that are handed over")
struct HandedEntriesTests {
    @Test("What is released is the entry that plays then, whoever asks for the queue meanwhile and however it changes")
    func named() async throws {
        let session = SavedSession()
        let controller = PlaybackController(
            engine: FakePlaybackEngine(), store: MemorySessionStore(session), session: session, seed: 1)
        let tracks = ["Blue", "Green", "Red"].map { Track.sample($0, title: $0) }
        let desk = HandoffDesk(
            machine: "desk", controller: controller, media: FakeHandoffMedia(tracks), folders: { [] }, seed: 100)
        try controller.perform(.play(tracks, startingAt: 1, shuffled: nil))

        let prepared = try await desk.handedQueue()
        let first = try #require(controller.queue.entries.ids.first)
        try controller.perform(.removeEntry(first))
        let other = try await desk.handedQueue()
        let released = try await desk.releaseForHandoff(9)

        #expect(prepared.entries.first { $0.identifier == released.entry }?.title == "Green")
        #expect(other.entries.first { $0.identifier == released.entry }?.title == "Green")
    }
}
