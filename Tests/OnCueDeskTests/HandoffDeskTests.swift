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
@Suite("Playback that moves from one desk to another", .timeLimit(.minutes(5)))
struct HandoffDeskTests {
    /// A machine with music, whose time passes when a test says so.
    @MediaActor
    private final class Seat {
        let engine = FakePlaybackEngine()
        let controller: PlaybackController
        let desk: HandoffDesk

        init(_ name: String, seed: UInt64, _ tracks: [Track]) {
            controller = PlaybackController(
                engine: engine, store: MemorySessionStore(SavedSession()), session: SavedSession(), seed: seed)
            desk = HandoffDesk(
                machine: name, controller: controller, media: FakeHandoffMedia(tracks), folders: { [] }, seed: seed)
        }

        var titles: [String] { controller.queue.entries.map(\.track.title) }
        var hasSought: Bool { engine.calls.contains { if case .seek = $0 { true } else { false } } }

        /// Waits for an answer while the engine goes on.
        func answer<Value: Sendable>(
            _ body: @escaping @MediaActor @Sendable (HandoffDesk) async throws -> Value
        ) async throws -> Value {
            let done = EventLog<Int>()
            let task = Task { @MediaActor [desk] in
                defer { done.append(1) }
                return try await body(desk)
            }
            try await waitUntil("there is an answer") {
                engine.advance(by: .zero)
                return !done.events.isEmpty
            }
            return try await task.value
        }
    }

    private static let tracks = ["One", "Two", "Three"].map { Track.sample($0, title: $0) }

    private static let book = (1...12).map { Track.sample("book\($0)", title: "Part \($0)") }

    private let desk = Seat("desk", seed: 100, HandoffDeskTests.tracks + HandoffDeskTests.book)
    private let kitchen = Seat("kitchen", seed: 200, HandoffDeskTests.tracks + HandoffDeskTests.book)

    /// Moves what plays from the desk to the kitchen.
    private func move() async throws -> ReleasedHandoff {
        let queue = try await desk.desk.handedQueue()
        let prepared = try await kitchen.answer { try await $0.prepareHandoff(queue) }
        let released = try await desk.desk.releaseForHandoff(prepared.number)
        let current = queue.entries.firstIndex { $0.identifier == released.entry }
        let start = HandoffStart(
            prepared.number, current: current, at: released.position, playing: released.isPlaying)
        try await kitchen.answer { try await $0.beginHandoff(start) }
        return released
    }

    private func isClose(_ one: Duration, _ other: Duration) -> Bool {
        one - other < .milliseconds(100) && other - one < .milliseconds(100)
    }

    @Test("The queue goes on with its place, rate, modes, source and sleep timer, and the source is silent")
    func everything() async throws {
        try desk.controller.perform(
            .play(
                Self.tracks, startingAt: 1, shuffled: nil, at: .seconds(40),
                from: PlaybackContext(title: "Mix", count: 3)))
        desk.engine.advance(by: .seconds(2))
        for command in [
            .setRate(1.5), .setRepeatMode(.all), .setSleep(.time(.seconds(1_200))), .stopAfterEntry(true),
        ] as [PlaybackCommand] { try desk.controller.perform(command) }
        let sleep = try #require(desk.controller.snapshot.sleep?.time)

        let released = try await move()

        let there = kitchen.controller.snapshot
        #expect(kitchen.titles == ["One", "Two", "Three"] && there.entry?.track.title == "Two")
        #expect(kitchen.controller.isMeantToPlay && !desk.controller.isMeantToPlay)
        #expect(released.position >= .seconds(42) && isClose(kitchen.controller.position, released.position))
        #expect(there.rate == 1.5 && there.repeatMode == .all && there.stopsAfterEntry)
        #expect(there.context?.title == "Mix" && there.context?.count == 3 && there.entry?.contextNumber == 2)
        let left = try #require(there.sleep?.time)
        // What was left of it when it was asked for.
        #expect(sleep - left < .seconds(1) && left - sleep < .seconds(60))
    }

