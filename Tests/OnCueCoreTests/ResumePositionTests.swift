// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueCore

@Suite("What was left in its midst")
struct ResumePositionTests {
    private static let position = Duration.seconds(2400)

    private static func episode(_ number: Int) -> Track {
        var track = Track.numbered(number, duration: .seconds(3600))
        track.identifier = ContentIdentifier(kind: .episode, key: "e\(number)")
        return track
    }

    /// Three episodes play, the second of which was left at 40 minutes.
    private func rig() throws -> Rig {
        var rig = Rig()
        rig.actions = rig.machine.noteResumePositions([Self.episode(2).identifier: Self.position])
        try rig.perform(.play((1...3).map(Self.episode), startingAt: 0, shuffled: nil))
        rig.startLoaded()
        return rig
    }

    @Test("goes on there when a person goes to it, chooses it, or comes back to it")
    func reached() throws {
        var rig = try rig()
        for command in [PlaybackCommand.next, .playEntry(rig.machine.queue.entries[1].id)] {
            try rig.perform(.playEntry(rig.machine.queue.entries[0].id))
            rig.startLoaded()

            try rig.perform(command)

            #expect(rig.loads.map(\.position) == [Self.position])
            #expect(rig.position == Self.position)
        }
        try rig.perform(.stop)
        try rig.perform(.resume)
        #expect(rig.loads.map(\.position) == [Self.position])
    }

    @Test("is none of a station, which is heard as it is now")
    func station() throws {
        var station = Track.numbered(2, duration: nil)
        station.identifier = ContentIdentifier(kind: .station, key: "s")
        var rig = Rig()
        rig.actions = rig.machine.noteResumePositions([station.identifier: Self.position])
        try rig.perform(.play([.numbered(1), station], startingAt: 0, shuffled: nil))
        rig.startLoaded()

        try rig.perform(.next)

        #expect(rig.loads.map(\.position) == [.zero])
    }

    @Test("is none behind its end, as that of another file, or one that another machine has told")
    func behindEnd() throws {
        for position in [Duration.seconds(7_200), .seconds(300_000_000)] {
            var rig = Rig()
            rig.actions = rig.machine.noteResumePositions([Self.episode(2).identifier: position])
            try rig.perform(.play((1...2).map(Self.episode), startingAt: 0, shuffled: nil))
            rig.startLoaded()

            try rig.perform(.playEntry(rig.machine.queue.entries[1].id))

            #expect(rig.loads.allSatisfy { $0.position == .zero })
            #expect(rig.position == .zero)
        }
    }

    @Test("is not cued, and goes on there when what plays before it has ended")
    func follows() throws {
        var rig = Rig()
        rig.actions = rig.machine.noteResumePositions([Self.episode(2).identifier: Self.position])
        try rig.perform(.play((1...3).map(Self.episode), startingAt: 0, shuffled: nil))
        #expect(rig.cues.isEmpty)
        rig.startLoaded()

        rig.receive(.ended(rig.token))

        #expect(rig.loads.map(\.position) == [Self.position])
        #expect(rig.cues.map { $0?.location.displayName } == ["3.flac"])
    }

    @Test("that is known only later is not cued any more, and is cued once it has been heard")
    func laterKnown() throws {
        var rig = Rig()
        try rig.perform(.play((1...2).map(Self.episode), startingAt: 0, shuffled: nil))
        #expect(rig.cues.count == 1)

        rig.actions = rig.machine.noteResumePositions([Self.episode(2).identifier: Self.position])
        #expect(rig.cues == [nil])
        rig.actions = rig.machine.noteResumePositions([Self.episode(2).identifier: nil])
        #expect(rig.cues.map { $0?.location.displayName } == ["2.flac"])
    }

    @Test("begins at its beginning when that was asked for, and again after it was heard to its end")
    func fromStart() throws {
        var rig = Rig()
        rig.actions = rig.machine.noteResumePositions([Self.episode(1).identifier: Self.position])
        try rig.perform(.play([Self.episode(1)], startingAt: 0, shuffled: nil))
        #expect(rig.loads.map(\.position) == [.zero])
        try rig.perform(.setRepeatMode(.one))
        rig.startLoaded()

        rig.receive(.ended(rig.token))

        #expect(rig.loads.map(\.position) == [.zero])
    }

    @Test("is what is spoken, whatever its length, and what is long; a station never is")
    func rules() {
        var rules = ListeningRules()
        var chapter = Track.numbered(1, duration: .seconds(90))
        #expect(!rules.remembersPosition(chapter))
        chapter.genres = ["Audiobook"]
        #expect(rules.remembersPosition(chapter))
        #expect(rules.remembersPosition(.numbered(2, duration: nil), duration: .seconds(1200)))
        var station = Track.numbered(3, duration: .seconds(4000))
        station.identifier = ContentIdentifier(kind: .station, key: "s")
        #expect(!rules.remembersPosition(station))
        rules.longDuration = .seconds(60)
        #expect(rules.remembersPosition(.numbered(4, duration: .seconds(61))))
    }
}
