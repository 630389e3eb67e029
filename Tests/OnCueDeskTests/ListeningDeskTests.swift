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
@Suite("The history, for those who ask as soon as something changes")
struct ListeningDeskTests {
    private let store = FakeListeningStore()

    private func snapshot(_ status: PlaybackStatus) -> PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        (snapshot.status, snapshot.token) = (status, .init(1))
        snapshot.entry = PlaybackQueue.Entry(id: .init(1), track: .sample("1"))
        snapshot.position =
            status == .playing ? PositionAnchor(.zero, advancingFrom: .now) : PositionAnchor(.seconds(1))
        return snapshot
    }

    private func desk(_ recorder: ListeningRecorder) -> ListeningDesk {
        let manager = ContentManager(source: FakeContentSource(), resolver: FakeMediaResolver())
        return ListeningDesk(manager: manager, store: store, recorder: recorder, time: { 7 })
    }

    @Test("It has what has just happened, although that is still being written")
    func isCurrent() async throws {
        let recorder = ListeningRecorder(store: store, time: { 7 })
        let desk = desk(recorder)

        recorder.update(snapshot(.playing))
        recorder.update(snapshot(.paused))
        let page = try await desk.history(HistoryRequest(), offset: 0, limit: 10)

        #expect(page.entries.map(\.kind) == [.paused, .started])
    }

    @Test("It has what could not be written before, and erasing takes that, too")
    func failed() async throws {
        let recorder = ListeningRecorder(store: store, time: { 7 })
        let desk = desk(recorder)
        store.fail(1)
        recorder.update(snapshot(.playing))
        try await store.attempts.wait(count: 1)

        #expect(try await desk.history(HistoryRequest(), offset: 0, limit: 10).entries.map(\.kind) == [.started])
        #expect(try await desk.eraseHistory(HistoryRequest()) == 1)
        #expect(recorder.backlog == 0)
    }

    @Test("Erasing it takes what is still being written, too")
    func erases() async throws {
        let recorder = ListeningRecorder(store: store, time: { 7 })
        let desk = desk(recorder)

        recorder.update(snapshot(.playing))
        recorder.update(snapshot(.paused))
        #expect(try await desk.eraseHistory(HistoryRequest()) == 2)

        #expect(try await desk.history(HistoryRequest(), offset: 0, limit: 10).total == 0)
    }
}
