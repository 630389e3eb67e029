// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Synchronization
import Testing

@Suite("Going on with similar tracks, with the engine")
struct SimilarKeeperTests {
    /// Answers when it is let go.
    private final class Finder: SimilarFinding {
        private let state = Mutex<(tracks: [Track], waiting: [CheckedContinuation<Void, Never>])>(([], []))

        init(_ tracks: [Track]) { state.withLock { $0.tracks = tracks } }

        var waitingCount: Int { state.withLock { $0.waiting.count } }

        func tracks(for request: SimilarRequest) async -> [Track] {
            await withCheckedContinuation { answer in state.withLock { $0.waiting.append(answer) } }
            return state.withLock { $0.tracks }
        }

        func release() {
            for answer in state.withLock({ state in
                defer { state.waiting = [] }
                return state.waiting
            }) { answer.resume() }
        }
    }

    private let one = Track.sample("one")
    private let two = Track.sample("two")
    private let finder = Finder([.sample("next")])

    @MediaActor
    private func rig() async throws -> (PlaybackRig, SimilarKeeper) {
        let rig = PlaybackRig()
        let keeper = SimilarKeeper(controller: rig.controller, finder: finder)
        try rig.controller.perform(.setSimilar(true))
        try await rig.play([one, two])
        #expect(finder.waitingCount == 0)
        try rig.controller.perform(.next)
        rig.engine.advance(by: .zero)
        for _ in 0..<100 where finder.waitingCount == 0 { await settle() }
        #expect(finder.waitingCount == 1)
        return (rig, keeper)
    }

    @MediaActor
    private func answer(_ rig: PlaybackRig) async {
        finder.release()
        await settle()
    }

    @Test("What is found while the last entry plays follows it without a gap")
    @MediaActor
    func followsOn() async throws {
        let (rig, keeper) = try await rig()
        rig.engine.forgetCalls()

        await answer(rig)
        rig.engine.advance(by: .seconds(100_000))
        await settle()

        #expect(rig.controller.queue.entries.map(\.track.identifier.key) == ["one", "two", "next"])
        let cued = rig.engine.calls.compactMap { if case .cue(let requests) = $0 { requests.first?.name } else { nil } }
        #expect(cued.contains("next"))
        #expect(!rig.engine.calls.contains { if case .load = $0 { true } else { false } })
        keeper.close()
    }

    @Test("An answer that comes after something else was played changes nothing")
    @MediaActor
    func tooLate() async throws {
        let (rig, keeper) = try await rig()

        try await rig.play([.sample("other")])
        await answer(rig)

        #expect(!rig.controller.queue.entries.contains { $0.track.identifier.key == "two" })
        #expect(rig.controller.queue.entries.first?.track.identifier.key == "other")
        keeper.close()
    }
}
