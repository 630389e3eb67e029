// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("What cannot be played")
struct PlaybackFailureTests {
    @Test("passes over a follower that fails, after the current track has ended")
    func failedFollower() throws {
        var rig = try Rig(playing: 3)
        rig.receive(.failed(rig.cuedToken, PlaybackError(.notFound, "gone")))
        #expect(rig.title == "Track 1")
        #expect(rig.machine.snapshot.status == .playing)
        #expect(rig.cues.isEmpty)

        rig.receive(.ended(rig.token))
        #expect(rig.loads.map(\.location.displayName) == ["3.flac"])
    }

    @Test("goes on with the next track when one fails")
    func failure() throws {
        var rig = Rig()
        try rig.perform(.play(Track.numbered(1...2), startingAt: 0, shuffled: nil))
        let failed = rig.token
        let error = PlaybackError(.notPlayable, "damaged")

        rig.receive(.failed(failed, error))

        #expect(rig.actions.contains(.announceFailure(failed, error)))
        #expect(rig.loads.map(\.location.displayName) == ["2.flac"])
        #expect(rig.machine.snapshot.status == .playing)
    }

    @Test("stops when everything fails, even when everything repeats", arguments: [RepeatMode.off, .one, .all])
    func everythingFails(mode: RepeatMode) throws {
        var rig = Rig()
        try rig.perform(.setRepeatMode(mode))
        try rig.perform(.play(Track.numbered(1...5), startingAt: 0, shuffled: nil))
        var failures = 0
        while rig.machine.snapshot.status == .playing, failures < 100 {
            rig.receive(.failed(rig.token, PlaybackError(.notFound, "gone")))
            failures += 1
        }
        #expect(failures == 5)
        #expect(rig.machine.snapshot.error?.code == .notFound)
    }

    @Test(
        "does not try all of a disk that is away or cannot be read",
        arguments: [
            (PlaybackError.Code.notFound, PlaybackStateMachine.missingLimit),
            (PlaybackError.Code.failed, PlaybackStateMachine.failureLimit),
        ])
    func diskAway(code: PlaybackError.Code, limit: Int) throws {
        var rig = Rig()
        try rig.perform(.play(Track.numbered(1...2000), startingAt: 0, shuffled: nil))
        var failures = 0
        while rig.machine.snapshot.status == .playing {
            rig.receive(.failed(rig.token, PlaybackError(code, "gone")))
            failures += 1
        }
        #expect(failures == limit)
    }

    @Test("finds what is there behind many files that are missing, time and again")
    func manyMissing() throws {
        var rig = Rig()
        try rig.perform(.play(Track.numbered(1...2000), startingAt: 0, shuffled: nil))
        for good in [900, 1800] {
            while rig.title != "Track \(good)", rig.machine.snapshot.status == .playing {
                rig.receive(.failed(rig.token, PlaybackError(.notFound, "gone")))
            }
            #expect(rig.title == "Track \(good)")
            rig.startLoaded()
            rig.receive(.ended(rig.token))
        }
    }

    @Test("tries all anew when an entry is asked for after it gave up")
    func diskBack() throws {
        var rig = Rig()
        try rig.perform(.play(Track.numbered(1...3), startingAt: 0, shuffled: nil))
        while rig.machine.snapshot.status == .playing {
            rig.receive(.failed(rig.token, PlaybackError(.notFound, "gone")))
        }

        try rig.perform(.playEntry(rig.machine.queue.entries[0].id))
        rig.startLoaded()
        rig.receive(.ended(rig.token))

        #expect(rig.title == "Track 2")
    }

    @Test("takes addresses at which nothing is for failures like others")
    func missingStreams() throws {
        var tracks = Track.numbered(1...100)
        for index in tracks.indices { tracks[index].location = try #require(MediaLocation(uri: "http://h/\(index)")) }
        var rig = Rig()
        try rig.perform(.play(tracks, startingAt: 0, shuffled: nil))
        var failures = 0
        while rig.machine.snapshot.status == .playing {
            rig.receive(.failed(rig.token, PlaybackError(.notFound, "gone")))
            failures += 1
        }
        #expect(failures == PlaybackStateMachine.failureLimit)
    }
}
