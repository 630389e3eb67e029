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
@Suite("What counts as listened to when playback moves")
struct HandedListeningTests {
    private let engine = FakePlaybackEngine()
    private let store = FakeListeningStore()
    private let controller: PlaybackController
    private let recorder: ListeningRecorder
    private let desk: HandoffDesk

    init() {
        let session = SavedSession()
        controller = PlaybackController(
            engine: engine, store: MemorySessionStore(session), session: session, seed: 1)
        let recorder = ListeningRecorder(store: store, time: { 7 })
        self.recorder = recorder
        controller.changes.listen { recorder.update($0) }
        let blue = [Track.sample("b1", title: "Blue")]
        desk = HandoffDesk(
            machine: "kitchen", controller: controller, media: FakeHandoffMedia(blue), folders: { [] }, seed: 100,
            listening: recorder)
    }

    private var queue: HandedQueue {
        var queue = HandedQueue(machine: "desk", entries: [HandedEntry(title: "Blue")], current: 0)
        (queue.run, queue.position, queue.isPlaying) = (5, .seconds(30), true)
        return queue
    }

    private func play(_ name: String) throws {
        try controller.perform(.play([.sample(name, title: name)], startingAt: 0, shuffled: nil))
        engine.advance(by: .seconds(1))
        recorder.update(controller.snapshot)
    }

    /// Carries something out while the engine goes on.
    private func running<Value: Sendable>(_ body: @escaping @MediaActor () async throws -> Value) async throws -> Value
    {
        let done = EventLog<Int>()
        let task = Task { @MediaActor in
            defer { done.append(1) }
            return try await body()
        }
        try await waitUntil("it is done") {
            engine.advance(by: .zero)
            return !done.events.isEmpty
        }
        return try await task.value
    }

    /// `started Blue`, …, and `skip` and `count` for what counts.
    private func words() async -> [String] {
        recorder.update(controller.snapshot)
        await recorder.settle()
        return store.events.compactMap { event in
            switch event {
            case .noted(let entry): "\(entry.kind.rawValue) \(entry.subject.title)"
            case .skipped(let track, _): "skip \(track.title)"
            case .heard(let track, _): "count \(track.title)"
            default: nil
            }
        }
    }

    @Test("A handoff that comes to nothing leaves no trace in what was listened to")
    func discarded() async throws {
        try play("Green")
        let prepared = try await running { try await desk.prepareHandoff(queue) }
        try await running { try await desk.discardHandoff(prepared.number) }
        engine.advance(by: .seconds(1))
        let kept = await words()
        #expect(kept == ["started Green"])
        try controller.perform(.pause)
        let paused = await words()
        #expect(paused == ["started Green", "paused Green"])
    }

    @Test("What begins is listened to from then on, and counts when what was heard of it at both is enough")
    func begun() async throws {
        try play("Green")
        let prepared = try await running { try await desk.prepareHandoff(queue) }
        let before = await words()
        #expect(before == ["started Green"])
        var start = HandoffStart(prepared.number, current: 0, at: .seconds(31), playing: true)
        start.heard = .seconds(90) - .milliseconds(10)
        try await running { [start] in try await desk.beginHandoff(start) }
        engine.advance(by: .seconds(1))
        #expect(await words().prefix(3) == ["started Green", "left Green", "started Blue"])
        try await waitUntil("it counts") { await words().last == "heard Blue" }
        #expect(await words().filter { $0.hasPrefix("count") || $0.hasPrefix("skip") } == ["count Blue"])
    }

    @Test("What somebody plays here instead of what was prepared is listened to")
    func overtaken() async throws {
        try play("Green")
        _ = try await running { try await desk.prepareHandoff(queue) }
        try play("Red")
        try await waitUntil("it is listened to") {
            await words() == ["started Green", "left Green", "started Red"]
        }
    }

    @Test("What was released was not skipped, and what is taken back goes on")
    func released() async throws {
        try play("Blue")
        let released = try await desk.releaseForHandoff(9)
        #expect(released.heard > .zero)
        try await running { try await desk.takeBackHandoff(9) }
        engine.advance(by: .seconds(1))
        let taken = await words()
        #expect(taken == ["started Blue", "paused Blue", "resumed Blue"])

        #expect(try await desk.releaseForHandoff(10).heard > released.heard)
        try controller.perform(.resume)
        engine.advance(by: .seconds(1))
        try play("Green")
        #expect(await words().filter { $0.hasPrefix("skip") }.isEmpty)
    }
}