    @Test("A shuffled queue goes on in the same order, in the chapter that was heard")
    func shuffled() async throws {
        let reader = FakeChapters()
        let chapters = (0..<3).map { Chapter(start: .seconds(30 * $0), title: "Chapter \($0 + 1)") }
        for track in Self.book { reader.set(.success(ChapterList(chapters)), for: track.identifier) }
        let (here, there) = (
            ChapterCenter(reader: reader, controller: desk.controller),
            ChapterCenter(reader: reader, controller: kitchen.controller)
        )
        try desk.controller.perform(.play(Self.book, startingAt: 4, shuffled: .tracks, at: .seconds(40)))
        desk.engine.advance(by: .seconds(1))
        let (turns, heard) = (desk.controller.queue.turns, try await here.chapters().current)

        _ = try await move()

        let queue = kitchen.controller.queue
        #expect(turns.count == 12 && turns != turns.sorted() && turns.first == 4)
        #expect(queue.turns == turns && queue.shuffleMode == .tracks && queue.currentIndex == 4)
        let chapter = try await there.chapters().current
        #expect(heard?.title == "Chapter 2" && chapter?.title == "Chapter 2" && chapter?.index == heard?.index)
        try kitchen.controller.perform(.next)
        #expect(kitchen.controller.queue.currentIndex == turns[1])
    }

    @Test("What rests goes on resting where it rested")
    func paused() async throws {
        try desk.controller.perform(.play(Self.tracks, startingAt: 0, shuffled: nil, at: .seconds(40)))
        desk.engine.advance(by: .seconds(1))
        try desk.controller.perform(.pause)
        desk.engine.advance(by: .seconds(5))

        let released = try await move()

        #expect(!released.isPlaying && isClose(released.position, desk.controller.position))
        #expect(!kitchen.controller.isMeantToPlay && kitchen.controller.snapshot.status == .paused)
        #expect(isClose(kitchen.controller.position, released.position), "\(kitchen.controller.position)")
    }

    @Test("A station is found by its address, and begins live")
    func station() async throws {
        let location = try #require(MediaLocation(uri: "http://radio.example/live"))
        let station = Track(
            identifier: ContentIdentifier(kind: .station, key: "1"), location: location, title: "Radio")
        for seat in [desk, kitchen] {
            seat.engine.media[location] = FakePlaybackEngine.Medium(duration: nil, isSeekable: false)
        }
        try desk.controller.perform(.play([station], startingAt: 0, shuffled: nil))
        desk.engine.advance(by: .seconds(90))

        let released = try await move()

        let there = kitchen.controller.snapshot
        #expect(released.position == .zero)
        #expect(there.entry?.track.isStation == true && there.entry?.track.location == location)
        #expect(kitchen.controller.isMeantToPlay && !kitchen.hasSought)
    }

    @Test("What was discarded does not begin, whenever the last step comes, and the former queue plays")
    func lateBegin() async throws {
        try desk.controller.perform(.play([Self.tracks[0]], startingAt: 0, shuffled: nil))
        try kitchen.controller.perform(.play([Self.tracks[2]], startingAt: 0, shuffled: nil))
        for seat in [desk, kitchen] { seat.engine.advance(by: .seconds(1)) }
        let queue = try await desk.desk.handedQueue()
        let prepared = try await kitchen.answer { try await $0.prepareHandoff(queue) }
        try await kitchen.answer { try await $0.discardHandoff(prepared.number) }

        let error = await #expect(throws: PlaybackCommandError.self) {
            try await kitchen.answer {
                try await $0.beginHandoff(HandoffStart(prepared.number, current: 0, at: .seconds(3), playing: true))
            }
        }

        #expect(error?.code == .overtaken)
        #expect(kitchen.titles == ["Three"] && kitchen.controller.isMeantToPlay)
    }
}
