// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("What is remembered of listening when it cannot be written")
struct ListeningRecorderTests {
    private let store = FakeListeningStore()

    /// A track that plays or is paused; the token tells one from the other.
    private func snapshot(_ status: PlaybackStatus, token: UInt64 = 1) -> PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        snapshot.status = status
        snapshot.token = .init(token)
        snapshot.entry = PlaybackQueue.Entry(id: .init(token), track: .sample("\(token)"))
        snapshot.position =
            status == .playing ? PositionAnchor(.zero, advancingFrom: .now) : PositionAnchor(.seconds(1))
        return snapshot
    }

    private func recorder() -> ListeningRecorder { ListeningRecorder(store: store, time: { 7 }) }

    private var noted: [JournalEntry.Kind] {
        store.events.compactMap { if case .noted(let entry) = $0 { entry.kind } else { nil } }
    }

    @Test("It is kept in order, and written with what comes next", arguments: [1, 2])
    func failures(count: Int) async throws {
        let recorder = recorder()
        store.fail(count)

        recorder.update(snapshot(.playing))
        try await store.attempts.wait(count: 1)
        recorder.update(snapshot(.paused))
        try await store.attempts.wait(count: 2)
        recorder.update(snapshot(.playing))
        await recorder.finish(snapshot(.playing))

        #expect(noted == [.started, .paused, .resumed, .stopped])
        #expect(store.attempts.events.prefix(2) == [1, 2])
    }

    @Test("What is left over at the end is tried once more")
    func atTheEnd() async throws {
        let recorder = recorder()
        recorder.update(snapshot(.playing))
        try await store.attempts.wait(count: 1)
        store.fail(1)

        await recorder.finish(snapshot(.playing))

        #expect(noted == [.started, .stopped])
    }

    @Test("A store that never takes anything costs no more memory than is said")
    func bounded() async throws {
        let recorder = recorder()
        store.fail(.max)
        recorder.update(snapshot(.playing))
        for _ in 0..<ListeningRecorder.limit {
            recorder.update(snapshot(.paused))
            recorder.update(snapshot(.playing))
        }
        await recorder.finish(snapshot(.playing))
        store.fail(0)

        await recorder.finish(snapshot(.playing))

        #expect(store.events.count == ListeningRecorder.limit)
        #expect(noted.last == .stopped)
    }
}
