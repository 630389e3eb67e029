// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import FoundationEssentials
import Glibc
import OnCueTestSupport
import Testing

@Suite("Rooms of a real Snapcast server, from the terminal to the ear", .steadyMachine, .serialized)
struct SnapcastTests {
    /// A machine without a sound server, beside a Snapcast server with two rooms.
    private struct Stage {
        let server: SnapcastServer
        let machine: Machine
        let rooms: [String]

        init(buffer: Int = 1000, seconds: Double = 60, query: String = "&sampleformat=48000:16:2") async throws {
            machine = try await Machine()
            for folder in ["snapcast", "work/music", "config", "config/oncue"] {
                _ = try? machine.directory.makeDirectory(folder)
            }
            server = try await SnapcastServer(
                folder: machine.directory.file("snapcast"), buffer: buffer, query: query)
            rooms = [try await server.addRoom("kitchen"), try await server.addRoom("bath")]
            try ToneFile.tone(440, seconds: seconds, rate: 48_000).write(
                to: machine.directory.file("work/music/a.wav"))
            try machine.directory.write(
                "config/oncue/oncue.conf", "[snapcast]\nserver=\(server.address)\ndelay=\(buffer)\n".utf8)
            _ = try await machine.startDaemon("--output", "auto")
        }

        /// Chooses the server and plays the tone at full volume.
        func play() async throws {
            try await machine.done("output", "snapcast")
            try await machine.done("volume", "100")
            try await machine.done("play", "music/a.wav")
            try await machine.waitUntilPlayed(from: 0.2)
        }

        /// When a tone begins in each room, by the clock of the machine in seconds.
        func onsets(_ beginnings: [Double]) throws -> [Double] {
            try zip(["kitchen", "bath"], beginnings).map { name, beginning in
                let sound = server.sound(of: name)
                let first = try #require(sound.samples.firstIndex { abs($0) > 0.1 })
                return beginning + Double(first) / Double(sound.rate)
            }
        }
    }

    @Test("An output that is a Snapcast server is listed and chosen like others, and heard in its rooms in step")
    func plays() async throws {
        let stage = try await Stage()
        let listed = try await stage.machine.json("output")
        #expect(listed["items"]?[0]?["title"] == "Snapcast" && listed["items"]?[0]?["kind"] == "rooms")

        try await stage.play()
        let beginnings = await stage.server.beginnings(of: ["kitchen", "bath"], within: .seconds(4))
        let onsets = try stage.onsets(beginnings)

        #expect(abs(onsets[0] - onsets[1]) < 0.001, "\(abs(onsets[0] - onsets[1]) * 1000) ms apart")
        let heard = stage.server.sound(of: "kitchen").sound(above: 0.1)
        #expect(abs(heard.frequency - 440) < 1)
        #expect(stage.server.log("onresync").isEmpty, "\(stage.server.log("onresync"))")
        #expect(try await stage.machine.done("output").contains("▶  1  Snapcast  rooms  chosen"))
    }

