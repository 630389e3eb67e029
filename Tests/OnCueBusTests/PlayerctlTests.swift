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

@Suite("playerctl, a client that others wrote")
struct PlayerctlTests {
    @MediaActor
    private func playerctl(_ rig: ServiceRig, _ words: String...) async throws -> String {
        let result = try await ChildProcess.run(
            "playerctl", ["--player=oncue"] + words,
            environment: ["DBUS_SESSION_BUS_ADDRESS": rig.bus.address, "LC_ALL": "C.UTF-8"])
        await rig.advance()
        guard result.status == 0 else { throw SupportError("playerctl \(words): \(result.errors)") }
        return result.output.trimmingEnd
    }

    @Test("It finds the player and steers it")
    @MediaActor
    func steering() async throws {
        let rig = try await ServiceRig()
        try await rig.play()

        #expect(try await playerctl(rig, "--list-all").contains("oncue"))
        #expect(try await playerctl(rig, "status") == "Playing")
        #expect(
            try await playerctl(rig, "metadata", "--format", "{{artist}} – {{title}} – {{album}}")
                == "Ada, Cy – So What – Blue")
        #expect(try await playerctl(rig, "metadata", "mpris:trackid") == "'/org/oncue/OnCue/entry/1'")
        #expect(try await playerctl(rig, "metadata", "mpris:length") == "180000000")
        _ = try await playerctl(rig, "pause")
        #expect(try await playerctl(rig, "status") == "Paused")
        _ = try await playerctl(rig, "play-pause")
        #expect(rig.controller.snapshot.status == .playing)
        _ = try await playerctl(rig, "position", "30")
        #expect(rig.seeks == [30])
        _ = try await playerctl(rig, "position", "10+")
        #expect(try await playerctl(rig, "position").hasPrefix("40.0"))
        _ = try await playerctl(rig, "next")
        #expect(try await playerctl(rig, "metadata", "title") == "Freddie")
        _ = try await playerctl(rig, "previous")
        #expect(rig.controller.snapshot.entryIndex == 0)
    }

    @Test("It sets loudness and modes, opens a URI and stops")
    @MediaActor
    func settings() async throws {
        let rig = try await ServiceRig()
        rig.resolver.set([.sample("x", title: "Opened")], at: MediaLocation(filePath: Array("/m/x.ogg".utf8)))
        try await rig.play()

        _ = try await playerctl(rig, "volume", "0.5")
        #expect(rig.controller.snapshot.volume == 0.5)
        _ = try await playerctl(rig, "loop", "Track")
        #expect(try await playerctl(rig, "loop") == "Track")
        _ = try await playerctl(rig, "shuffle", "On")
        #expect(rig.controller.snapshot.isShuffled)
        _ = try await playerctl(rig, "open", "file:///m/x.ogg")
        #expect(try await playerctl(rig, "metadata", "title") == "Opened")
        _ = try await playerctl(rig, "stop")
        #expect(try await playerctl(rig, "status") == "Stopped")
    }

    @Test("The daemon of playerctl, which ends itself on a wrong signal, survives everything that we tell")
    @MediaActor
    func playerctld() async throws {
        let rig = try await ServiceRig()
        let watcher = try ChildProcess("playerctld", environment: ["DBUS_SESSION_BUS_ADDRESS": rig.bus.address])
        let owners = EventLog<String?>()
        let watch = rig.client.watchOwner(of: "org.mpris.MediaPlayer2.playerctld") { owners.append($0) }
        if try await rig.client.owner(of: "org.mpris.MediaPlayer2.playerctld") == nil {
            try await owners.wait(count: 1)
        }

        try await rig.play()
        try await rig.player("Next")
        try await rig.player("Seek", [.int64(1_000_000)])
        try await rig.set("Volume", .double(0.2))
        rig.source.touch()
        await rig.advance(by: .seconds(1))
        try await rig.player("Stop")
        await rig.settle()
        // It has taken in everything before this when it answers.
        try await rig.client.call(
            "Get", of: ServiceRig.properties, at: MPRISObject.path, on: "org.mpris.MediaPlayer2.playerctld",
            [.string("com.github.altdesktop.playerctld"), .string("PlayerNames")])

        #expect(!watcher.hasEnded)
        withExtendedLifetime(watch) {}
    }
}

extension String {
    /// Without the line end.
    fileprivate var trimmingEnd: String { String(reversed().drop { $0.isWhitespace }.reversed()) }
}
