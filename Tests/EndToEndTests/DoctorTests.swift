// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("oncue doctor", .timeLimit(.minutes(10)))
struct DoctorEndToEndTests {
    @Test("The service keeps every point of MPRIS, playing and stopped, and is afterwards as it was before")
    func clean() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("play", "Albums/Night Crossing")
        try await machine.done("repeat", "all")
        func state() async throws -> [JSONValue?] {
            let now = try await machine.json("now")
            return ["status", "title", "volume", "muted", "repeat", "shuffleMode", "rate", "entry"].map { now[$0] }
        }
        /// A player has a second for each answer, which a busy machine may take; a fault is found each time.
        func examined() async throws -> (told: ChildProcess.Result, before: [JSONValue?], after: [JSONValue?]) {
            var attempts = 0
            while true {
                // The track does not end meanwhile.
                if try await machine.json("now")["status"] == "playing" { try await machine.done("seek", "0:00") }
                let before = try await state()
                let told = try await machine.oncue("doctor", "mpris")
                attempts += 1
                if attempts == 5 || Self.faults(in: told).isEmpty { return (told, before, try await state()) }
            }
        }
        let queue = try await machine.json("queue")["items"]

        let playing = try await examined()
        let queued = try await machine.json("queue")["items"]
        try await machine.done("volume", "mute")
        let muted = try await examined()
        try await machine.done("volume", "unmute")
        let heard = try await machine.json("now")["volume"]
        try await machine.done("stop")
        let stopped = try await examined()

        for (found, what) in [(playing, "playing"), (muted, "muted"), (stopped, "stopped")] {
            #expect(Self.faults(in: found.told) == [], "\(what): \(found.told.output)")
            #expect(found.told.status == 0)
            #expect(found.after == found.before, "\(what)")
        }
        for point in ["AddTrack", "TrackAdded", "RemoveTrack", "TrackRemoved"] {
            #expect(playing.told.output.contains("TrackList." + point), "\(point) is tried")
        }
        #expect(queued == queue, "what was put into the list is out again")
        #expect(heard == playing.before[2], "the volume is known when it is heard again")
    }

    /// What is not as it should be.
    private static func faults(in told: ChildProcess.Result) -> [String] {
        told.output.split(separator: "\n").filter { $0.hasPrefix("failed") || $0.hasPrefix("warning") }.map(String.init)
    }

    @Test("Ctrl-C in the middle leaves a player as it was before", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) async throws {
        let machine = try await Machine()
        let bus = try #require(machine.bus)
        let player = try await FakePlayer(bus, "fake", identity: "Fake")
        let before = await player.properties()
        let connection = try await bus.connect()
        let changes = EventLog<[String: BusValue]>()
        let subscription = await connection.subscribe(
            path: "/org/mpris/MediaPlayer2", member: "PropertiesChanged"
        ) { changes.append($0.arguments.dropFirst().first?.dictionaryValue ?? [:]) }

        let doctor = try machine.startOncue(["doctor", "mpris", "fake"].map { Array($0.utf8) })
        try await changes.wait { $0["Volume"] != nil }
        doctor.send(signal)

        #expect(try await doctor.ending() == .signal(signal))
        #expect(await player.properties() == before)
        withExtendedLifetime(subscription) {}
    }
}