    @Test("The position is that of the sound in the rooms, while playing, paused, and after it was resumed")
    func position() async throws {
        let stage = try await Stage()
        try await stage.play()

        /// How much longer the recorded sound is than the position says, in seconds.
        func error() async throws -> Double {
            let before = stage.server.sound(of: "kitchen").sound(above: 0.1).seconds
            let position = try await stage.machine.json("now")["position"]?.doubleValue
            let after = stage.server.sound(of: "kitchen").sound(above: 0.1).seconds
            return (before + after) / 2 - (try #require(position))
        }

        try await stage.machine.waitUntilPlayed(from: 2)
        #expect(abs(try await error()) < 0.25)

        // What is on its way to the rooms is still heard, and the position says so.
        try await stage.machine.done("pause")
        try await Task.sleep(for: .seconds(1.5))
        let paused = try await stage.machine.json("now")
        #expect(paused["status"] == "paused")
        let rest = stage.server.sound(of: "kitchen").sound(above: 0.1).seconds
        #expect(abs(rest - (paused["position"]?.doubleValue ?? 0)) < 0.1)

        try await stage.machine.done("resume")
        try await stage.machine.waitUntilPlayed(from: rest)
        let resumed = try await error()
        // The pause is in the recording, too.
        let pause = stage.server.sound(of: "kitchen").sound(above: 0.1).longestSilence(below: 0.01)
        #expect(abs(resumed - pause) < 0.25)
    }

    @Test("Rooms have volumes, can be muted, grouped, left and joined, and tell what others change")
    func rooms() async throws {
        let stage = try await Stage()
        let machine = stage.machine
        try await stage.play()

        let rooms = try await machine.json("output", "rooms")
        #expect(rooms["total"] == 2)
        #expect(rooms["items"]?[0]?["playing"] == true && rooms["items"]?[0]?["volume"] == 100)
        let title = try #require(rooms["items"]?[0]?["title"]?.stringValue)
        #expect(try await machine.done("output", "rooms").contains("▶  1  \(title)"))

        let quiet = try await machine.json("output", "volume", "1", "30")
        #expect(quiet["items"]?[0]?["volume"] == 30 && quiet["items"]?[1]?["volume"] == 100)
        let muted = try await machine.json("output", "volume", "2", "mute")
        #expect(muted["items"]?[1]?["muted"] == true)
        try await machine.done("output", "volume", "2", "unmute")

        let together = try await machine.json("output", "group", "1", "2")
        #expect(together["items"]?[0]?["group"] == together["items"]?[1]?["group"])
        let apart = try await machine.json("output", "ungroup", "2")
        #expect(apart["items"]?[0]?["group"] != apart["items"]?[1]?["group"])
        #expect(apart["items"]?[1]?["playing"] == true)

        let refused = try await machine.oncue("output", "leave", "1")
        #expect(refused.status != 0 && refused.errors.contains("can play nothing else"))
        let unknown = try await machine.oncue("output", "volume", "attic", "10")
        #expect(unknown.status != 0 && unknown.errors.contains("there is no such room"))
        let alone = try await machine.oncue("output", "volume", "1", "loud")
        #expect(alone.status != 0 && alone.errors.contains("0 to 100"))
    }

    @Test("A server that is killed pauses with the reason, and sound goes on in its rooms when it is back")
    func killed() async throws {
        let stage = try await Stage()
        try await stage.play()

        try await stage.server.kill()
        let lost = try await stage.machine.waitForNow("the loss") { $0["status"] == "paused" }
        #expect(lost["interruption"] == "outputLost")
        #expect(lost["error"]?["message"]?.stringValue?.contains("\"Snapcast\" was disconnected") == true)

        try await stage.server.start()
        let back = try await stage.machine.waitForNow("the return") { $0["status"] == "playing" }
        let position = try #require(back["position"]?.doubleValue)
        try await stage.machine.waitUntilPlayed(from: position + 1)
        try await waitUntil("it is heard in the kitchen") {
            stage.server.sound(of: "kitchen").sound(above: 0.1).seconds > 0.5
        }
    }

    @Test(
        "A stream in another layout is fed in that",
        arguments: ["44100:16:2", "48000:24:2", "48000:32:2", "48000:16:1"])
    func layouts(format: String) async throws {
        let stage = try await Stage(buffer: 400, query: "&sampleformat=\(format)")
        try await stage.play()
        try await stage.machine.waitUntilPlayed(from: 1.5)

        // Sound that came too fast or too slowly for its layout would be found within the second.
        #expect(stage.server.log("onresync").count < 2, "\(stage.server.log("onresync"))")
        #expect(try await stage.machine.json("now")["status"] == "playing")
    }

    /// The minutes of the long run: an hour in `make test-long`.
    private static let minutes = TestEffort.isLong ? min(60, TestEffort.factor * 12 / 5) : 0

    @Test("Rooms are in step after an hour, and the server never had to find its step again", .enabled(if: minutes > 0))
    func lasting() async throws {
        let stage = try await Stage(seconds: Double(Self.minutes * 60 + 60))
        try await stage.play()
        let first = await stage.server.beginnings(of: ["kitchen", "bath"], within: .seconds(5))
        let begun = try stage.onsets(first)

        try await Task.sleep(for: .seconds(Self.minutes * 60))
        let last = await stage.server.beginnings(of: ["kitchen", "bath"], within: .seconds(5))

        let ended = try stage.onsets(last)
        #expect(abs(begun[0] - begun[1]) < 0.001 && abs(ended[0] - ended[1]) < 0.001, "\(begun), \(ended)")
        #expect(stage.server.log("onresync").isEmpty, "\(stage.server.log("onresync"))")
        #expect(try await stage.machine.json("now")["status"] == "playing")
        let sound = stage.server.sound(of: "bath").sound(above: 0.1)
        #expect(sound.longestSilence(below: 0.01) < 0.01)
        print("after \(Self.minutes) min: \(abs(ended[0] - ended[1]) * 1000) ms apart")
    }
}
