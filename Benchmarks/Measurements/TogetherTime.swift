// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// How far two daemons are apart that play in step, in one recording of both: each has a channel of the same sink.
struct TogetherTime: Measurement {
    let name = "together"
    let summary = "two daemons in step, by a program in place of ssh: how far apart they are heard"

    private static let rate = 48_000
    /// How long it settles after it was joined.
    private static let settling: Duration = .seconds(15)

    /// One of the two machines.
    private struct Place {
        let host: Host
        let daemon: Daemon
    }

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let server = try await TwoChannels.start(in: bench.sandbox) else {
            return [.failed(name, "pulseaudio or parec is not installed")]
        }
        defer { server.stop() }
        let leader = try await place(bench, server, "left", [:])
        defer { leader.daemon.stop() }
        let ssh = try Self.ssh(leader.host, bench)
        let follower = try await place(bench, server, "right", ["PATH": ssh + ":/usr/bin:/bin"])
        defer { follower.daemon.stop() }
        try leader.host.command("config", "set", "handoff.together", "true").run()
        try leader.host.command("play", "Noise").run()
        try await Task.sleep(for: .seconds(3))
        let begin = ContinuousClock.now
        try follower.host.command("together", "join", "leader").run()
        let joining = ContinuousClock.now - begin
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
        time.add(milliseconds: joining)
        return [
            Figure("joining another machine, until it is heard in step", time, "ms"),
            Figure("two machines, just joined, apart by", joined, "ms"),
            Figure("two machines, after jumps and pauses, apart by", changed, "ms"),
            Figure("two machines in step, apart by", settled, "ms", aim: .atMost(1)),
        ]
    }

    private func place(
        _ bench: Bench, _ server: TwoChannels, _ sink: String, _ variables: [String: String]
    ) async throws -> Place {
        let variables = ["PULSE_SERVER": server.address, "PULSE_SINK": sink].merging(variables) { $1 }
        let host = try await Host(in: bench.sandbox, output: "auto", variables)
        let music = host.home + "/music"
        try Files.makeFolder(music)
        try Files.write(Self.noise(seconds: 600), to: music + "/Noise.wav")
        let daemon = try await host.start()
        _ = try await daemon.add(music, expecting: 1)
        return Place(host: host, daemon: daemon)
    }

    /// A folder with a program in place of ssh that leads to a machine.
    private static func ssh(_ host: Host, _ bench: Bench) throws -> String {
        let folder = bench.sandbox.newPath("ssh")
        try Files.makeFolder(folder)
        let variables = host.variables.map { "\($0)='\($1)'" }.sorted().joined(separator: " ")
        let program = try Files.programBeside("oncue")
        let script = "#!/bin/sh\nexec env -i PATH=/usr/bin:/bin \(variables) '\(program)' handoff serve\n"
        try Files.write(Array(script.utf8), to: folder + "/ssh")
        chmod(folder + "/ssh", 0o700)
        return folder
    }

    /// Sound that is like itself at no other place.
    private static func noise(seconds: Int) -> [UInt8] {
        var state: UInt64 = 88_172_645_463_325_252
        var sound: [UInt8] = []
        sound.reserveCapacity(seconds * rate * 4)
        for _ in 0..<(seconds * rate) {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            let bytes = withUnsafeBytes(of: Int16(truncatingIfNeeded: Int64(state % 16_000) - 8_000)) { Array($0) }
            sound += bytes + bytes
        }
        return SquareWave.file(sound)
    }

    // MARK: The distance

    /// The frames that are compared, each half a second, and how far they are looked for.
    private static let (window, reach) = (512, 960)

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
        for start in stride(from: reach, to: frames - reach - window, by: rate / 2) {
            guard let lag = lag(left[start..<(start + window)], right, around: start) else { continue }
            samples.add(Double(abs(lag)) * 1_000 / Double(rate))
        }
    }

    /// How many frames later the same is in another channel; `nil` where it is not.
    private static func lag(_ part: ArraySlice<Double>, _ other: [Double], around start: Int) -> Int? {
        let power = part.reduce(0) { $0 + $1 * $1 }
        guard power > 1_000 * Double(window) else { return nil }
        var best: (lag: Int, likeness: Double) = (0, 0)
        for lag in -reach...reach {
            var (product, energy) = (0.0, 0.0)
            for index in 0..<window {
                let value = other[start + lag + index]
                product += part[part.startIndex + index] * value
                energy += value * value
            }
            let likeness = energy > 0 ? product / (power * energy).squareRoot() : 0
            if likeness > best.likeness { best = (lag, likeness) }
        }
        return best.likeness > 0.5 ? best.lag : nil
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
        let path = home + "/recording"
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
