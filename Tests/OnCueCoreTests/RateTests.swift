// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("The rate")
struct RateTests {
    private static let podcast = ContentIdentifier(kind: .podcast, key: "show")
    private static let book = ContentIdentifier(kind: .album, key: "book")

    private func track(_ name: String, kind: ContentKind = .track, of work: ContentIdentifier?, genre: String = "")
        -> Track
    {
        Track(
            identifier: ContentIdentifier(kind: kind, key: name),
            location: MediaLocation(filePath: Array("/\(name)".utf8)), title: name, albumIdentifier: work,
            genres: [genre], duration: .seconds(3600))
    }

    private var episode: Track { track("e", kind: .episode, of: Self.podcast) }
    private var chapter: Track { track("c", of: Self.book, genre: "Audiobook") }
    private var song: Track { track("s", of: ContentIdentifier(kind: .album, key: "blue"), genre: "Jazz") }

    private func rig(_ sound: SavedSound = SavedSound(), playing tracks: Track...) throws -> Rig {
        var rig = Rig(sound: sound)
        try rig.perform(.play(tracks, startingAt: 0, shuffled: nil))
        rig.startLoaded()
        return rig
    }

    @Test("is kept for a podcast and an audiobook, and is told to the engine at once")
    func keeping() throws {
        var rig = try rig(playing: episode, chapter, song)

        try rig.perform(.setRate(1.5))
        #expect(rig.actions.first == .setRate(1.5))
        #expect(rig.actions.contains(.keep(.rate(Self.podcast, 1.5))))
        #expect(rig.machine.snapshot.rate == 1.5)

        try rig.perform(.next)
        #expect(rig.machine.snapshot.rate == 1)
        try rig.perform(.setRate(2))
        #expect(rig.actions.contains(.keep(.rate(Self.book, 2))))

        try rig.perform(.previous)
        #expect(rig.machine.snapshot.rate == 1.5)
    }

    @Test("of what was kept is used again, and anything else plays at 1")
    func kept() throws {
        let rig = try rig(SavedSound(rates: [Self.podcast: 1.75]), playing: episode, song)
        #expect(rig.machine.loaded?.request.rate == 1.75)
        #expect(rig.machine.loaded?.request.isSpokenWord == true)
        #expect(rig.machine.cued.first?.request.rate == 1)
        #expect(rig.machine.cued.first?.request.isSpokenWord == false)
    }

    @Test("of music is that of the session, and nothing of it is kept")
    func session() throws {
        var rig = try rig(playing: song, song, episode)
        try rig.perform(.setRate(1.25))
        #expect(!rig.actions.contains { if case .keep = $0 { true } else { false } })
        #expect(rig.cues.map { $0?.rate } == [1.25])

        try rig.perform(.next)
        #expect(rig.machine.snapshot.rate == 1.25)
        #expect(rig.machine.cued.first?.request.rate == 1)
    }

    @Test("of a follower that has been cued changes with it, and not when it belongs to something else")
    func follower() throws {
        var rig = try rig(playing: episode, episode, song)
        try rig.perform(.setRate(2))
        #expect(rig.cues.map { $0?.rate } == [2])

        var other = try self.rig(playing: episode, song)
        try other.perform(.setRate(2))
        #expect(other.cues.isEmpty)
    }

    @Test("goes up and down by steps that come to the same, within its bounds")
    func steps() throws {
        var rig = try rig(playing: song)
        for _ in 1...3 { try rig.perform(.adjustRate(0.1)) }
        #expect(rig.machine.rate == 1.3)
        for _ in 1...3 { try rig.perform(.adjustRate(-0.1)) }
        #expect(rig.machine.rate == 1)
        try rig.perform(.adjustRate(9))
        #expect(rig.machine.rate == 3)
        try rig.perform(.adjustRate(-9))
        #expect(rig.machine.rate == 0.5)
    }

    @Test("is refused where nothing could play at it", arguments: [0, 0.49, 3.01, -1, .nan, .infinity])
    func refused(rate: Double) throws {
        var rig = try rig(playing: song)
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.setRate(rate)) }
        #expect(rig.machine.rate == 1)
    }

    @Test("of what cannot be jumped in is 1 as soon as that is known, and nothing else can be set")
    func bound() throws {
        var rig = Rig(sound: SavedSound(rates: [Self.podcast: 2]))
        try rig.perform(.play([episode], startingAt: 0, shuffled: nil))
        #expect(rig.machine.snapshot.rate == 2)
        rig.receive(.prepared(rig.token, duration: .seconds(3600), isSeekable: false))
        rig.receive(.started(rig.token))

        #expect(rig.machine.snapshot.rate == 1)
        #expect(rig.machine.rateRange == 1...1)
        rig.advance(.seconds(10))
        #expect(rig.position == .seconds(10))
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.setRate(1.5)) }
        #expect(rig.machine.snapshot.rate == 1)
        #expect(!rig.actions.contains(.setRate(1.5)))
    }

    @Test("of a station is 1, whatever was set before")
    func station() throws {
        var rig = try rig(playing: song, track("live", kind: .station, of: nil))
        try rig.perform(.setRate(2))
        try rig.perform(.next)
        #expect(rig.machine.rate == 1)
        #expect(rig.machine.rateRange == 1...1)
        #expect(throws: PlaybackCommandError.self) { try rig.perform(.setRate(1.5)) }
    }

    @Test("makes the position grow faster, from where it was when it was set")
    func position() throws {
        var rig = try rig(playing: song)
        rig.advance(.seconds(10))
        try rig.perform(.setRate(2))
        rig.advance(.seconds(10))
        #expect(rig.position == .seconds(30))

        try rig.perform(.pause)
        try rig.perform(.setRate(1))
        rig.advance(.seconds(5))
        #expect(rig.position == .seconds(30))
        try rig.perform(.resume)
        rig.advance(.seconds(5))
        #expect(rig.position == .seconds(35))
    }

    @Test("can be set while nothing plays, for what plays next")
    func stopped() throws {
        var rig = Rig()
        try rig.perform(.setRate(2))
        #expect(rig.actions.isEmpty)
        #expect(rig.machine.snapshot.rate == 2)
        try rig.perform(.play([song], startingAt: 0, shuffled: nil))
        #expect(rig.machine.loaded?.request.rate == 2)
    }

    @Test("counts what was heard as time of the medium")
    func heard() {
        var tracker = ListeningTracker()
        var snapshot = PlaybackSnapshot()
        let start = ContinuousClock.now
        snapshot.status = .playing
        snapshot.entry = PlaybackQueue.Entry(id: .init(1), track: song)
        snapshot.duration = .seconds(100)
        snapshot.position = PositionAnchor(.zero, advancingFrom: start, rate: 2)
        _ = tracker.update(.init(snapshot: snapshot, instant: start, time: 0))
        #expect(tracker.nextLook(after: start) == .seconds(25))

        let early = tracker.update(.init(snapshot: snapshot, instant: start + .seconds(24), time: 24))
        let late = tracker.update(.init(snapshot: snapshot, instant: start + .seconds(25), time: 25))

        #expect(early.isEmpty)
        #expect(late == [.heard(song, at: 25)])
        #expect(tracker.takeJournal().map(\.position) == [.zero, .seconds(50)])
    }
}

