// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Rooms of a real Snapcast server, from the terminal to the ear", .steadyMachine, .serialized)
struct SnapcastTests {
    private typealias Stage = SnapcastStage

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

    @Test(
        "A server that announces itself is an output that nobody has named, whether it is of a version before 0.33 or later",
        arguments: ["_snapcast-tcp._tcp", "_snapcast-ctrl._tcp"])
    func announced(kind: String) async throws {
        let network = try await PrivateBus()
        // Debian's is of a version before that.
        let avahi = try await FakeAvahi(on: network, renaming: ["_snapcast-tcp._tcp": kind])
        let stage = try await Stage(in: network)

        var listed: [JSONValue] = []
        try await waitUntil("it is listed; there was \(listed.map { $0.text() })") {
            listed = try await stage.machine.json("output")["items"]?.arrayValue ?? []
            return listed.contains { $0["kind"] == "rooms" && $0["title"] == "Snapcast" }
        }
        try await stage.machine.done("output", "snapcast")
        #expect(try await stage.machine.json("output", "rooms")["total"] == 2)
        withExtendedLifetime(avahi) {}
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

    @Test("Its plugin gives every app the title and the cover of what plays, and buttons that work")
    func plugin() async throws {
        let stage = try await Stage(hasPlugin: true)
        let picture = URL(filePath: Products.source + "/Tests/Fixtures/cover.png")
        try stage.machine.directory.write("work/music/cover.png", Data(contentsOf: picture))
        try await stage.play()

        var told = JSONValue.null
        try await waitUntil("the server knows what plays; it knew \(told.text())") {
            told =
                try JSONValue(parsing: try await stage.server.ask("Server.GetStatus", "{}"))["result"]?["server"]?[
                    "streams"]?[0]?["properties"] ?? .null
            return told["playbackStatus"] == "playing" && told["metadata"]?["artUrl"] != nil
        }
        // A JPEG, as pictures are kept; the server gives it an address of its own.
        let cover = told["metadata"]?["artData"]
        #expect(cover?["extension"] == "jpg" && cover?["data"]?.stringValue?.hasPrefix("/9j/") == true)
        #expect(told["metadata"]?["title"] == "a" && told["canPause"] == true && told["canSeek"] == true)

        let answer = try await stage.server.ask("Stream.Control", #"{"id":"OnCue","command":"pause","params":{}}"#)
        #expect(answer.contains(#""result":"ok""#), "\(answer)")
        try await stage.machine.waitForNow("the pause") { $0["status"] == "paused" }
        let wrong = try await stage.server.ask("Stream.Control", #"{"id":"OnCue","command":"dance","params":{}}"#)
        #expect(wrong.contains("error"), "\(wrong)")
    }
}
