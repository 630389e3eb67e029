// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCuePlayers
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Methods of the MPRIS player")
struct MPRISMethodTests {
    @Test(
        "What needs a track is an error without one, what is so already and SetPosition are not; nothing has an effect")
    @MediaActor
    func withoutTrack() async throws {
        let rig = try await ServiceRig()

        for method in ["Play", "PlayPause", "Next", "Previous"] {
            let error = await rig.failure { try await rig.player(method) }
            #expect(error?.name == "org.oncue.Error.NothingPlaying", "\(method)")
        }
        let seek = await rig.failure { try await rig.player("Seek", [.int64(5)]) }
        for method in ["Pause", "Stop"] { try await rig.player(method) }
        try await rig.player("SetPosition", [.objectPath("/org/oncue/OnCue/entry/1"), .int64(5)])
        await rig.settle()

        #expect(seek?.name == "org.oncue.Error.NothingPlaying")
        #expect(rig.signals.events == [])
    }

    @Test("SetPosition with the track's id jumps")
    @MediaActor
    func setPosition() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        try await rig.player("SetPosition", [.objectPath("/org/oncue/OnCue/entry/1"), .int64(30_000_000)])
        await rig.advance()

        #expect(rig.seeks == [30])
        #expect(try await rig.get("Position") == .int64(30_000_000))
    }

    @Test(
        "SetPosition with another id, before the start or beyond the end is ignored",
        arguments: [
            ("/org/oncue/OnCue/entry/2", 30_000_000), ("/org/mpris/MediaPlayer2/TrackList/NoTrack", 30_000_000),
            ("/", 0), ("/org/oncue/OnCue/entry/1", -1), ("/org/oncue/OnCue/entry/1", 180_000_001),
            ("/org/oncue/OnCue/entry/1", .min), ("/org/oncue/OnCue/entry/1", .max),
        ] as [(String, Int64)])
    @MediaActor
    func ignoredPositions(path: String, position: Int64) async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        rig.engine.forgetCalls()

        try await rig.player("SetPosition", [.objectPath(path), .int64(position)])
        await rig.advance()

        #expect(rig.engine.calls == [])
        #expect(rig.seeks == [])
    }

    @Test("The id of a track that played before is stale")
    @MediaActor
    func staleTrack() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        try await rig.player("Next")
        await rig.advance()

        try await rig.player("SetPosition", [.objectPath("/org/oncue/OnCue/entry/1"), .int64(5_000_000)])
        await rig.advance()

        #expect(rig.seeks == [])
    }

    @Test("Seek before the start goes there, and past the end goes to the next track")
    @MediaActor
    func seekBounds() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        await rig.advance(by: .seconds(10))

        try await rig.player("Seek", [.int64(.min)])
        await rig.advance()
        #expect(rig.seeks == [0])
        try await rig.player("Seek", [.int64(200_000_000)])
        await rig.advance()

        #expect(rig.controller.snapshot.entry?.track.title == "Freddie")
    }

    @Test("Next and Previous keep pause, and are refused at the ends")
    @MediaActor
    func nextAndPrevious() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        try await rig.player("Pause")

        try await rig.player("Next")
        await rig.advance()
        #expect(rig.controller.snapshot.entryIndex == 1)
        #expect(rig.controller.snapshot.status == .paused)
        let atEnd = await rig.failure { try await rig.player("Next") }
        await rig.advance()
        #expect(rig.controller.snapshot.entryIndex == 1)
        try await rig.player("Previous")
        let atStart = await rig.failure { try await rig.player("Previous") }
        await rig.advance()
        #expect([atEnd, atStart].map { $0?.name } == ["org.oncue.Error.NotAvailable", "org.oncue.Error.NotAvailable"])

        #expect(rig.controller.snapshot.entryIndex == 0)
        #expect(rig.controller.snapshot.status == .paused)
    }

    @Test("Play after Stop begins the track anew")
    @MediaActor
    func stopAndPlay() async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        await rig.advance(by: .seconds(50))

        try await rig.player("Stop")
        #expect(try await rig.get("Position") == .int64(0))
        try await rig.player("Play")
        await rig.advance(by: .seconds(1))

        #expect(try await rig.get("Position") == .int64(1_000_000))
        #expect(rig.seeks == [])
    }

    @Test("OpenUri plays what it can", arguments: ["file:///music/x.ogg", "FILE:///music/x.ogg"])
    @MediaActor
    func openUri(uri: String) async throws {
        let rig = try await ServiceRig()
        rig.resolver.set([.sample("x")], at: MediaLocation(filePath: Array("/music/x.ogg".utf8)))

        try await rig.player("OpenUri", [.string(uri)])
        await rig.advance()

        #expect(try await rig.get("PlaybackStatus") == .string("Playing"))
    }

    @Test(
        "OpenUri refuses what is no absolute file, http or https URI, and keeps playing",
        arguments: [
            "", "x.ogg", "/music/x.ogg", "ftp://host/x", "cdda://1", "javascript:alert(1)", "file://", "://", "http:x",
        ])
    @MediaActor
    func wrongUris(uri: String) async throws {
        let rig = try await ServiceRig()
        try await rig.play()
        rig.signals.removeAll()

        let error = await rig.failure { try await rig.player("OpenUri", [.string(uri)]) }

        #expect(error?.name == "org.oncue.Error.InvalidValue")
        #expect(rig.signals.events == [])
    }

    @Test("OpenUri of a file that is not there says so")
    @MediaActor
    func missingFile() async throws {
        let rig = try await ServiceRig()

        let error = await rig.failure { try await rig.player("OpenUri", [.string("file:///none.ogg")]) }

        #expect(error?.name == "org.oncue.Error.NotFound")
    }

    @Test("Quit is answered and asks the service to end; Raise does nothing")
    @MediaActor
    func application() async throws {
        let rig = try await ServiceRig()
        func call(_ member: String) async throws {
            try await rig.client.call(
                member, of: "org.mpris.MediaPlayer2", at: MPRISObject.path, on: ServiceNames.mprisBusName)
        }

        try await call("Raise")
        #expect(rig.quits.count == 0)
        try await call("Quit")

        #expect(rig.quits.events == ["player"])
    }
}
