// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("What follows without a gap")
struct FollowersTests {
    @Test("is one entry, unless that one is short or its length is not known")
    func count() throws {
        for (seconds, count) in [(180.0, 1), (2, 1), (1.5, 2), (0.5, 4)] {
            var rig = Rig()
            try rig.perform(.play(Self.tracks(30, .seconds(seconds)), startingAt: 0, shuffled: nil))
            #expect(rig.cuedLists.map(\.count) == [count], "of \(seconds) s")
        }
        var rig = Rig()
        try rig.perform(.play(Self.tracks(30, nil), startingAt: 0, shuffled: nil))
        #expect(rig.cued == ["2.flac"])
    }

    @Test("is at most sixteen entries, however short they are")
    func limit() throws {
        var rig = Rig()
        try rig.perform(.play(Self.tracks(40, .milliseconds(10)), startingAt: 0, shuffled: nil))
        #expect(rig.cued == (2...17).map { "\($0).flac" })
    }

    @Test("is more where it plays faster")
    func rate() throws {
        var rig = Rig()
        try rig.perform(.play(Self.tracks(9, .seconds(1)), startingAt: 0, shuffled: nil))
        #expect(rig.cued.count == 2)
        try rig.perform(.setRate(2))
        #expect(rig.cued.count == 4)
    }

    @Test("starts in order, each once, and what follows further is cued behind what is known")
    func order() throws {
        var rig = try Self.playing(20)
        var heard: [String?] = []
        for _ in 0..<19 {
            let known = rig.machine.cued.map(\.request)
            rig.receive(.started(rig.cuedToken))
            heard.append(rig.title)
            #expect(rig.loads.isEmpty)
            #expect(rig.actions.contains(.announceStart(known[0].token)))
            #expect(Array(rig.machine.cued.map(\.request).prefix(known.count - 1)) == Array(known.dropFirst()))
        }
        #expect(heard == (2...20).map { "Track \($0)" })
        rig.receive(.ended(rig.token))
        #expect(rig.machine.snapshot.status == .stopped)
    }

    @Test("is cued anew when an entry moves, goes or comes between, with what is before it as it was")
    func edits() throws {
        var rig = try Self.playing(9)
        let known = rig.machine.cued.map(\.request)
        let entries = rig.machine.queue.entries

        try rig.perform(.moveEntry(entries[8].id, to: 3))
        #expect(rig.cued == [2, 3, 9, 4].map { "\($0).flac" })
        #expect(rig.cuedLists[0].prefix(2).map(\.token) == known.prefix(2).map(\.token))
        #expect(rig.cuedLists[0].dropFirst(2).allSatisfy { $0.token > known[3].token })

        try rig.perform(.removeEntry(entries[2].id))
        #expect(rig.cued == [2, 9, 4, 5].map { "\($0).flac" })

        try rig.perform(.undo)
        #expect(rig.cued == [2, 3, 9, 4].map { "\($0).flac" })

        try rig.perform(.enqueue([.numbered(50)], at: .next, shuffled: false))
        #expect(rig.cued == ["50.flac"])

        try rig.perform(.enqueue([.numbered(51)], at: .last, shuffled: false))
        #expect(rig.cuedLists.isEmpty)
    }

    @Test("goes by the modes, as far as it is known")
    func modes() throws {
        var rig = try Self.playing(3)
        #expect(rig.machine.cued.map(\.request.location.displayName) == ["2.flac", "3.flac"])

        try rig.perform(.setRepeatMode(.all))
        #expect(rig.cued == [2, 3, 1, 2].map { "\($0).flac" })

        try rig.perform(.setRepeatMode(.one))
        #expect(rig.cued == [1, 1, 1, 1].map { "\($0).flac" })
        rig.receive(.started(rig.cuedToken))
        #expect(rig.actions.contains(.announceJump(to: .zero)))

        try rig.perform(.setRepeatMode(.off))
        try rig.perform(.stopAfterEntry(true))
        #expect(rig.cuedLists == [[]])
        try rig.perform(.stopAfterEntry(false))
        #expect(rig.cued == ["2.flac", "3.flac"])

        try rig.perform(.setSleep(.track))
        #expect(rig.cuedLists == [[]])
        try rig.perform(.setRepeatMode(.all))
        try rig.perform(.setSleep(.queue))
        #expect(rig.cued == ["2.flac", "3.flac"])
    }

