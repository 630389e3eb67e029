// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("What counts as heard, skipped and left")
struct ListeningTrackerTests {
    /// Playback whose moments a test makes.
    private struct Player {
        var tracker = ListeningTracker()
        var now = ContinuousClock.now
        var snapshot = PlaybackSnapshot()
        var events: [ListeningEvent] = []
        private var lastToken: UInt64 = 0

        mutating func play(
            _ name: String, seconds: Int?, kind: ContentKind = .track, at position: Duration = .zero,
            from collection: ContentIdentifier? = nil
        ) {
            lastToken += 1
            let duration = seconds.map { Duration.seconds($0) }
            let track = Track(
                identifier: ContentIdentifier(kind: kind, key: name),
                location: MediaLocation(filePath: Array("/\(name)".utf8)), title: name, duration: duration)
            snapshot.status = .playing
            snapshot.token = PlaybackRequest.Token(lastToken)
            snapshot.entry = PlaybackQueue.Entry(id: PlaybackQueue.EntryID(lastToken), track: track)
            snapshot.entry?.contextNumber = collection.map { _ in 1 }
            snapshot.context = collection.map { PlaybackContext(identifier: $0, title: $0.key) }
            snapshot.duration = duration
            snapshot.position = PositionAnchor(position, advancingFrom: now)
            look()
        }

        mutating func pass(_ seconds: Int) { now += .seconds(seconds) }

        mutating func pause() {
            let position = snapshot.position.position(at: now, duration: snapshot.duration)
            snapshot.status = .paused
            snapshot.position = PositionAnchor(position)
            look()
        }

        mutating func resume() {
            snapshot.status = .playing
            snapshot.position = PositionAnchor(snapshot.position.position, advancingFrom: now)
            look()
        }

        mutating func seek(to seconds: Int) {
            snapshot.position = PositionAnchor(.seconds(seconds), advancingFrom: now)
            look()
        }

        mutating func stop() {
            snapshot.status = .stopped
            snapshot.token = nil
            snapshot.position = PositionAnchor()
            look()
        }

        mutating func look() { events += tracker.update(.init(snapshot: snapshot, instant: now, time: 7)) }

        /// `heard a`, `left b 90`, …
        var words: [String] {
            events.map { event in
                switch event {
                case .heard(let track, _): "heard \(track.title)"
                case .skipped(let track, _): "skipped \(track.title)"
                case .left(let track, let position, _):
                    "left \(track.title) " + (position.map { String($0.components.seconds) } ?? "end")
                case .begun(let playlist, _): "begun \(playlist.key)"
                case .favourite, .disliked, .rated, .played, .noted: "other"
                }
            }
        }
    }

    @Test("that a playlist plays is told when it begins, not for each of its tracks, and again after something else")
    func playlists() {
        var player = Player()
        let morning = ContentIdentifier(kind: .playlist, key: "morning")
        player.play("a", seconds: 100, from: morning)
        player.pass(1)
        player.play("b", seconds: 100, from: morning)
        player.play("c", seconds: 100, from: ContentIdentifier(kind: .album, key: "blue"))
        player.play("a", seconds: 100, from: morning)
        player.stop()
        player.play("a", seconds: 100, from: morning)

        #expect(player.words.filter { $0.hasPrefix("begun") } == ["begun morning", "begun morning", "begun morning"])
    }

    @Test("what is handed over was not skipped, and what was heard of it goes along")
    func handedOver() {
        var player = Player()
        player.play("a", seconds: 240)
        player.pass(60)
        player.pause()
        #expect(player.tracker.handOver() == .seconds(60))
        player.pass(500)
        player.resume()
        player.pass(10)
        player.play("b", seconds: 240)
        #expect(player.words == [])
    }

    @Test("what comes from another machine counts once, where what was heard of it comes to be enough")
    func cameOver() {
        var player = Player()
        func aside(_ player: inout Player) {
            player.events += player.tracker.setAside(
                .init(snapshot: player.snapshot, instant: player.now, time: 7))
        }
        func settle(_ player: inout Player, heard: Int) {
            player.events += player.tracker.settle(
                .init(snapshot: player.snapshot, instant: player.now, time: 7), heard: .seconds(heard))
        }
        aside(&player)
        player.play("a", seconds: 240, at: .seconds(100))
        settle(&player, heard: 100)
        #expect(player.tracker.nextLook(after: player.now) == .seconds(20))
        player.pass(20)
        player.look()
        #expect(player.words == ["heard a"])

        aside(&player)
        player.play("b", seconds: 900, at: .seconds(400))
        settle(&player, heard: 400)
        player.pass(500)
        player.look()
        #expect(player.words.filter { $0 == "heard b" }.isEmpty, "it was counted where it came from")
    }

    @Test("what was set aside goes on as if nothing had been, if it comes back")
    func cameBack() {
        var player = Player()
        player.play("a", seconds: 240)
        player.pass(60)
        player.events += player.tracker.setAside(.init(snapshot: player.snapshot, instant: player.now, time: 7))
        let before = player.snapshot
        player.pass(5)
        player.play("taken", seconds: 240)
        player.pause()
        #expect(player.tracker.nextLook(after: player.now) == nil)
        player.pass(5)
        player.snapshot = before
        player.snapshot.token = PlaybackRequest.Token(1_000)
        player.snapshot.position = PositionAnchor(.seconds(60), advancingFrom: player.now)
        player.events += player.tracker.settle(.init(snapshot: player.snapshot, instant: player.now, time: 7))
        #expect(player.words == [])
        #expect(player.tracker.nextLook(after: player.now) == .seconds(60))
        player.pass(60)
        player.look()
        #expect(player.words == ["heard a"])
        #expect(player.tracker.takeJournal().map(\.kind) == [.started, .heard])
    }

