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
        let before = try await state()
        let queue = try await machine.json("queue")["items"]

        let playing = try await machine.oncue("doctor", "mpris")
        let after = try await state()
        let queued = try await machine.json("queue")["items"]
        try await machine.done("volume", "mute")
        let quiet = try await state()
        let muted = try await machine.oncue("doctor", "mpris")
        let afterMuted = try await state()
        try await machine.done("volume", "unmute")
        let heard = try await machine.json("now")["volume"]
        try await machine.done("stop")
        let stopped = try await machine.oncue("doctor", "mpris")

        for (told, what) in [(playing, "playing"), (muted, "muted"), (stopped, "stopped")] {
            let bad = told.output.split(separator: "\n").filter { $0.hasPrefix("failed") || $0.hasPrefix("warning") }
            #expect(bad == [], "\(what): \(told.output)")
            #expect(told.status == 0)
        }
        for point in ["AddTrack", "TrackAdded", "RemoveTrack", "TrackRemoved"] {
            #expect(playing.output.contains("TrackList." + point), "\(point) is tried")
        }
        #expect(queued == queue, "what was put into the list is out again")
        #expect(after == before)
        #expect(afterMuted == quiet)
        #expect(heard == before[2], "the volume is known when it is heard again")
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
