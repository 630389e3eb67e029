// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// A real Snapcast server on ports of its own, only on this machine, with rooms whose sound goes into files.
package final class SnapcastServer: Sendable {
    /// The stream that takes sound over TCP.
    package static let stream = "OnCue"

    /// The ports of sound for rooms, of control, and of sound from programs.
    package let ports: (rooms: UInt16, control: UInt16, inlet: UInt16)
    private let folder: String
    private let extra: [String]
    private let systemBus: String?
    private let processes = Mutex<(server: ChildProcess?, rooms: [ChildProcess])>((nil, []))

    /// The address of the control port, as in the configuration.
    package var address: String { "tcp://127.0.0.1:\(ports.control)" }

    /// Starts a server and waits until it answers.
    ///
    /// - Parameters:
    ///   - folder: An existing folder for what it keeps and for the sound of its rooms.
    ///   - buffer: The delay of the rooms, in milliseconds.
    ///   - query: More parameters of the stream, such as `&sampleformat=44100:16:2`.
    ///   - extra: More words of the server.
    ///   - systemBus: The address of a bus with the Avahi by which it announces itself; `nil` for none.
    package init(
        folder: String, buffer: Int = 1000, query: String = "&sampleformat=48000:16:2", extra: [String] = [],
        systemBus: String? = nil
    ) async throws {
        ports = (try FreePort.next(), try FreePort.next(), try FreePort.next())
        (self.folder, self.systemBus) = (folder, systemBus)
        self.extra =
            [
                "--stream.buffer", "\(buffer)", "--stream.source",
                "tcp://127.0.0.1:\(ports.inlet)/?name=\(Self.stream)&mode=server&codec=pcm" + query,
            ] + extra
        try await start()
    }

    deinit {
        processes.withLock { processes in
            for process in [processes.server] + processes.rooms { process?.send(SIGKILL) }
        }
    }

    /// Starts the server anew after ``kill()``, at the same ports, and waits until it answers.
    package func start() async throws {
        let server = try ChildProcess(
            "snapserver",
            [
                "-c", "/dev/null", "--stream.bind_to_address", "127.0.0.1", "--tcp.bind_to_address", "127.0.0.1",
                "--stream.port", "\(ports.rooms)", "--tcp.port", "\(ports.control)", "--http.enabled", "0",
                "--logging.sink", "stderr", "--logging.filter", "*:info,PcmStream:debug",
            ] + extra,
            environment: [
                "HOME": folder, "LC_ALL": "C.UTF-8",
                "DBUS_SYSTEM_BUS_ADDRESS": systemBus ?? "unix:path=\(folder)/none",
            ])
        processes.withLock { $0.server = server }
        _ = try await server.errors.waitForLine { $0.contains("number of threads") || $0.contains("Number of threads") }
    }

    /// Ends the server at once, as a crash would; its rooms go on looking for it.
    package func kill() async throws {
        let server = processes.withLock { $0.server }
        server?.send(SIGKILL)
        _ = try await server?.ending()
    }

    /// The lines of its log that have this text.
    package func log(_ text: String) -> [String] {
        let log = processes.withLock { $0.server?.errors.text } ?? ""
        return log.split(separator: "\n").filter { $0.lowercased().contains(text) }.map(String.init)
    }

    /// When a line of its log was written, in seconds since 1970; `nil` without a time.
    package static func moment(of line: String) -> Double? {
        let numbers = line.prefix(23).split { !$0.isNumber }.compactMap { Int32($0) }
        guard numbers.count == 7 else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
        parts.tm_isdst = -1
        return Double(mktime(&parts)) + Double(numbers[6]) / 1000
    }

    /// Starts a room and waits until the server knows it.
    ///
    /// - Returns: The identifier by which the server knows it.
    @discardableResult
    package func addRoom(_ name: String) async throws -> String {
        let number = processes.withLock { $0.rooms.count + 1 }
        let room = try ChildProcess(
            "snapclient",
            [
                "-h", "127.0.0.1", "-p", "\(ports.rooms)", "-i", "\(number)", "--hostID", name, "--player",
                "file:filename=\(file(of: name)),mode=w", "--logsink", "stderr",
            ], environment: ["HOME": folder, "LC_ALL": "C.UTF-8"])
        let server = processes.withLock { processes in
            processes.rooms.append(room)
            return processes.server
        }
        let identifier = number == 1 ? name : "\(name)#\(number)"
        _ = try await server?.errors.waitForLine { $0.contains("Hello from \(identifier)") }
        return identifier
    }

    /// Asks the control port for something.
    ///
    /// - Returns: The line of the answer.
    package func ask(_ method: String, _ parameters: String) async throws -> String {
        let call = #"{"id":1,"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)}"#
        let script =
            #"exec 3<>/dev/tcp/127.0.0.1/"$1"; printf '%s\r\n' "$2" >&3; timeout 10 grep -m 1 '"id":1' <&3"#
        return try await ChildProcess.run("bash", ["-c", script, "-", "\(ports.control)", call]).output
    }

    /// The lines of the log of a room that have this text.
    package func log(ofRoom number: Int, _ text: String) -> [String] {
        let log = processes.withLock { $0.rooms[number - 1].errors.text }
        return log.split(separator: "\n").filter { $0.lowercased().contains(text) }.map(String.init)
    }

    /// Watches for so long when sound is heard in rooms, to a tenth of a millisecond.
    ///
    /// A room writes its sound in time. Whatever the machine is busy with delays that and never hastens it, so the earliest
    /// is right.
    ///
    /// - Returns: For each room, when the beginning of its file was heard, by the clock of the machine in seconds.
    package func beginnings(of names: [String], within limit: Duration) async -> [Double] {
        await BlockingThread.run { [self] in
            var (sizes, earliest) = (names.map { _ in 0 }, names.map { _ in Double.infinity })
            let end = ContinuousClock.now + limit
            while ContinuousClock.now < end {
                for (index, name) in names.enumerated() {
                    var status = stat()
                    guard stat(file(of: name), &status) == 0, status.st_size != sizes[index] else { continue }
                    var now = timespec()
                    clock_gettime(CLOCK_MONOTONIC, &now)
                    let seconds = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
                    // What was there before may be old.
                    if sizes[index] > 0 {
                        earliest[index] = min(earliest[index], seconds - Double(status.st_size) / 4 / 48_000)
                    }
                    sizes[index] = status.st_size
                }
                usleep(200)
            }
            return earliest
        }
    }

    /// The sound of a room until now, the left channel, at 48,000 frames per second.
    package func sound(of name: String) -> SoundRecording {
        let bytes = [UInt8](FileManager.default.contents(atPath: file(of: name)) ?? Data())
        return SoundRecording(
            samples: stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { index in
                Double(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)) / 32_768
            })
    }

    /// The last frames that a room has recorded, the left channel.
    ///
    /// - Returns: The number of the first of them in the recording, and the frames.
    package func end(of name: String, frames: Int) -> (first: Int, samples: [Double]) {
        let recording = open(file(of: name), O_RDONLY | O_CLOEXEC)
        guard recording >= 0 else { return (0, []) }
        defer { close(recording) }
        let count = Int(lseek(recording, 0, SEEK_END)) / 4
        let first = max(0, count - frames)
        var frames = [UInt32](repeating: 0, count: count - first)
        let size = pread(recording, &frames, 4 * frames.count, off_t(4 * first))
        return (
            first,
            frames.prefix(max(0, size) / 4).map { Double(Int16(truncatingIfNeeded: UInt32(littleEndian: $0))) / 32_768 }
        )
    }

    /// How far apart two rooms are now, in seconds, by the same sound in the last half second of both; it must be noise.
    ///
    /// - Returns: `nil` where they are further apart than a tenth of a second, or do not play the same.
    package func distance(between names: [String], within limit: Duration) async -> Double? {
        let beginnings = await beginnings(of: names, within: limit)
        let ends = names.map { end(of: $0, frames: 48_000) }
        let times = zip(beginnings, ends).map { $0 + Double($1.first) / 48_000 }
        return NoiseShift.shift(ends[0].samples, ends[1].samples).map { abs(times[0] - times[1] + Double($0) / 48_000) }
    }

    /// How much of a room has been recorded, in seconds.
    package func seconds(of name: String) -> Double {
        var status = stat()
        return stat(file(of: name), &status) == 0 ? Double(status.st_size) / 4 / 48_000 : 0
    }

    private func file(of name: String) -> String { folder + "/\(name).raw" }
}

/// Waits on a thread of its own, so that other tests go on.
private enum BlockingThread {
    static func run<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "test.snapcast").async { continuation.resume(returning: body()) }
        }
    }
}
