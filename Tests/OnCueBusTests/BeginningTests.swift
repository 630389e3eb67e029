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

@Suite("Play while nothing is in the queue")
@MediaActor
struct BeginningTests {
    private let blue = ContentIdentifier(kind: .album, key: "blue")

    /// Returns when `CanPlay` has been told to be so.
    private func told(_ canPlay: Bool, _ rig: ServiceRig) async throws {
        try await rig.signals.wait { signal in
            signal.path == MPRISObject.path
                && signal.arguments.dropFirst().first?.dictionaryValue?["CanPlay"] == .bool(canPlay)
        }
    }

    private func note(_ kind: JournalEntry.Kind, _ track: Track, at seconds: Int, _ rig: ServiceRig) async throws {
        let entry = JournalEntry(
            kind, .init(track, duration: nil), at: 1, position: .seconds(seconds), cause: .user)
        try await rig.listening.record([.noted(entry)])
    }

    /// A library whose tracks know their album, told as a change so that it is looked at.
    private func fill(_ rig: ServiceRig) -> [Track] {
        let tracks = ["one", "two", "three"].map { name in
            var track = Track.sample(name)
            track.albumIdentifier = blue
            return track
        }
        rig.source.replace(with: [.init("Blue", by: "Ada", tracks: tracks)])
        return tracks
    }

    @Test("What was played last goes on where it was left, in its album", arguments: ["Play", "PlayPause"])
    func lastPlayed(method: String) async throws {
        let rig = try await ServiceRig()
        try await note(.stopped, .sample("two"), at: 42, rig)
        try await note(.stopped, .sample("gone"), at: 5, rig)
        _ = fill(rig)
        try await told(true, rig)

        try await rig.player(method)
        await rig.advance()

        #expect(rig.controller.queue.entries.map(\.track.identifier.key) == ["one", "two", "three"])
        #expect(rig.controller.snapshot.entryIndex == 1)
        #expect(rig.controller.position == .seconds(42))
        #expect(rig.controller.snapshot.status == .playing)
        #expect(rig.controller.snapshot.cause == .remote)
    }

    @Test("Our own Resume and Toggle begin with the same, for the person", arguments: ["Resume", "Toggle"])
    func ownInterface(method: String) async throws {
        let rig = try await ServiceRig()
        try await note(.stopped, .sample("two"), at: 42, rig)
        _ = fill(rig)

        try await rig.call(method, of: ServiceNames.playback)
        await rig.advance()

        #expect(rig.controller.queue.entries.map(\.track.identifier.key) == ["one", "two", "three"])
        #expect(rig.controller.snapshot.entryIndex == 1)
        #expect(rig.controller.position == .seconds(42))
        #expect(rig.controller.snapshot.status == .playing)
        #expect(rig.controller.snapshot.cause == .user)
    }

    @Test("What was heard to its end begins at its beginning")
    func finished() async throws {
        let rig = try await ServiceRig()
        try await note(.finished, .sample("three"), at: 180, rig)
        _ = fill(rig)
        try await told(true, rig)

        try await rig.player("Play")
        await rig.advance()

        #expect(rig.controller.snapshot.entryIndex == 2)
        #expect(rig.controller.position == .zero)
    }

    @Test("Where nothing was played, the first of For You plays, and what stands behind it")
    func forYou() async throws {
        let rig = try await ServiceRig()
        rig.source.recommend(["three", "one"].map { ContentIdentifier(kind: .track, key: $0) })
        _ = fill(rig)
        try await told(true, rig)

        try await rig.call("Perform", of: ServiceNames.remoteCommands, [.string("play"), .dictionary([:])])
        await rig.advance()

        #expect(rig.controller.queue.entries.map(\.track.identifier.key) == ["three", "one"])
        #expect(rig.controller.snapshot.status == .playing)
    }

    @Test("Where there is nothing at all, Play cannot be given, and says so; it can when something comes")
    func nothing() async throws {
        let rig = try await ServiceRig()
        #expect(try await rig.get("CanPlay") == .bool(false))
        for error in [
            await rig.failure { try await rig.player("Play") },
            await rig.failure { try await rig.call("Resume", of: ServiceNames.playback) },
        ] {
            #expect(error?.name == "org.oncue.Error.NothingPlaying")
            #expect(error?.message == RemoteCommandCenter.nothingToBegin.message)
        }

        rig.source.recommend([.init(kind: .track, key: "one")])
        _ = fill(rig)
        try await told(true, rig)
        rig.source.recommend([])
        rig.source.replace(with: [])
        try await told(false, rig)

        #expect(try await rig.get("CanPlay") == .bool(false))
    }

    @Test("What is asked for later wins")
    func overtaken() async throws {
        let rig = try await ServiceRig()
        try await note(.stopped, .sample("two"), at: 42, rig)
        _ = fill(rig)
        let manager = ContentManager(source: rig.source, resolver: rig.resolver, listening: rig.listening)
        manager.delegate = ControllerSelectionPlayer(rig.controller)

        let beginning = StartKeeper(controller: rig.controller, manager: manager).begin(by: .remote)
        _ = rig.controller.beginSelection()

        let error = await #expect(throws: PlaybackCommandError.self) { try await beginning.value }
        #expect(error?.code == .overtaken)
        #expect(rig.controller.queue.entries.isEmpty)
    }
}
