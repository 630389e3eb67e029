// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A PulseAudio server of its own whose only sink nobody hears, and an ear at that sink.
final class SoundServer: Sendable {
    private static let sinkName = "oncue_bench"

    let address: String
    let ear: Ear
    private let sandbox: Sandbox
    private let processes: [pid_t]

    /// Starts a server and listens to it; `nil` when pulseaudio or parec is not installed.
    static func start(in sandbox: Sandbox) async throws -> SoundServer? {
        guard let server = Files.program("pulseaudio"), let recorder = Files.program("parec") else { return nil }
        return try await SoundServer(server, recorder, sandbox)
    }

    private init(_ server: String, _ recorder: String, _ sandbox: Sandbox) async throws {
        self.sandbox = sandbox
        let home = sandbox.newPath("sound")
        try Files.makeFolder(home)
        address = "unix:" + home + "/native"
        let variables = sandbox.variables(home: home).merging([
            "PULSE_RUNTIME_PATH": home, "PULSE_STATE_PATH": home + "/state",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + home + "/none",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + home + "/none",
        ]) { $1 }
        let process = try ChildProgram(
            [
                server, "-n", "--daemonize=no", "--exit-idle-time=600", "--use-pid-file=no",
                "--log-target=file:\(home)/log", "-L",
                "module-null-sink sink_name=\(Self.sinkName) rate=48000 format=float32le norewinds=1", "-L",
                "module-native-protocol-unix auth-anonymous=1 socket=\(home)/native",
            ], variables: variables, in: sandbox
        ).start()
        let deadline = ContinuousClock.now + .seconds(10)
        while access(home + "/native", F_OK) != 0 {
            guard ContinuousClock.now < deadline else { throw BenchError("pulseaudio does not start") }
            try await Task.sleep(for: .milliseconds(5))
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchError.system("make a pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let recording = try ChildProgram(
            [
                recorder, "-s", address, "-d", Self.sinkName + ".monitor", "--format=float32le", "--rate=48000",
                "--channels=1", "--channel-map=front-left", "--no-remix", "--latency-msec=1", "--raw",
            ], variables: variables, output: .descriptor(ends[1]), in: sandbox
        ).start()
        close(ends[1])
        processes = [recording, process]
        ear = Ear(ends[0])
    }

    /// Ends the server.
    func stop() {
        for process in processes { sandbox.processes.end(process) }
    }
}