    @Test("goes through a shuffled round into the next one, in the order in which both are then played")
    func rounds() throws {
        var rig = try Self.playing(5)
        try rig.perform(.setRepeatMode(.all))
        try rig.perform(.setShuffleMode(.tracks))
        var expected = rig.machine.cued.map(\.entry)
        var heard: [PlaybackQueue.EntryID?] = []
        for _ in 0..<23 {
            rig.receive(.started(rig.cuedToken))
            heard.append(rig.machine.queue.current)
            if let last = rig.machine.cued.last?.entry { expected.append(last) }
        }
        #expect(heard == Array(expected.prefix(23)))
        #expect(Set(heard.prefix(4)).count == 4)
    }

    @Test("ends before an entry that goes on in its midst")
    func places() throws {
        var rig = try Self.playing(9)
        let item = rig.machine.queue.entries[3].track.identifier
        rig.actions = rig.machine.noteResumePositions([item: .milliseconds(200)])
        #expect(rig.cued == ["2.flac", "3.flac"])
        rig.receive(.started(rig.cuedToken))
        rig.receive(.started(rig.cuedToken))
        #expect(rig.machine.cued.isEmpty)
        rig.receive(.ended(rig.token))
        #expect(rig.loads.map(\.location.displayName) == ["4.flac"])
        #expect(rig.loads.map(\.position) == [.milliseconds(200)])
    }

    @Test("is kept up to an entry that fails, and goes on behind it once another one plays")
    func failure() throws {
        var rig = try Self.playing(9)
        let failed = rig.machine.cued[1].request.token

        rig.receive(.failed(failed, PlaybackError(.notFound, "gone")))
        #expect(rig.actions == [.announceFailure(failed, PlaybackError(.notFound, "gone"))])
        #expect(rig.machine.cued.map(\.request.location.displayName) == ["2.flac"])

        rig.receive(.started(rig.cuedToken))
        #expect(rig.title == "Track 2")
        #expect(rig.cued == [4, 5, 6, 7].map { "\($0).flac" })
    }

    @Test("is withdrawn where it is no longer wanted, also after an entry behind it has failed")
    func withdrawnAfterFailure() throws {
        for command in [PlaybackCommand.stopAfterEntry(true), .removeEntry(.init(2)), .setRepeatMode(.one)] {
            var rig = try Self.playing(9)
            rig.receive(.failed(rig.machine.cued[1].request.token, PlaybackError(.notFound, "gone")))

            try rig.perform(command)

            #expect(rig.cuedLists == [[]], "\(command)")
        }
    }

    @Test("is told to continue what is before it only where it does")
    func continuous() throws {
        var tracks = Self.tracks(4, .milliseconds(500))
        for (index, number) in [1, 2, 3, 1].enumerated() {
            tracks[index].album = "Album"
            tracks[index].albumArtists = ["Artist"]
            tracks[index].trackNumber = number
        }
        var rig = Rig()
        try rig.perform(.play(tracks, startingAt: 0, shuffled: nil))
        #expect(rig.cuedLists.first?.map(\.isContinuous) == [true, true, false])
    }

    @Test("holds its place in the follower that is heard when the output goes away")
    func outputLost() throws {
        var rig = try Self.playing(9)
        rig.receive(.started(rig.cuedToken))
        let error = PlaybackError(.audioOutputLost, "the server is gone")
        rig.receive(.outputLost(rig.machine.cued[1].request.token, position: .milliseconds(9), error))
        #expect(rig.machine.snapshot.status == .paused)
        #expect(rig.machine.cued.isEmpty)
        #expect(rig.machine.snapshot.entry?.track.title == "Track 4")
        #expect(rig.machine.snapshot.position.position == .milliseconds(9))
        try rig.perform(.resume)
        #expect(rig.cued == [5, 6, 7, 8].map { "\($0).flac" })
    }

    private static func tracks(_ count: Int, _ duration: Duration?) -> [Track] {
        (1...count).map { .numbered($0, duration: duration) }
    }

    /// Tracks of half a second.
    private static func playing(_ count: Int) throws -> Rig {
        var rig = Rig()
        try rig.perform(.play(tracks(count, .milliseconds(500)), startingAt: 0, shuffled: nil))
        rig.startLoaded()
        return rig
    }
}

extension Rig {
    /// The names of what was cued last.
    fileprivate var cued: [String] { cuedLists.last?.map(\.location.displayName) ?? [] }
}
