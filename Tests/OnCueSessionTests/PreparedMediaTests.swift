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

    @Test("Mixers show what plays")
    func announces() async throws {
        let rig = PlaybackRig()
        try await rig.play([one, two])

        await PlaybackRig.settle()

        #expect(rig.engine.title?.hasSuffix(one.title) == true)
    }
}