@Suite("What belongs together")
struct ContinuityTests {
    private func track(
        _ number: Int?, disc: Int? = nil, album: String? = "a", part: MediaSegment? = nil, file: String = "f"
    ) -> Track {
        var track = Track.numbered(number ?? 0)
        if part != nil { track.location = MediaLocation(filePath: Array("/\(file)".utf8)) }
        track.trackNumber = number
        track.discNumber = disc
        track.albumIdentifier = album.map { ContentIdentifier(kind: .album, key: $0) }
        track.segment = part
        return track
    }

    @Test("the next track of the same disc goes on")
    func album() {
        #expect(track(1).isContinued(by: track(2)))
        #expect(track(1, disc: 2).isContinued(by: track(2, disc: 2)))
        #expect(!track(1).isContinued(by: track(3)))
        #expect(!track(2).isContinued(by: track(1)))
        #expect(!track(1, disc: 1).isContinued(by: track(2, disc: 2)))
        #expect(track(9, disc: 1).isContinued(by: track(1, disc: 2)))
        var middle = track(5, disc: 1)
        middle.trackTotal = 9
        #expect(!middle.isContinued(by: track(1, disc: 2)))
        #expect(!track(1).isContinued(by: track(2, album: "b")))
        #expect(!track(1, album: nil).isContinued(by: track(2, album: nil)))
        #expect(!track(nil).isContinued(by: track(nil)))
    }

    @Test("tracks outside of the library are of one album when their tags say so")
    func tags() {
        var (first, second) = (track(1, album: nil), track(2, album: nil))
        (first.album, second.album) = ("A", "A")
        #expect(first.isContinued(by: second))
        second.albumArtists = ["Somebody else"]
        #expect(!first.isContinued(by: second))
    }

    @Test("the next part of the same medium goes on, without an album, too")
    func parts() {
        let first = MediaSegment(start: .zero, end: .seconds(10))
        let second = MediaSegment(start: .seconds(10), end: .seconds(20))
        #expect(track(nil, album: nil, part: first).isContinued(by: track(nil, album: nil, part: second)))
        #expect(!track(nil, album: nil, part: second).isContinued(by: track(nil, album: nil, part: first)))
        #expect(!track(nil, album: nil, part: first).isContinued(by: track(nil, album: nil, part: second, file: "g")))
    }

    @Test("a cued follower says whether it goes on, and what was chosen never does")
    func requests() throws {
        var rig = Rig()
        try rig.perform(.play([track(1), track(2), track(7)], startingAt: 0, shuffled: nil))
        rig.startLoaded()
        #expect(rig.machine.loaded?.request.isContinuous == false)
        #expect(rig.machine.cued.first?.request.isContinuous == true)

        rig.receive(.started(rig.cuedToken))
        #expect(rig.machine.loaded?.request.isContinuous == true)
        #expect(rig.machine.cued.first?.request.isContinuous == false)

        try rig.perform(.previous)
        #expect(rig.machine.loaded?.request.isContinuous == false)
    }

    @Test("what is opened anew because it could not be cued says so, too")
    func opened() throws {
        var rig = Rig()
        try rig.perform(.play([track(1), track(2)], startingAt: 0, shuffled: nil))
        rig.startLoaded()
        rig.receive(.ended(rig.token))
        #expect(rig.machine.loaded?.request.isContinuous == true)
    }

    @Test("an album in its order plays with the album's loudness; alone and out of order it does not")
    func albumGain() throws {
        func preferences(_ tracks: [Track]) throws -> [Bool] {
            try tracks.indices.map { start in
                var rig = Rig()
                try rig.perform(.play(tracks, startingAt: start, shuffled: nil))
                return rig.machine.loaded?.request.prefersAlbumGain ?? false
            }
        }
        #expect(try preferences([track(1), track(2), track(5)]) == [true, true, true])
        #expect(try preferences([track(9, disc: 1), track(1, disc: 2)]) == [true, true])
        #expect(try preferences([track(5), track(2), track(1)]) == [false, false, false])
        #expect(try preferences([track(1), track(2, album: "b"), track(3)]) == [false, false, false])
        #expect(try preferences([track(1)]) == [false])
    }
}