    @Test("what did not come back was left, and not skipped; what counts at another machine does not count here")
    func elsewhere() {
        var player = Player()
        player.play("a", seconds: 240)
        player.pass(60)
        player.events += player.tracker.setAside(.init(snapshot: player.snapshot, instant: player.now, time: 7))
        player.play("b", seconds: 240)
        player.pass(200)
        player.play("c", seconds: 240)
        player.pass(50)
        player.events += player.tracker.settle(
            .init(snapshot: player.snapshot, instant: player.now, time: 7), isSkippable: false)
        player.pass(20)
        player.play("d", seconds: 240)
        #expect(player.words == [])
        #expect(player.tracker.takeJournal().map(\.kind) == [.started, .left, .started, .left, .started])
        player.pass(20)
        player.play("e", seconds: 240)
        #expect(player.words == ["skipped d"])
    }

    @Test("half of a track counts as heard, once")
    func half() {
        var player = Player()
        player.play("a", seconds: 100)
        player.pass(49)
        player.look()
        #expect(player.words == [])
        #expect(player.tracker.nextLook(after: player.now) == .seconds(1))
        player.pass(1)
        player.look()
        player.pass(50)
        player.play("b", seconds: 100)

        #expect(player.words == ["heard a"])
    }

    @Test("four minutes of anything count as heard, also where the length is not known")
    func fourMinutes() {
        for seconds in [1000, nil] as [Int?] {
            var player = Player()
            player.play("a", seconds: seconds)
            player.pass(239)
            player.look()
            #expect(player.words == [])
            player.pass(1)
            player.look()
            #expect(player.words == ["heard a"])
        }
    }

    @Test("time that passes while nothing sounds, and jumping, are no listening")
    func notHeard() {
        var player = Player()
        player.play("a", seconds: 100)
        player.pass(10)
        player.pause()
        #expect(player.tracker.nextLook(after: player.now) == nil)
        player.pass(1000)
        player.resume()
        player.pass(5)
        player.seek(to: 95)
        player.pass(5)
        player.play("b", seconds: 100)

        #expect(player.words == [])
    }

    @Test("leaving for something else in the first half is a skip; later, by stopping or for an error it is none")
    func skips() {
        var player = Player()
        player.play("a", seconds: 100)
        player.pass(10)
        player.play("b", seconds: 100, at: .seconds(60))
        player.pass(5)
        player.play("c", seconds: 100)
        player.pass(5)
        player.stop()
        player.play("d", seconds: 100)
        player.pass(5)
        player.snapshot.error = PlaybackError(.failed, "no")
        player.play("e", seconds: 100)

        #expect(player.words == ["skipped a"])
    }

    @Test("what never sounded is neither heard nor skipped")
    func neverStarted() {
        var player = Player()
        player.play("a", seconds: 100)
        player.events = []
        player.snapshot.position = PositionAnchor()
        player.play("b", seconds: 100)
        var other = Player()
        other.snapshot.status = .playing
        other.look()

        #expect(other.events.isEmpty)
    }

    @Test("what is long can be something else while it plays")
    func anotherLength() {
        var player = Player()
        player.play("a", seconds: 300)
        player.pass(10)
        player.pause()
        #expect(player.words.isEmpty)
        player.tracker.rules.longDuration = .seconds(60)
        player.resume()
        player.pass(10)
        player.pause()

        #expect(player.words == ["left a 20"])
    }

    @Test("a long item remembers where it is left, paused, and every half minute")
    func longItems() {
        var player = Player()
        player.play("a", seconds: 2000)
        #expect(player.tracker.nextLook(after: player.now) == .seconds(30))
        player.pass(30)
        player.look()
        player.pass(10)
        player.pause()
        player.resume()
        player.pass(5)
        player.play("b", seconds: 100)

        #expect(player.words == ["left a 30", "left a 40", "left a 45", "skipped a"])
    }

    @Test("behind 95 percent the position is forgotten")
    func forgets() {
        var player = Player()
        player.play("a", seconds: 2000, at: .seconds(1890))
        player.pass(20)
        player.play("b", seconds: 100)

        #expect(player.words == ["left a end"])
    }

    @Test("in the last half minute of an episode the position is forgotten, but not of one that is hardly longer")
    func forgetsAtTheEnd() {
        var player = Player()
        player.play("e", seconds: 400, kind: .episode)
        player.seek(to: 375)
        player.pause()
        player.stop()
        player.play("f", seconds: 50, kind: .episode)
        player.seek(to: 30)
        player.pause()
        #expect(player.words == ["left e end", "left f 30"])
    }

    @Test("every episode remembers its position, a short track does not")
    func episodes() {
        var player = Player()
        player.play("e", seconds: 300, kind: .episode)
        player.pass(20)
        player.stop()
        player.play("t", seconds: 300)
        player.pass(20)
        player.stop()

        #expect(player.words == ["left e 20"])
    }

    @Test("the same entry loaded again is a new listening")
    func repetition() {
        var player = Player()
        player.play("a", seconds: 100)
        let entry = player.snapshot.entry
        player.pass(100)
        player.play("a", seconds: 100)
        player.snapshot.entry = entry
        player.pass(100)
        player.look()

        #expect(player.words == ["heard a", "heard a"])
    }
}
