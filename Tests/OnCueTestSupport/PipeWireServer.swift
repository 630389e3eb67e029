// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import Glibc

/// A PipeWire of the test's own, which speaks to clients of PulseAudio, as on most desktops of today.
package final class PipeWireServer: Sendable {
    private let directory: TemporaryDirectory
    private let environment: [String: String]
    private let processes: [ChildProcess]

    /// The address for clients of PulseAudio.
    package var address: String { "unix:" + directory.file("pulse/native") }

    /// Starts it with its session manager, and waits until it answers.
    ///
    /// - Parameter bus: A session bus.
    package init(on bus: PrivateBus) async throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        chmod(directory.file(""), 0o700)
        var variables = [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "LC_ALL": "C.UTF-8",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + directory.file("none"),
        ]
        for name in ["HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
            variables[name] = directory.file("")
        }
        environment = variables
        let pipewire = try ChildProcess("pipewire", environment: variables)
        try await waitUntil("PipeWire has begun") {
            access(directory.file("pipewire-0"), F_OK) == 0
        }
        processes = [
            pipewire, try ChildProcess("wireplumber", environment: variables),
            try ChildProcess("pipewire-pulse", environment: variables),
        ]
        // Its session manager gives it a sink when there is no other.
        try await waitUntil("PipeWire has a sink") {
            try await self.control("list", "short", "sinks").contains("auto_null")
        }
    }

    /// Has a device come whose sound nobody hears.
    ///
    /// - Parameter form: `device.form_factor`.
    /// - Returns: The number by which it is taken away.
    package func addSink(_ name: String, called description: String, form: String) async throws -> String {
        let answer = try await control(
            "load-module", "module-null-sink", "sink_name=\(name)", "rate=48000",
            "sink_properties=device.description=\(description) device.form_factor=\(form)")
        return String(answer.prefix { $0.isNumber })
    }

    /// The names of the sinks.
    package func sinks() async throws -> [String] {
        try await control("list", "short", "sinks").split(separator: "\n").compactMap {
            $0.split(separator: "\t").dropFirst().first.map(String.init)
        }
    }

    /// Takes a sink away, as a device that is unplugged.
    package func removeSink(_ number: String) async throws {
        try await control("unload-module", number)
    }

    /// Keeps what a sink plays from now on.
    package func record(_ sink: String) async throws -> PipeWireRecorder {
        let file = directory.file("recording-" + sink)
        let recorder = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "exec parec -s \"$1\" -d \"$2.monitor\" --format=float32le --rate=48000 --channels=1 --raw >\"$3\"",
                "sh", address, sink, file,
            ], environment: environment)
        return PipeWireRecorder(process: recorder, file: file)
    }

    @discardableResult
    private func control(_ words: String...) async throws -> String {
        try await ChildProcess.run("pactl", ["-s", address] + words, environment: environment).output
    }
}

/// Keeps what a sink of PipeWire plays until it is finished.
package final class PipeWireRecorder: Sendable {
    private let process: ChildProcess
    private let file: String

    fileprivate init(process: ChildProcess, file: String) {
        self.process = process
        self.file = file
    }

    /// Ends the recording and returns it.
    package func finish() async throws -> SoundRecording {
        try await process.end()
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        return SoundRecording(
            samples: data.withUnsafeBytes { bytes in
                (0..<(bytes.count / 4)).map { Double(bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self)) }
            })
    }
}
