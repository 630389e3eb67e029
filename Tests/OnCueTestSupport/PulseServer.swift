// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// A PulseAudio server of the test's own with one sink that nobody hears and whose monitor can be recorded.
///
/// The sink does not rewind, so the monitor has every sample from the first one on.
package final class PulseServer: Sendable {
    package static let sinkName = "oncue_test"

    private let process: Mutex<PulseProcess>
    private let directory: String
    /// What it says of its sink.
    private let properties: String
    /// The system bus whose BlueZ it serves; `nil` for none.
    private let systemBus: String?

    /// The address for clients.
    package var address: String { "unix:" + directory + "/native" }

    /// Starts a server with a socket in a directory of its own and waits until it answers.
    ///
    /// - Parameters:
    ///   - description: What people call the sink.
    ///   - bluetooth: A bus whose Bluetooth devices get sinks when they connect, such as a ``FakeHeadset``.
    package init(
        description: String = "Test", formFactor: String = "", bluetooth: PrivateBus? = nil
    ) async throws {
        directory = try Self.makeDirectory()
        systemBus = bluetooth?.address
        properties =
            "device.description=\"\(description)\"" + (formFactor.isEmpty ? "" : " device.form_factor=\(formFactor)")
        process = Mutex(try Self.start(in: directory, properties, systemBus))
        try await waitForAnswer()
    }

    private static func start(
        in directory: String, _ properties: String, _ systemBus: String?
    ) throws -> PulseProcess {
        let bluetooth = systemBus == nil ? [] : ["-L", "module-bluez5-discover headset=native"]
        return try PulseProcess(
            "pulseaudio",
            [
                // Not by itself: a test may wait for its turn with a server that nobody uses yet.
                "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                "--log-target=file:\(directory)/log",
                "-L",
                "module-null-sink sink_name=\(sinkName) rate=48000 format=float32le norewinds=1 "
                    + "sink_properties='\(properties)'",
                "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(directory)/native",
            ] + bluetooth,
            environment: [
                "HOME": directory, "PULSE_RUNTIME_PATH": directory, "PULSE_STATE_PATH": directory + "/state",
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(directory)/none",
                "DBUS_SYSTEM_BUS_ADDRESS": systemBus ?? "unix:path=\(directory)/none",
            ])
    }

    private func waitForAnswer() async throws {
        try await waitUntil("the sound server answers") {
            try await control(["list", "short", "sinks"]).contains(Self.sinkName)
        }
    }

    deinit {
        if let ending = process.withLock({ $0.end() }) {
            let log = (try? String(contentsOfFile: directory + "/log", encoding: .utf8)) ?? ""
            print("the sound server \(ending); its log ends with:", log.suffix(500))
        }
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Ends the server at once, as a crash would.
    package func kill() {
        process.withLock { _ = $0.end() }
    }

    /// Has the server stand still, as on a machine that has no time for it.
    package func holdStill() {
        process.withLock { $0.signal(SIGSTOP) }
    }

    /// Lets the server go on.
    package func goOn() {
        process.withLock { $0.signal(SIGCONT) }
    }

    /// Starts a server that was killed anew, at the same address, and waits until it answers.
    package func startAgain() async throws {
        try process.withLock { $0 = try Self.start(in: directory, properties, systemBus) }
        try await waitForAnswer()
    }

    /// Adds a sink that nobody hears.
    ///
    /// - Parameter properties: What the server is to say of the device, such as `device.bus`.
    /// - Returns: The number by which it is removed.
    package func addSink(_ name: String, _ properties: [String: String] = [:]) async throws -> String {
        let list = properties.sorted { $0.key < $1.key }.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: " ")
        let number = try await control([
            "load-module", "module-null-sink", "sink_name=\(name)", "norewinds=1", "rate=48000", "format=float32le",
            "sink_properties='\(list)'",
        ])
        return String(number.prefix { $0.isNumber })
    }

    /// Takes a sink away, as a device that is unplugged.
    package func removeSink(_ number: String) async throws {
        try await control(["unload-module", number])
    }

    /// Runs `pactl` against this server and returns what it prints.
    @discardableResult
    package func control(_ arguments: [String]) async throws -> String {
        let output = directory + "/control-\(UInt32.random(in: 0...(.max)))"
        let pactl = try PulseProcess(
            "pactl", ["-s", address] + arguments, environment: clientEnvironment, output: output)
        await pactl.waitForEnd()
        defer { try? FileManager.default.removeItem(atPath: output) }
        return try String(contentsOfFile: output, encoding: .utf8)
    }

    /// The numbers of the streams that play on this server.
    package func streamNumbers() async throws -> [Int] {
        try await control(["list", "short", "sink-inputs"]).split(separator: "\n").compactMap {
            $0.split(separator: "\t").first.flatMap { Int($0) }
        }
    }

    /// Records what a sink plays until `finish()`.
    package func record(_ sink: String = PulseServer.sinkName) async throws -> PulseRecorder {
        let file = directory + "/recording-\(UInt32.random(in: 0...(.max)))"
        let process = try PulseProcess(
            "parec",
            [
                "-s", address, "-d", sink + ".monitor", "--format=float32le", "--rate=48000", "--channels=1",
                "--channel-map=front-left", "--no-remix", "--latency-msec=20", "--raw",
            ],
            environment: clientEnvironment, output: file)
        let recorder = PulseRecorder(process: process, file: file)
        try await waitUntil("something is recorded") { recorder.recordedBytes > 0 }
        return recorder
    }

    private var clientEnvironment: [String: String] { ["HOME": directory, "PULSE_RUNTIME_PATH": directory] }

    private static func makeDirectory() throws -> String {
        let path = "/tmp/oncue-pulse-\(UInt64.random(in: 0...(.max)))"
        guard mkdir(path, 0o700) == 0 else { throw PulseServerError("cannot make \(path)") }
        return path
    }
}

