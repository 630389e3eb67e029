// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("The engine holds open what may be asked for next")
@MediaActor
struct PreparedMediaTests {
    private let one = Track.sample("one")
    private let two = Track.sample("two")
    private let three = Track.sample("three")

    @Test("The entry before the current one is held open, while something plays")
    func holdsPrevious() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])
        #expect(rig.engine.prepared.isEmpty)

        try rig.controller.perform(.next)
        #expect(rig.engine.prepared == [PreparedMedium(location: one.location)])

        try rig.controller.perform(.stop)
        #expect(rig.engine.prepared.isEmpty)
    }

    @Test("What somebody is about to choose comes first, at its place, and goes when it plays")
    func holdsExpected() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])
        try rig.controller.perform(.next)

        rig.controller.prepare(three, at: .seconds(40))
        let expected = PreparedMedium(location: three.location, position: .seconds(40))
        #expect(rig.engine.prepared == [expected, PreparedMedium(location: one.location)])

        try await rig.play([three])
        #expect(rig.engine.prepared.isEmpty)
    }

    @Test("What was chosen is opened while it is looked up, and goes when it plays or something else changes")
    func holdsChosen() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])

        rig.controller.choose(three.location)
        #expect(rig.engine.prepared == [PreparedMedium(location: three.location)])
        try await rig.play([three])
        #expect(rig.engine.prepared.isEmpty)

        rig.controller.choose(two.location)
        try rig.controller.perform(.setVolume(0.5))
        #expect(rig.engine.prepared.isEmpty)
    }

    @Test("The next entry is held open where it does not follow by itself, and does not begin by itself")
    func holdsNext() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])

        try rig.controller.perform(.stopAfterEntry(true))
        #expect(rig.engine.prepared == [PreparedMedium(location: two.location)])
        rig.engine.advance(by: .seconds(200))
        await settle()
        #expect(rig.controller.snapshot.status == .stopped)

        #expect(rig.engine.prepared.isEmpty)
    }

    @Test("What is about to be chosen is held open at the rate at which it will play")
    func holdsAtRate() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])
        try rig.controller.perform(.setRate(1.25))

        rig.controller.prepare(three)

        #expect(rig.engine.prepared == [PreparedMedium(location: three.location, rate: 1.25)])
    }

    @Test("Another part of the medium that plays stays held open")
    func holdsParts() async throws {
        let rig = PlaybackRig()
        var (first, second) = (one, one)
        first.segment = MediaSegment(start: .zero, end: .seconds(60))
        second.segment = MediaSegment(start: .seconds(60))
        try await rig.play([first])

        rig.controller.prepare(second)
        try rig.controller.perform(.setVolume(0.5))

        #expect(rig.engine.prepared == [PreparedMedium(location: one.location, segment: second.segment)])
    }

    @Test("Mixers show what plays")
    func announces() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])

        await settle()

        #expect(rig.engine.title?.hasSuffix(one.title) == true)
    }
}
