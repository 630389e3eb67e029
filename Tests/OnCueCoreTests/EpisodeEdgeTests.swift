// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("Intros and outros of episodes")
struct EpisodeEdgeTests {
    private static let podcast = ContentIdentifier(kind: .podcast, key: "show")
    private static let settings: PodcastSettings = {
        var settings = PodcastSettings()
        (settings.intro, settings.outro) = (.seconds(30), .seconds(60))
        return settings
    }()

    private static func episode(_ number: Int, seconds: Int? = 600) -> Track {
        var track = Track.numbered(number, duration: seconds.map { .seconds($0) })
        track.identifier = ContentIdentifier(kind: .episode, key: "e\(number)")
        track.albumIdentifier = podcast
        return track
    }

    private func rig(_ tracks: [Track]) throws -> Rig {
        var rig = Rig()
        rig.actions = rig.machine.notePodcasts([Self.podcast: Self.settings])
        try rig.perform(.play([Track.numbered(9)] + tracks, startingAt: 0, shuffled: nil))
        rig.startLoaded()
        try rig.perform(.next)
        return rig
    }

    @Test("an episode begins behind its intro, ends before its outro, and is not cued behind another one")
    func skips() throws {
        var rig = try rig([Self.episode(1), Self.episode(2)])

        #expect(rig.loads.map(\.position) == [.seconds(30)])
        #expect(rig.machine.loaded?.request.outro == .seconds(60))
        rig.startLoaded()
        #expect(rig.machine.snapshot.outro == .seconds(60))
        #expect(rig.cues.allSatisfy { $0 == nil })
        rig.receive(.ended(rig.token))
        #expect(rig.loads.map(\.position) == [.seconds(30)])
        #expect(rig.title == "Track 2")
    }

    @Test("one that was left resumes there, and one that was asked for from its start begins there")
    func resumes() throws {
        var rig = try rig([Self.episode(1), Self.episode(2)])
        rig.actions = rig.machine.noteResumePositions([Self.episode(2).identifier: .seconds(10)])
        try rig.perform(.next)
        #expect(rig.loads.map(\.position) == [.seconds(10)])
        try rig.perform(.play([Self.episode(1)], startingAt: 0, shuffled: nil, at: .zero))
        #expect(rig.loads.map(\.position) == [.zero])
    }

    @Test("nothing is left out of one that would be mostly that, of music, and of other podcasts")
    func spares() throws {
        var other = Self.episode(3)
        other.albumIdentifier = ContentIdentifier(kind: .podcast, key: "other")
        var music = Track.numbered(4, duration: .seconds(600))
        music.albumIdentifier = Self.podcast
        for track in [Self.episode(1, seconds: 170), other, music] {
            let rig = try rig([track])
            #expect(rig.loads.map(\.position) == [.zero])
            #expect(rig.machine.loaded?.request.outro == .zero)
        }
        #expect(try rig([Self.episode(2, seconds: nil)]).loads.map(\.position) == [.seconds(30)])
    }

    @Test("an episode that ended before its outro was heard to its end")
    func heard() throws {
        var rig = try rig([Self.episode(1), Self.episode(2)])
        var tracker = ListeningTracker()
        func look() -> [ListeningEvent] {
            tracker.update(.init(snapshot: rig.machine.snapshot, instant: rig.now, time: 1))
        }
        rig.startLoaded()
        _ = look()
        rig.advance(.seconds(510))
        rig.receive(.ended(rig.token))
        let events = look()

        #expect(events.contains(.left(Self.episode(1), position: nil, at: 1)))
        #expect(tracker.takeJournal().map(\.kind) == [.started, .heard, .finished])
    }

    @Test("the rate of a podcast can be set while it plays, and while it does not")
    func rate() throws {
        var rig = try rig([Self.episode(1)])
        rig.startLoaded()
        let other = ContentIdentifier(kind: .podcast, key: "other")

        rig.actions = rig.machine.setRate(1.5, ofWork: Self.podcast, now: rig.now)
        let playing = rig.actions
        rig.actions = rig.machine.setRate(2, ofWork: other, now: rig.now)

        #expect(playing.contains(.setRate(1.5)) && playing.contains(.keep(.rate(Self.podcast, 1.5))))
        #expect(rig.actions == [.keep(.rate(other, 2))])
        #expect(rig.machine.rate == 1.5)
        #expect(rig.machine.rates.rate(ofWork: other) == 2)
        #expect(rig.machine.setRate(2, ofWork: other, now: rig.now).isEmpty)
    }
}
