// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCueCore

@Suite("What the journal gets")
struct ListeningJournalTests {
    /// A state machine and a tracker that looks at it after every step.
    private struct Listener {
        var rig = Rig()
        var tracker = ListeningTracker()
        var entries: [JournalEntry] = []

        mutating func perform(_ command: PlaybackCommand, by cause: PlaybackCause = .user) throws {
            _ = try rig.machine.perform(command, by: cause, now: rig.now)
            look()
        }

        mutating func receive(_ event: EngineEvent) {
            rig.receive(event)
            look()
        }

        mutating func hear() {
            rig.startLoaded()
            look()
        }

        mutating func pass(_ seconds: Int) {
            rig.advance(.seconds(seconds))
            look()
        }

        private mutating func look() {
            _ = tracker.update(.init(snapshot: rig.machine.snapshot, instant: rig.now, time: 1))
            entries += tracker.takeJournal()
        }

        /// `started Track 1 0 user`, …
        var words: [String] {
            entries.map { "\($0.kind) \($0.subject.title) \($0.position.components.seconds) \($0.cause)" }
        }
    }

    @Test("a track that is paused, resumed and heard to its end, and what follows without a gap")
    func wholeTrack() throws {
        var listener = Listener()
        try listener.perform(.play(Track.numbered(1...2), startingAt: 0, shuffled: nil))
        listener.hear()
        listener.pass(30)
        try listener.perform(.pause, by: .remote)
        listener.pass(600)
        try listener.perform(.resume)
        listener.pass(150)
        listener.receive(.started(listener.rig.cuedToken))

        #expect(
            listener.words == [
                "started Track 1 0 user", "paused Track 1 30 remote", "resumed Track 1 30 user",
                "heard Track 1 180 user", "finished Track 1 180 end", "started Track 2 0 end",
            ])
    }

    @Test("a track that is left for the next one, and one in which playing ends")
    func skippedAndStopped() throws {
        var listener = Listener()
        try listener.perform(.play(Track.numbered(1...2), startingAt: 0, shuffled: nil))
        listener.hear()
        listener.pass(5)
        try listener.perform(.next, by: .remote)
        listener.hear()
        listener.pass(7)
        try listener.perform(.stop)

        #expect(
            listener.words == [
                "started Track 1 0 user", "skipped Track 1 5 remote", "started Track 2 0 remote",
                "stopped Track 2 7 user",
            ])
    }

    @Test("an output that is pulled, and a medium that breaks off")
    func trouble() throws {
        var listener = Listener()
        try listener.perform(.play(Track.numbered(1...2), startingAt: 0, shuffled: nil))
        listener.hear()
        listener.pass(5)
        listener.receive(
            .outputLost(listener.rig.token, position: .seconds(5), PlaybackError(.audioOutputLost, "gone")))
        try listener.perform(.resume)
        listener.hear()
        listener.pass(2)
        listener.receive(.failed(listener.rig.token, PlaybackError(.notPlayable, "broken")))
        listener.hear()

        #expect(
            listener.words == [
                "started Track 1 0 user", "paused Track 1 5 outputLost", "resumed Track 1 5 user",
                "failed Track 1 7 error", "started Track 2 0 error",
            ])
    }

    @Test("nothing of what was never heard")
    func neverHeard() throws {
        var listener = Listener()
        try listener.perform(.play(Track.numbered(1...2), startingAt: 0, shuffled: nil))
        try listener.perform(.next)
        listener.receive(.failed(listener.rig.token, PlaybackError(.notPlayable, "broken")))
        #expect(listener.words.isEmpty)
    }

    @Test("a station that is left for a track without the length of that track")
    func stationLeft() throws {
        var listener = try station()
        listener.pass(30)
        try listener.perform(.play(Track.numbered(1...2), startingAt: 0, shuffled: nil))
        listener.hear()

        #expect(listener.words == ["started Night Jazz 0 user", "left Night Jazz 30 user", "started Track 1 0 user"])
        #expect(listener.rig.machine.snapshot.duration != nil)
        #expect(listener.entries.prefix(2).allSatisfy { $0.subject.duration == nil })
        #expect(listener.entries[2].subject.duration == listener.rig.machine.snapshot.duration)
    }

    private func station() throws -> Listener {
        var listener = Listener()
        let track = Track(
            identifier: ContentIdentifier(kind: .station, key: "a"),
            location: try #require(MediaLocation(uri: "http://127.0.0.1/a.mp3")), title: "Night Jazz")
        try listener.perform(.play([track], startingAt: 0, shuffled: nil))
        listener.hear()
        return listener
    }

    @Test("the titles that a station announces, each once it was heard for a while, at the time at which it began")
    func songs() throws {
        var listener = try station()
        for title in ["One", "Buy this", "Two"] {
            listener.receive(.streamTitle(listener.rig.token, title))
            listener.pass(title == "Buy this" ? 10 : 14)
            if title != "Buy this" { listener.pass(1) }
        }
        listener.receive(.streamTitle(listener.rig.token, "Two"))
        listener.pass(60)
        try listener.perform(.stop)

        let songs = listener.entries.filter { $0.kind == .song }
        #expect(songs.map(\.song) == ["One", "Two"])
        #expect(songs.map(\.subject.title) == ["Night Jazz", "Night Jazz"])
        #expect(songs.map(\.position) == [.zero, .seconds(25)])
        #expect(listener.entries.map(\.kind) == [.started, .song, .song, .stopped])
    }

    @Test("no title of a station that is paused or left before it was heard")
    func songsLeft() throws {
        var listener = try station()
        listener.receive(.streamTitle(listener.rig.token, "One"))
        listener.pass(10)
        try listener.perform(.pause)
        listener.pass(600)
        try listener.perform(.stop)

        #expect(listener.entries.allSatisfy { $0.song == nil })
    }

    @Test("a title is looked at when it is due, and nothing wakes up for it afterwards")
    func songLooks() throws {
        var listener = try station()
        listener.pass(300)
        let before = listener.tracker.nextLook(after: listener.rig.now)
        listener.receive(.streamTitle(listener.rig.token, "One"))
        listener.pass(5)

        #expect(before == nil)
        #expect(listener.tracker.nextLook(after: listener.rig.now) == .seconds(10))
        listener.pass(10)
        #expect(listener.tracker.nextLook(after: listener.rig.now) == nil)
    }
}
