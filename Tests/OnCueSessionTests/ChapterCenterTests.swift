// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import OnCueSession

@Suite("The chapters of what plays")
@MediaActor
struct ChapterCenterTests {
    @MediaActor
    private final class Rig {
        let playback = PlaybackRig()
        let reader = FakeChapters()
        let center: ChapterCenter
        let log = EventLog<CurrentChapter?>()
        /// How long it was to wait for the next beginning.
        let waits = EventLog<Duration>()
        /// One more ends what is waited for, in place of time.
        let ends = EventLog<Bool>()
        var heard: [CurrentChapter?] { log.events }

        init() {
            center = ChapterCenter(reader: reader, controller: playback.controller) {
                [waits, ends] duration throws(CancellationError) in
                waits.append(duration)
                let before = ends.count
                while ends.count == before { try await MediaActor.sleep(for: .milliseconds(1)) }
            }
            center.changes.listen { [log] in log.append($0) }
            playback.controller.changes.listen { [center] in _ = center.update($0) }
            playback.controller.jumps.listen { [center, controller = playback.controller] _ in
                _ = center.update(controller.snapshot)
            }
        }

        func set(_ starts: [Duration], for track: Track) {
            let chapters = starts.enumerated().map { Chapter(start: $1, title: "Part \($0 + 1)") }
            reader.set(.success(ChapterList(chapters)), for: track.identifier)
        }

        func play(_ tracks: [Track]) async throws {
            try await playback.play(tracks)
            await settle()
            await settle()
        }

        func seek(to position: Duration) async throws {
            try playback.controller.perform(.seek(to: position))
            await advance(by: .zero)
        }

        func advance(by time: Duration) async {
            playback.engine.advance(by: time)
            await settle()
        }
    }

    private let book = Track.sample("book")
    private let song = Track.sample("song")

    @Test("they are looked for once the sound has begun, once for each entry")
    func lookup() async throws {
        let rig = Rig()
        rig.set([.zero, .seconds(60)], for: book)
        try rig.playback.controller.perform(.play([book, song], startingAt: 0, shuffled: nil))
        await settle()
        #expect(rig.reader.asked.isEmpty)

        await rig.advance(by: .zero)
        await settle()
        await rig.advance(by: .seconds(70))
        try await rig.seek(to: .seconds(10))

        #expect(rig.reader.asked == [book.identifier])
        #expect(rig.heard.first??.title == "Part 1")
        #expect(rig.center.current?.index == 0)
        #expect(rig.center.current?.count == 2)
    }

    @Test("an entry that is paused from the beginning is looked at when somebody asks")
    func asked() async throws {
        let rig = Rig()
        rig.set([.zero], for: book)
        try rig.playback.controller.perform(.play([book], startingAt: 0, shuffled: nil))
        try rig.playback.controller.perform(.pause)
        await rig.advance(by: .zero)
        #expect(rig.reader.asked.isEmpty)

        let (list, current) = try await rig.center.chapters()

        #expect(list.chapters.map(\.title) == ["Part 1"])
        #expect(current?.index == 0)
    }

    @Test("the next entry has chapters of its own, or none")
    func nextEntry() async throws {
        let rig = Rig()
        rig.set([.zero, .seconds(60)], for: book)
        try await rig.play([book, song])
        #expect(rig.center.current != nil)

        try rig.playback.controller.perform(.next)
        await rig.advance(by: .zero)
        await settle()

        #expect(rig.center.current == nil)
        #expect(try await rig.center.chapters().list.isEmpty)
        #expect(rig.reader.asked == [book.identifier, song.identifier])
    }

    @Test("jumps go to the beginnings of chapters")
    func jumps() async throws {
        let rig = Rig()
        rig.set([.zero, .seconds(60), .seconds(100)], for: book)
        try await rig.play([book])

        try await rig.center.seek(to: 2)
        await rig.advance(by: .seconds(2))
        #expect(rig.center.current?.index == 2)
        try await rig.center.previous()
        await rig.advance(by: .seconds(20))
        #expect(rig.center.current?.index == 1)
        try await rig.center.previous()
        await rig.advance(by: .zero)
        #expect(rig.playback.controller.position.isAbout(.seconds(60)))
        try await rig.center.next()
        await rig.advance(by: .zero)

        #expect(rig.playback.controller.position.isAbout(.seconds(100)))
    }

    @Test("what is not there is refused with a reason")
    func refusals() async throws {
        let rig = Rig()
        await #expect(throws: PlaybackCommandError(.nothingPlaying, "nothing is playing, so there are no chapters")) {
            try await rig.center.chapters()
        }
        rig.set([.zero, .seconds(60)], for: book)
        try await rig.play([book, song])
        try await rig.seek(to: .seconds(61))

        await #expect(
            throws: PlaybackCommandError(.noSuchChapter, "there is no chapter 3: \"Title of book\" has 2 chapters")
        ) {
            try await rig.center.seek(to: 2)
        }
        await #expect(
            throws: PlaybackCommandError(.noSuchChapter, "this is the last chapter: \"Title of book\" has 2 chapters")
        ) {
            try await rig.center.next()
        }
        try rig.playback.controller.perform(.next)
        await rig.advance(by: .zero)
        await #expect(throws: PlaybackCommandError(.noSuchChapter, "\"Title of song\" has no chapters")) {
            try await rig.center.previous()
        }
    }

    @Test("what could not be read is read again when somebody asks again")
    func failure() async throws {
        let rig = Rig()
        let error = ContentError(.unreadable, "the disk sleeps")
        rig.reader.set(.failure(error), for: book.identifier)
        try await rig.play([book])
        await #expect(throws: error) { try await rig.center.chapters() }

        rig.set([.zero], for: book)

        #expect(try await rig.center.chapters().list.count == 1)
    }

    @Test("the next chapter is told when it begins, by one timer")
    func boundary() async throws {
        let rig = Rig()
        rig.set([.zero, .seconds(60)], for: book)
        try await rig.play([book])
        #expect(rig.center.isTimerSet)
        try await rig.waits.wait { _ in true }
        rig.playback.engine.advance(by: .seconds(60))
        rig.ends.append(true)

        let second = try await rig.log.wait { $0?.index == 1 }

        #expect(second?.title == "Part 2")
        #expect(rig.heard.compactMap { $0?.index } == [0, 1])
        #expect(!rig.center.isTimerSet)
    }

    @Test("at three times the rate the next chapter begins after a third of the time")
    func boundaryUnderRate() async throws {
        let rig = Rig()
        rig.set([.zero, .seconds(170)], for: book)
        try await rig.play([book])
        try rig.playback.controller.perform(.setRate(3))
        await rig.advance(by: .zero)

        try await rig.seek(to: .seconds(140))

        let wait = try await rig.waits.wait { $0 < .seconds(20) }
        #expect(wait > .seconds(2) && wait <= .seconds(10), "\(wait) for 30 s of the medium")
    }

    @Test("while it is paused, and behind the last beginning, nothing waits")
    func paused() async throws {
        let rig = Rig()
        rig.set([.zero, .seconds(60)], for: book)
        try await rig.play([book])
        #expect(rig.center.isTimerSet)

        try rig.playback.controller.perform(.pause)
        await rig.advance(by: .zero)
        #expect(!rig.center.isTimerSet)
        try rig.playback.controller.perform(.resume)
        await rig.advance(by: .zero)
        #expect(rig.center.isTimerSet)
        try await rig.seek(to: .seconds(70))

        #expect(!rig.center.isTimerSet)
    }
}
