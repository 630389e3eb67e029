// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Selections that are looked up while other things happen")
struct PlaybackSelectionTests {
    private let content = ContentSelection(
        title: "Late",
        tracks: [
            Track(
                identifier: ContentIdentifier(kind: .track, key: "late"),
                location: MediaLocation(filePath: Array("/music/late.flac".utf8)), title: "Late",
                duration: .seconds(60))
        ])

    @MediaActor
    @Test("One that nothing overtook plays")
    func plays() throws {
        let rig = PlaybackRig()
        let selection = rig.controller.beginSelection()

        try rig.controller.play(content, for: selection)

        #expect(rig.controller.snapshot.status == .playing)
    }

    @MediaActor
    @Test("One that a later selection overtook does not play")
    func laterSelectionWins() throws {
        let rig = PlaybackRig()
        let first = rig.controller.beginSelection()
        let second = rig.controller.beginSelection()

        try rig.controller.play(content, for: second)

        #expect(throws: PlaybackCommandError.self) { try rig.controller.play(content, for: first) }
    }

    @MediaActor
    @Test(
        "One that was overtaken by a command that ends or changes what plays does not play",
        arguments: [PlaybackCommand.stop, .pause, .clearQueue])
    func commandWins(command: PlaybackCommand) throws {
        let rig = PlaybackRig()
        let selection = rig.controller.beginSelection()

        try rig.controller.perform(command)

        #expect(throws: PlaybackCommandError.self) { try rig.controller.play(content, for: selection) }
        #expect(rig.controller.snapshot.status == .stopped)
    }

    @MediaActor
    @Test("One plays although the volume was changed meanwhile")
    func volumeDoesNotMatter() throws {
        let rig = PlaybackRig()
        let selection = rig.controller.beginSelection()

        try rig.controller.perform(.setVolume(0.3))
        try rig.controller.play(content, for: selection)

        #expect(rig.controller.snapshot.status == .playing)
    }

    @MediaActor
    @Test("After the end nothing is taken any more")
    func nothingAfterTheEnd() async throws {
        let rig = PlaybackRig()
        await rig.controller.shutDown()

        #expect(throws: PlaybackCommandError.self) { try rig.controller.perform(.setVolume(0.3)) }
    }
}
