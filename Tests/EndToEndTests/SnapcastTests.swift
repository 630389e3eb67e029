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

        init(
            buffer: Int = 1000, seconds: Double = 60, query: String = "&sampleformat=48000:16:2",
            hasPlugin: Bool = false
        ) async throws {
            machine = try await Machine()
            for folder in ["snapcast", "work/music", "config", "config/oncue"] {
                _ = try? machine.directory.makeDirectory(folder)
            }
            let plugin = machine.directory.file("plugin")
            let variables = machine.environment.map { "export \($0.key)='\($0.value)'\n" }.sorted().joined()
            try machine.directory.write(
                "plugin", "#!/bin/sh\n\(variables)exec '\(Products.program("oncue"))' output plugin \"$@\"\n".utf8)
            chmod(plugin, 0o700)
            server = try await SnapcastServer(
                folder: machine.directory.file("snapcast"), buffer: buffer,
                query: query + (hasPlugin ? "&controlscript=\(plugin)" : ""),
                extra: ["--stream.source", "pipe://\(machine.directory.file("snapcast"))/other?name=Other"])
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

        /// How far apart the beginning of the tone is heard in the two rooms, in seconds.
        ///
        /// A busy machine writes late and never early, so it is looked at for longer until the rooms agree.
        func distance() async throws -> Double {
            let names = ["kitchen", "bath"]
            var (earliest, distance) = ([Double.infinity, .infinity], Double.infinity)
            let limit = ContinuousClock.now + .seconds(30)
            while distance >= 0.001, ContinuousClock.now < limit {
                let found = await server.beginnings(of: names, within: .seconds(3))
                earliest = zip(earliest, found).map(min)
                let onsets = try zip(names, earliest).map { name, beginning in
                    let sound = server.sound(of: name)
                    let first = try #require(sound.samples.firstIndex { abs($0) > 0.1 })
                    return beginning + Double(first) / Double(sound.rate)
                }
                distance = abs(onsets[0] - onsets[1])
            }
            return distance
        }
    }

    @Test("An output that is a Snapcast server is listed and chosen like others, and heard in its rooms in step")
    func plays() async throws {
        let stage = try await Stage()
        let listed = try await stage.machine.json("output")
        #expect(listed["items"]?[0]?["title"] == "Snapcast" && listed["items"]?[0]?["kind"] == "rooms")

        try await stage.play()
        let apart = try await stage.distance()

        // Snapcast's own clients may begin some milliseconds apart on a busy machine; nobody hears that.
        #expect(apart < 0.005, "\(apart * 1000) ms apart")
        let heard = stage.server.sound(of: "kitchen").sound(above: 0.1)
        let parts = stride(from: 0, to: heard.seconds - 0.25, by: 0.25).map { heard.part($0, $0 + 0.25).frequency }
        #expect(parts.contains { abs($0 - 440) < 1 }, "\(parts)")
        #expect(try await stage.machine.done("output").contains("▶  1  Snapcast  rooms  chosen"))
    }

    @Test("The position is that of the sound in the rooms, while playing, paused, and after it was resumed")
    func position() async throws {
        let stage = try await Stage()
        try await stage.play()

        /// How much longer the recorded sound is than the position says, in seconds: it grows while that is asked for.
        func error() async throws -> ClosedRange<Double> {
            let before = stage.server.sound(of: "kitchen").sound(above: 0.1).seconds
            let position = try #require(try await stage.machine.json("now")["position"]?.doubleValue)
            let after = stage.server.sound(of: "kitchen").sound(above: 0.1).seconds
            return (before - position)...(max(before, after) - position)
        }

        try await stage.machine.waitUntilPlayed(from: 2)
        let playing = try await error()
        #expect(playing.overlaps(-0.25...0.25), "\(playing)")

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
        #expect(resumed.overlaps((pause - 0.25)...(pause + 0.25)), "\(resumed) with a pause of \(pause)")
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

        let left = try await machine.json("output", "leave", "2")
        #expect(left["items"]?[0]?["playing"] == true && left["items"]?[1]?["playing"] == false)
        try await machine.done("output", "leave", "1")
        let none = try await machine.json("output", "rooms")
        #expect(none["items"]?[0]?["playing"] == false, "it is the user's choice that no room plays")
        let joined = try await machine.json("output", "join", "2")
        #expect(joined["items"]?[1]?["playing"] == true)

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

        // The rooms write their sound in the layout of the stream, so how much it is says that it is fed in that.
        let parts = format.split(separator: ":").compactMap { Double($0) }
        let second = parts[0] * (parts[1] == 16 ? 2 : 4) * parts[2]
        let begin = ContinuousClock.now
        let before = stage.server.seconds(of: "kitchen") * 192_000
        try await Task.sleep(for: .seconds(2))
        let after = stage.server.seconds(of: "kitchen") * 192_000
        let time = (ContinuousClock.now - begin) / .seconds(1)
        // Half as much would be that of 16 bits in the place of 32.
        #expect(
            (0.6...1.75).contains((after - before) / second / time), "\((after - before) / second) s in \(time) s")
        try await stage.machine.waitUntilPlayed(from: 3.5)
        #expect(try await stage.machine.json("now")["status"] == "playing")
    }

    @Test("Its plugin gives every app the title of what plays, and buttons that work")
    func plugin() async throws {
        let stage = try await Stage(hasPlugin: true)
        try await stage.play()

        var told = JSONValue.null
        try await waitUntil("the server knows what plays; it knew \(told.text())") {
            told =
                try JSONValue(parsing: try await stage.server.ask("Server.GetStatus", "{}"))["result"]?["server"]?[
                    "streams"]?[0]?["properties"] ?? .null
            return told["playbackStatus"] == "playing"
        }
        #expect(told["metadata"]?["title"] == "a" && told["canPause"] == true && told["canSeek"] == true)

        let answer = try await stage.server.ask("Stream.Control", #"{"id":"OnCue","command":"pause","params":{}}"#)
        #expect(answer.contains(#""result":"ok""#), "\(answer)")
        try await stage.machine.waitForNow("the pause") { $0["status"] == "paused" }
        let wrong = try await stage.server.ask("Stream.Control", #"{"id":"OnCue","command":"dance","params":{}}"#)
        #expect(wrong.contains("error"), "\(wrong)")
    }

    /// The minutes of the long run: an hour in `make test-long`.
    private static let minutes = TestEffort.isLong ? min(60, TestEffort.factor * 12 / 5) : 0

    @Test(
        "Rooms are in step after an hour, and the server never had to find its step again unless the machine stood still",
        .enabled(if: minutes > 0))
    func lasting() async throws {
        let stage = try await Stage(seconds: Double(Self.minutes * 60 + 300))
        try await stage.play()
        let before = try await stage.distance()
        // The server takes 20 ms of sound every 20 ms: when it could not, because nothing ran, it is late.
        let watch = PauseWatch(longerThan: .milliseconds(15))
        defer { watch.end() }

        try await Task.sleep(for: .seconds(Self.minutes * 60))

        let after = try await stage.distance()
        #expect(before < 0.001 && after < 0.001, "\(before), \(after)")
        let resyncs = stage.server.log("onresync")
        let pauses = watch.pauses
        let unexplained = resyncs.filter { line in
            guard let moment = SnapcastServer.moment(of: line) else { return true }
            return !pauses.contains { $0.begin - 0.1 < moment && moment < $0.end + 0.5 }
        }
        #expect(unexplained.isEmpty, "\(unexplained)")
        #expect(try await stage.machine.json("now")["status"] == "playing")
        let sound = stage.server.sound(of: "bath").sound(above: 0.1)
        #expect(!resyncs.isEmpty || sound.longestSilence(below: 0.01) < 0.01)
        print(
            "after \(Self.minutes) min: \(after * 1000) ms apart, the machine stood still \(pauses.count) times,",
            "and the server found its step again \(resyncs.count) times")
    }
}
