// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Outputs that come and go, from the terminal to the ear", .steadyMachine, .serialized)
struct OutputTests {
    /// A machine that plays a long tone to a sound server with two outputs, the second of which is in use.
    private struct Stage {
        let server: PulseServer
        let machine: Machine
        let daemon: ChildProcess
        /// By which the output in use is removed.
        var module: String

        init(_ words: String...) async throws {
            server = try await PulseServer(description: "Speakers")
            module = try await Self.addPods(server)
            machine = try await Machine(["PULSE_SERVER": server.address])
            try machine.directory.makeDirectory("work/music")
            try ToneFile.tone(440, seconds: 60, rate: 16_000, channels: 1).write(
                to: machine.directory.file("work/music/a.wav"))
            daemon = try await machine.startDaemon("--output", "auto")
            try await machine.done("play", "music")
            try await machine.waitUntilPlayed(from: 0.3)
        }

        static func addPods(_ server: PulseServer) async throws -> String {
            let module = try await server.addSink("pods", ["device.description": "Pods"])
            try await server.control(["set-default-sink", "pods"])
            return module
        }

        /// Waits until now playing is so.
        @discardableResult
        func wait(_ matches: (JSONValue) -> Bool) async throws -> JSONValue {
            try await machine.waitForNow("the output's effect", matches)
        }
    }

    @Test("An output that goes away pauses with the reason, nothing is heard elsewhere, and it goes on when it is back")
    func sinkRemoved() async throws {
        let stage = try await Stage()
        let speakers = try await stage.server.record()

        try await stage.server.removeSink(stage.module)
        let lost = try await stage.wait { $0["status"] == "paused" }
        let recorded = speakers.seconds
        try await speakers.wait(until: recorded + 0.7)
        let elsewhere = try await speakers.finish()

        #expect(lost["interruption"] == "outputLost")
        #expect(lost["error"]?["message"]?.stringValue?.contains("\"Pods\" was disconnected") == true)
        // The server plays on what it has moved until it is told otherwise.
        #expect(elsewhere.sound().seconds < 0.15, "\(elsewhere.sound().seconds) s were heard elsewhere")
        #expect(elsewhere.part(recorded + 0.2, elsewhere.seconds).peak < 0.001)

        _ = try await Stage.addPods(stage.server)
        let back = try await stage.wait { $0["status"] == "playing" }
        let before = try #require(lost["position"]?.doubleValue)
        #expect(try #require(back["position"]?.doubleValue) >= before)
        #expect(back["interruption"] == .null && back["error"] == .null)
        // The journal is written a moment after what it tells of.
        try await waitUntil("the journal tells of both") {
            let reasons = try await stage.machine.done("history", "--all")
            return reasons.contains("output lost") && reasons.contains("output back")
        }
    }

    /// The sinks of a server that play on others.
    private static func combined(_ server: PulseServer) async throws -> Int {
        try await server.control(["list", "short", "sinks"]).split(separator: "\n").filter {
            $0.contains("oncue_together")
        }.count
    }

    @Test("Several outputs play the same at the same time; one that goes away leaves the others, and joins them again")
    func together() async throws {
        let stage = try await Stage()
        try await stage.machine.done("pause")
        let speakers = try await stage.server.record()
        let pods = try await stage.server.record("pods")

        #expect(try await stage.machine.done("output", "1", "2") == "")
        let listing = try await stage.machine.json("output")
        #expect(listing["chosen"]?["title"] == "Speakers and Pods")
        #expect(listing["items"]?.arrayValue?.map { $0["chosen"] } == [true, true])
        try await stage.machine.done("volume", "100")
        try await stage.machine.done("resume")
        try await stage.wait { $0["status"] == "playing" && $0["loading"] == false }
        try await Self.waitForBoth(stage.machine)
        #expect(try await stage.machine.json("now")["volume"] == 100)
        let begin = speakers.seconds
        try await speakers.wait(until: begin + 1)
        let now = (speakers.seconds, pods.seconds)
        try await stage.machine.done("volume", "50")
        let quiet = (speakers.seconds, pods.seconds)
        // What was on its way to the server is heard first; a busy machine has more of it.
        try await pods.wait(until: quiet.1 + 2)

        // The others play on.
        try await stage.server.removeSink(stage.module)
        let lost = speakers.seconds
        try await speakers.wait(until: lost + 1)
        let without = try await stage.machine.json("now")
        #expect(without["status"] == "playing" && without["interruption"] == .null)
        _ = try await Stage.addPods(stage.server)
        let back = try await stage.server.record("pods")
        try await back.wait(until: 1.5)

        let (one, other) = (try await speakers.finish(), try await pods.finish())
        for (recording, quiet) in [(one, quiet.0), (other, quiet.1)] {
            let sound = recording.part(0, quiet).sound()
            #expect(abs(sound.frequency - 440) < 2, "\(sound.frequency)")
            let peak = recording.part(quiet + 1.5, quiet + 1.9).peak
            #expect(peak > 0.01 && peak < sound.peak / 4, "\(peak) of \(sound.peak)")
        }
        let offset = (now.0 - Self.onset(one)) - (now.1 - Self.onset(other))
        #expect(abs(offset) < 0.15, "\(offset) s apart")
        #expect(one.part(lost + 0.3, lost + 0.9).peak > 0.01)
        #expect(try await back.finish().sound().seconds > 0.3)
    }

