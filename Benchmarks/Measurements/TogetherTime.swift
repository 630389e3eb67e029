// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// How far two daemons are apart that play in step, in one recording of both: each has a channel of the same sink.
struct TogetherTime: Measurement {
    let name = "together"
    let summary = "two daemons in step, by a program in place of ssh: how far apart they are heard"

    /// How long it settles after it was joined.
    private static let settling: Duration = .seconds(15)

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let server = try await TwoChannels.start(in: bench.sandbox) else {
            return [.failed(name, "pulseaudio or parec is not installed")]
        }
        defer { server.stop() }
        func sound(_ sink: String) -> [String: String] { ["PULSE_SERVER": server.address, "PULSE_SINK": sink] }
        let pair = try await PlayingPair(bench, sound: (sound("left"), sound("right")), length: 600)
        defer { pair.stop() }
        let leader = pair.leader
        let recording = try server.record()
        var joined = Samples()
        try await Task.sleep(for: Self.settling)
        Self.add(try Files.bytes(recording)[...], to: &joined)
        var (changed, settled) = (Samples(), Samples())
        for turn in 0..<bench.options.runs(6, quick: 2) {
            let size = try Files.bytes(recording).count
            if turn % 2 == 0 {
                try leader.host.command("seek", String(30 + 40 * turn)).run()
            } else {
                try leader.host.command("pause").run()
                try leader.host.command("resume").run()
            }
            try await Task.sleep(for: .seconds(8))
            Self.add(try Files.bytes(recording)[(size / 4 * 4)...], to: &changed)
        }
        try await Task.sleep(for: Self.settling)
        let size = try Files.bytes(recording).count
        // Three seconds for each of so many runs: two minutes unless it is to be quick.
        try await Task.sleep(for: .seconds(3) * bench.options.runs(40, quick: 10))
        Self.add(try Files.bytes(recording)[(size / 4 * 4)...], to: &settled)
        guard !settled.values.isEmpty, !changed.values.isEmpty else {
            throw BenchError("the two were not heard together")
        }
        var time = Samples()
        time.add(milliseconds: pair.joining)
        try leader.host.command("pause").run()
        // What was playing takes a while to come to rest.
        try await Task.sleep(for: .seconds(bench.options.runs(45, quick: 10)))
        var (leading, following) = (Samples(), Samples())
        for _ in 0..<bench.options.runs(3, quick: 1) {
            let places = [leader.daemon.process, pair.follower.daemon.process]
            let uses = try await UseOverTime.watch(places, for: .seconds(20))
            leading.add(uses[0].wakeUpsPerSecond)
            following.add(uses[1].wakeUpsPerSecond)
        }
        return [
            Figure("joining another machine, until it is heard in step", time, "ms"),
            Figure("two machines, just joined, apart by", joined, "ms"),
            Figure("two machines, after jumps and pauses, apart by", changed, "ms"),
            Figure("two machines in step, apart by", settled, "ms", aim: .atMost(1)),
            Figure("wake-ups of a paused machine that another one follows", leading, "per second", aim: .atMost(1)),
            Figure("wake-ups of a machine that follows a paused one", following, "per second", aim: .atMost(1)),
        ]
    }

    // MARK: The distance

    /// Adds how far the channels of a recording are apart, wherever both are heard.
    private static func add(_ recording: ArraySlice<UInt8>, to samples: inout Samples) {
        let frames = recording.count / 4
        func channel(_ number: Int) -> [Double] {
            (0..<frames).map { frame in
                let place = recording.startIndex + 4 * frame + 2 * number
                return Double(Int16(bitPattern: UInt16(recording[place]) | UInt16(recording[place + 1]) << 8))
            }
        }
        let (left, right) = (channel(0), channel(1))
        let (window, reach) = (PlayingPair.window, PlayingPair.reach)
        for start in stride(from: reach, to: frames - reach - window, by: PlayingPair.rate / 2) {
            let part = left[start..<(start + window)]
            guard let lag = PlayingPair.lag(part, right[...], around: start) else { continue }
            samples.add(Double(abs(lag)) * 1_000 / Double(PlayingPair.rate))
        }
    }
}

/// A PulseAudio server with one sink that nobody hears, each channel of which is a sink of its own.
private final class TwoChannels: Sendable {
    let address: String
    private let home: String
    private let recorder: String
    private let sandbox: Sandbox
    private let variables: [String: String]
    private let process: pid_t

    /// `nil` when pulseaudio or parec is not installed.
    static func start(in sandbox: Sandbox) async throws -> TwoChannels? {
        guard let server = Files.program("pulseaudio"), let recorder = Files.program("parec") else { return nil }
        return try await TwoChannels(server, recorder, sandbox)
    }

    private init(_ server: String, _ recorder: String, _ sandbox: Sandbox) async throws {
        (self.recorder, self.sandbox) = (recorder, sandbox)
        home = sandbox.newPath("sound")
        try Files.makeFolder(home)
        address = "unix:" + home + "/native"
        variables = sandbox.variables(home: home).merging([
            "PULSE_RUNTIME_PATH": home, "PULSE_STATE_PATH": home + "/state",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + home + "/none",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + home + "/none",
        ]) { $1 }
        let modules = [
            "module-null-sink sink_name=both rate=48000 format=s16le channels=2 channel_map=front-left,front-right "
                + "norewinds=1",
            "module-remap-sink sink_name=left master=both channels=1 channel_map=mono "
                + "master_channel_map=front-left remix=no",
            "module-remap-sink sink_name=right master=both channels=1 channel_map=mono "
                + "master_channel_map=front-right remix=no",
            "module-native-protocol-unix auth-anonymous=1 socket=\(home)/native",
        ]
        process = try ChildProgram(
            [
                server, "-n", "--daemonize=no", "--exit-idle-time=6000", "--use-pid-file=no",
                "--log-target=file:\(home)/log",
            ] + modules.flatMap { ["-L", $0] }, variables: variables, in: sandbox
        ).start()
        let deadline = ContinuousClock.now + .seconds(10)
        while access(home + "/native", F_OK) != 0 {
            guard ContinuousClock.now < deadline else { throw BenchError("pulseaudio does not start") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Records both channels until it is stopped.
    ///
    /// - Returns: The path of the recording: 16 bits, two channels, without a header.
    func record() throws(BenchError) -> String {
        // Not where the socket is: the daemons watch that folder.
        let path = sandbox.newPath("recording")
        _ = try ChildProgram(
            [
                recorder, "-s", address, "-d", "both.monitor", "--format=s16le", "--rate=48000", "--channels=2",
                "--raw",
            ], variables: variables, output: .file(path), in: sandbox
        ).start()
        return path
    }

    func stop() { sandbox.processes.end(process) }
}
