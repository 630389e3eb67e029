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
    ///
    /// - Parameter bluetooth: The system bus whose BlueZ it serves; none if absent.
    static func start(in sandbox: Sandbox, bluetooth: PrivateMessageBus? = nil) async throws -> SoundServer? {
        guard let server = Files.program("pulseaudio"), let recorder = Files.program("parec") else { return nil }
        return try await SoundServer(server, recorder, sandbox, bluetooth)
    }

    private init(
        _ server: String, _ recorder: String, _ sandbox: Sandbox, _ bluetooth: PrivateMessageBus?
    ) async throws {
        self.sandbox = sandbox
        let home = sandbox.newPath("sound")
        try Files.makeFolder(home)
        address = "unix:" + home + "/native"
        let variables = sandbox.variables(home: home).merging([
            "PULSE_RUNTIME_PATH": home, "PULSE_STATE_PATH": home + "/state",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + home + "/none",
            "DBUS_SYSTEM_BUS_ADDRESS": bluetooth?.address ?? "unix:path=" + home + "/none",
        ]) { $1 }
        let process = try ChildProgram(
            [
                server, "-n", "--daemonize=no", "--exit-idle-time=600", "--use-pid-file=no",
                "--log-target=file:\(home)/log", "-L",
                "module-null-sink sink_name=\(Self.sinkName) rate=48000 format=float32le norewinds=1", "-L",
                "module-native-protocol-unix auth-anonymous=1 socket=\(home)/native",
            ] + (bluetooth == nil ? [] : ["-L", "module-bluez5-discover headset=native"]), variables: variables,
            in: sandbox
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

    /// Has a device come that nobody hears.
    ///
    /// - Parameters:
    ///   - name: By which people and the server know it.
    ///   - form: `device.form_factor`.
    /// - Returns: The number by which it is taken away.
    func addDevice(_ name: String, form: String) throws(BenchError) -> String {
        let answer = sandbox.newPath("module")
        defer { Files.remove(answer) }
        let properties = "device.description=\"\(name)\" device.form_factor=\(form)"
        try control(
            "load-module", "module-null-sink", "sink_name=\(name)", "sink_properties='\(properties)'",
            output: .file(answer)
        ).run()
        return String(try Files.text(answer).prefix { $0.isNumber })
    }

    func removeDevice(_ number: String) throws(BenchError) {
        try control("unload-module", number).run()
    }

    /// A command for the server.
    func control(
        _ words: String..., output: ChildProgram.Destination = .nowhere
    ) throws(BenchError) -> ChildProgram {
        guard let pactl = Files.program("pactl") else { throw BenchError("there is no pactl") }
        return ChildProgram([pactl, "-s", address] + words, output: output, in: sandbox)
    }

    /// Nobody listens any more.
    func deafen() {
        if let recording = processes.first { sandbox.processes.end(recording) }
    }

    /// Ends the server.
    func stop() {
        for process in processes { sandbox.processes.end(process) }
    }
}