    /// Waits until the sound goes to both outputs.
    private static func waitForBoth(_ machine: Machine) async throws {
        try await waitUntil("both play") {
            try await machine.json("output")["items"]?.arrayValue?.map { $0["current"] } == [true, true]
        }
    }

    @Test(
        "On PipeWire, several outputs play together, too, and nothing is left behind",
        .enabled(if: TestEffort.factor > 1))
    func togetherOnPipeWire() async throws {
        let machine = try await Machine()
        let server = try await PipeWireServer(on: try #require(machine.bus))
        _ = try await server.addSink("one", called: "One", form: "speaker")
        _ = try await server.addSink("two", called: "Two", form: "headphone")
        try machine.directory.makeDirectory("work/music")
        try ToneFile.tone(440, seconds: 60, rate: 16_000, channels: 1).write(
            to: machine.directory.file("work/music/a.wav"))
        let daemon = try await machine.startDaemon("--output", "auto", changes: ["PULSE_SERVER": server.address])
        try await machine.done("output", "One")
        try await machine.done("output", "add", "Two")
        let recordings = [try await server.record("one"), try await server.record("two")]
        try await machine.done("play", "music")
        try await Self.waitForBoth(machine)
        // The recorders get their sound in pieces of up to two seconds.
        try await machine.waitUntilPlayed(from: 5)
        try await machine.done("quit")
        _ = try await daemon.ending()

        for recording in recordings {
            let sound = try await recording.finish().sound()
            #expect(sound.seconds > 0.3 && abs(sound.frequency - 440) < 5, "\(sound.seconds) s, \(sound.frequency) Hz")
        }
        #expect(try await server.sinks().allSatisfy { !$0.contains("oncue_together") })
    }

    /// When the first sound was recorded.
    private static func onset(_ recording: SoundRecording) -> Double {
        Double(recording.samples.firstIndex { abs($0) > 0.005 } ?? 0) / Double(recording.rate)
    }

    @Test("Several outputs stay chosen over restarts and crashes, and leave nothing behind in the sound server")
    func togetherKept() async throws {
        let stage = try await Stage()
        try await stage.machine.done("output", "Speakers")
        try await stage.machine.done("output", "add", "Pods")
        #expect(try await Self.combined(stage.server) == 1)
        kill(stage.daemon.identifier, SIGKILL)
        _ = try await stage.daemon.ending()
        #expect(try await Self.combined(stage.server) == 1)

        let next = try await stage.machine.startDaemon("--output", "auto")
        #expect(try await stage.machine.json("output")["chosen"]?["title"] == "Speakers and Pods")
        try await stage.machine.done("play", "music")
        try await Self.waitForBoth(stage.machine)
        try await waitUntil("one is left") { try await Self.combined(stage.server) == 1 }
        try await stage.machine.done("output", "remove", "1")
        #expect(try await stage.machine.json("output")["chosen"]?["title"] == "Pods")
        try await waitUntil("none is left") { try await Self.combined(stage.server) == 0 }
        try await stage.machine.done("output", "add", "1")
        #expect(try await stage.machine.oncue("output", "remove", "3").status == 3)
        #expect(try await stage.machine.oncue("output", "add", "1").status == 1)
        #expect(try await stage.machine.oncue("output", "1", "7").status == 3)

        try await stage.machine.done("quit")
        _ = try await next.ending()
        #expect(try await Self.combined(stage.server) == 0)
    }

    /// A server that dies while the memory is being set up makes libpulse loop forever.
    @Test("The daemon shares no memory with the sound server, neither to play nor to watch outputs")
    func memory() async throws {
        let stage = try await Stage()

        let files = try MappedFiles(of: stage.daemon.identifier)

        #expect(files.contain("libpulse") && files.contain("libgstpulseaudio"))
        #expect(files.sharedWithSoundServer == [])
    }

    @Test("A sound server that is killed pauses, and the music goes on where it was when it is started again")
    func serverRestarted() async throws {
        let stage = try await Stage()
        // The server comes back with its own sink alone.
        try await stage.server.control(["set-default-sink", "oncue_test"])
        try await stage.wait { _ in true }
        try await Task.sleep(for: .seconds(2.2))

        stage.server.kill()
        let lost = try await stage.wait { $0["status"] == "paused" }
        #expect(lost["interruption"] == "outputLost")
        #expect(!stage.daemon.hasEnded)
        let begin = ContinuousClock.now
        try await stage.server.startAgain()

        let back = try await stage.wait { $0["status"] == "playing" && $0["loading"] == false }
        let time = (ContinuousClock.now - begin) / .seconds(1)
        let before = try #require(lost["position"]?.doubleValue)
        let after = try #require(back["position"]?.doubleValue)
        #expect(after >= before - 0.1 && after < before + time + 1)
        try await stage.machine.waitUntilPlayed(from: after)
        #expect(try await stage.server.streamNumbers().count == 1)
    }

    @Test("A server that is killed and started again while paused, with an output chosen, plays on when it is asked to")
    func serverRestartedWhilePaused() async throws {
        let stage = try await Stage()
        try await stage.machine.done("output", "pods")
        try await stage.machine.done("pause")

        stage.server.kill()
        try await waitUntil("the choice has been followed") {
            try await stage.machine.json("output")["chosen"]?["available"] != true
        }
        try await Task.sleep(for: .seconds(1))
        _ = try await stage.machine.oncue(["resume"])
        let without = try await stage.wait { $0["status"] == "paused" }
        #expect(without["error"] != .null)
        try await stage.server.startAgain()
        _ = try await Stage.addPods(stage.server)

        try await stage.machine.done("resume")
        let position = try #require(try await stage.machine.json("now")["position"]?.doubleValue)
        try await stage.machine.waitUntilPlayed(from: position + 0.3)
        #expect(!stage.daemon.hasEnded)
    }

    @Test("A call pauses and shows why, and the music goes on when it is over")
    func call() async throws {
        let stage = try await Stage()
        try await stage.server.control(["load-module", "module-role-cork"])

        let call = try ChildProcess(
            "pacat", ["-s", stage.server.address, "--property=media.role=phone", "/dev/zero"],
            environment: ["LC_ALL": "C"])
        try await stage.wait { $0["status"] == "paused" && $0["interruption"] == "interruption" }
        try await call.end()

        try await stage.wait { $0["status"] == "playing" && $0["interruption"] == .null }
        // The journal is written a moment after what it tells of.
        try await waitUntil("the journal tells of it") {
            try await stage.machine.done("history", "--all").contains("interrupted")
        }
    }

    @Test("A chosen output is heard in the midst of playing, and after a restart")
    func choosing() async throws {
        let stage = try await Stage()
        let speakers = try await stage.server.record()

        try await stage.machine.done("output", "speakers")
        try await speakers.wait(until: speakers.seconds + 1)
        #expect(try await speakers.finish().sound().seconds > 0.3)
        #expect(try await stage.machine.json("now")["status"] == "playing")
        try await stage.machine.done("quit")
        _ = try await stage.machine.startDaemon("--output", "auto")

        let output = try await stage.machine.json("output")
        #expect(output["chosen"]?["identifier"] == "oncue_test")
    }

    @Test("What a person paused stays paused, whatever its output does")
    func paused() async throws {
        let stage = try await Stage()
        try await stage.machine.done("pause")

        try await stage.server.removeSink(stage.module)
        _ = try await Stage.addPods(stage.server)
        try await Task.sleep(for: .seconds(1))

        let now = try await stage.machine.json("now")
        #expect(now["status"] == "paused" && now["interruption"] == .null)
    }

    @Test("A machine that sleeps is silent with its position on disk, and goes on when it is awake")
    func sleep() async throws {
        let system = try await PrivateBus()
        let logind = try await Logind(on: system)
        let machine = try await Machine(["DBUS_SYSTEM_BUS_ADDRESS": system.address])
        try machine.writeMusic("a.wav")
        let daemon = try await machine.startDaemon()
        try await machine.done("play", "music")
        try await machine.waitUntilPlayed(from: 0.3)
        try await logind.wait(forLocks: 1)

        try await logind.tell(isSleepNear: true)
        try await logind.wait(forLocks: 0)
        // As a battery that runs out would.
        let asleep = try await machine.json("now")
        #expect(asleep["interruption"] == "suspend" && asleep["status"] == "paused")
        try await logind.tell(isSleepNear: false)
        try await machine.waitForNow("it plays") { $0["status"] == "playing" }
        let position = try #require(asleep["position"]?.doubleValue)
        #expect(try #require(try await machine.json("now")["position"]?.doubleValue) >= position)
        // Without its lock the machine would not wait for it.
        try await logind.wait(forLocks: 1)
        try await logind.tell(isSleepNear: true)
        try await logind.wait(forLocks: 0)
        let last = try #require(try await machine.json("now")["position"]?.doubleValue)
        try await daemon.end()

        _ = try await machine.startDaemon()
        #expect(abs(try #require(try await machine.json("now")["position"]?.doubleValue) - last) < 0.01)
    }
}