/// Records until it is finished.
package final class PulseRecorder: Sendable {
    private let process: PulseProcess
    private let file: String

    fileprivate init(process: PulseProcess, file: String) {
        self.process = process
        self.file = file
    }

    fileprivate var recordedBytes: Int {
        var status = stat()
        return stat(file, &status) == 0 ? status.st_size : 0
    }

    /// How much has been recorded, in seconds.
    package var seconds: Double { Double(recordedBytes) / 4 / 48_000 }

    /// Waits until so many seconds are recorded.
    package func wait(until seconds: Double) async throws {
        try await waitUntil("\(seconds) s are recorded, not \(self.seconds)") { self.seconds >= seconds }
    }

    /// Ends the recording and returns it.
    @concurrent
    package func finish() async throws -> SoundRecording {
        _ = process.end()
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        let samples: [Double] = data.withUnsafeBytes { bytes in
            (0..<(bytes.count / 4)).map { Double(bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self)) }
        }
        return SoundRecording(samples: samples)
    }
}

package struct PulseServerError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A child process that is ended by its number.
private final class PulseProcess: Sendable {
    private let number: pid_t
    private let isEnded = Mutex(false)

    init(_ program: String, _ arguments: [String], environment: [String: String], output: String? = nil) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output ?? "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let variables = environment.merging(["PATH": path, "LC_ALL": "C"]) { own, _ in own }
        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        var envp = variables.map { strdup($0.key + "=" + $0.value) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var number: pid_t = 0
        let result = posix_spawnp(&number, program, &actions, &attributes, &argv, &envp)
        guard result == 0 else {
            throw PulseServerError("cannot start \(program): \(String(cString: strerror(result)))")
        }
        self.number = number
        ProcessGuard.shared.add(number)
    }

    /// Kills the process and waits until it is gone.
    ///
    /// - Returns: How it had ended by itself before; `nil` if it had not.
    func end() -> String? {
        isEnded.withLock { isEnded in
            guard !isEnded else { return nil }
            isEnded = true
            defer { ProcessGuard.shared.remove(number) }
            var status: Int32 = 0
            if waitpid(number, &status, WNOHANG) == number {
                return status & 0x7f == 0 ? "left with status \(status >> 8)" : "was ended by signal \(status & 0x7f)"
            }
            kill(number, SIGKILL)
            waitpid(number, &status, 0)
            return nil
        }
    }

    func signal(_ signal: Int32) {
        isEnded.withLock { if !$0 { kill(number, signal) } }
    }

    /// Returns when the process has ended by itself.
    func waitForEnd() async {
        while true {
            let isDone = isEnded.withLock { isEnded in
                var status: Int32 = 0
                if !isEnded, waitpid(number, &status, WNOHANG) != 0 {
                    ProcessGuard.shared.remove(number)
                    isEnded = true
                }
                return isEnded
            }
            if isDone { return }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}
