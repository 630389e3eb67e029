// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import Glibc
internal import Synchronization

/// A process that the test started, in a process group of its own.
///
/// It is killed with its group when this is released, or when the test process crashes, and what is left of its group
/// when it has ended, so none outlives the test.
package final class ChildProcess: Sendable {
    /// How a process ended.
    package enum Ending: Sendable, Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    /// A process that has ended, with everything that it wrote.
    package struct Result: Sendable {
        package var ending: Ending
        package var outputBytes: [UInt8]
        package var errorBytes: [UInt8]

        package var output: String { String(decoding: outputBytes, as: UTF8.self) }
        package var errors: String { String(decoding: errorBytes, as: UTF8.self) }
        /// The exit status; `nil` for a process that a signal ended.
        package var status: Int32? {
            if case .exit(let status) = ending { status } else { nil }
        }
    }

    /// What it writes to standard output.
    package let output: OutputPipe
    /// What it writes to standard error.
    package let errors: OutputPipe
    /// The process number.
    package let identifier: Int32

    private let life: Life

    /// Starts a program, which is found in `PATH` unless it has a slash. Its standard input is empty.
    ///
    /// - Parameter environment: The whole environment; `PATH` is added.
    package convenience init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], directory: String? = nil
    ) throws {
        try self.init(program, words: arguments.map { Array($0.utf8) }, environment: environment, directory: directory)
    }

    /// The form for arguments that need not be text.
    ///
    /// - Parameter terminal: A descriptor that becomes its standard input and standard output.
    package init(
        _ program: String, words: [[UInt8]], environment: [String: String], directory: String?, terminal: Int32? = nil
    ) throws {
        output = try OutputPipe()
        errors = try OutputPipe()
        let identifier = try Self.spawn(
            program, words, environment: environment, directory: directory, input: terminal,
            ends: (terminal ?? output.writeEnd, errors.writeEnd))
        self.identifier = identifier
        output.beginReading()
        errors.beginReading()
        life = Life(identifier)
        life.watch()
    }

    deinit {
        life.send(SIGKILL)
    }

    /// Runs a program to its end.
    ///
    /// - Throws: ``SupportError`` when it has not ended after `limit`; it is killed then.
    package static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], directory: String? = nil,
        within limit: Duration = .seconds(60)
    ) async throws -> Result {
        try await ChildProcess(program, arguments, environment: environment, directory: directory).result(within: limit)
    }

    /// Waits for the end and for all output.
    package func result(within limit: Duration = .seconds(60)) async throws -> Result {
        let ending = try await ending(within: limit)
        try await output.waitForEnd(within: limit)
        try await errors.waitForEnd(within: limit)
        return Result(ending: ending, outputBytes: output.bytes, errorBytes: errors.bytes)
    }

    /// Waits for the end.
    package func ending(within limit: Duration = .seconds(60)) async throws -> Ending {
        do {
            return try await life.endings.wait(within: limit) { _ in true }
        } catch {
            life.send(SIGKILL)
            throw SupportError(
                "process \(identifier) has not ended within \(limit); output: \(output.text) errors: \(errors.text)")
        }
    }

    package var hasEnded: Bool { life.endings.count > 0 }

    /// Sends a signal to its group, unless it has ended.
    package func send(_ signal: Int32) {
        life.send(signal)
    }

    /// Kills it with its group and waits until it is gone.
    package func end() async throws {
        life.send(SIGKILL)
        _ = try await life.endings.wait { _ in true }
    }
}

// MARK: Starting

extension ChildProcess {
    private static func spawn(
        _ program: String, _ words: [[UInt8]], environment: [String: String], directory: String?, input: Int32?,
        ends: (output: Int32, errors: Int32)
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, ends.output, 1)
        posix_spawn_file_actions_adddup2(&actions, ends.errors, 2)
        // The test library's own pipes are not all closed on exec, and would stay open in what runs on.
        addCloseFrom(&actions, 3)
        if let directory { addChangeDirectory(&actions, directory) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let variables = environment.merging(["PATH": path]) { own, _ in own }
        var argv = ([Array(program.utf8)] + words).map(duplicate) + [nil]
        var envp = variables.map { duplicate(Array(($0.key + "=" + $0.value).utf8)) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var identifier: pid_t = 0
        let failure = posix_spawnp(&identifier, program, &actions, &attributes, &argv, &envp)
        guard failure == 0 else { throw SupportError("cannot start \(program): \(String(cString: strerror(failure)))") }
        ProcessGuard.shared.add(identifier)
        return identifier
    }

    private static func duplicate(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        (bytes + [0]).withUnsafeBytes { raw in
            raw.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { strdup($0) } }
        }
    }
}

// Both are hidden from Swift by a feature macro of the C library.
@discardableResult
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
func addCloseFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32

@discardableResult
@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func addChangeDirectory(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> Int32

/// The life of a process: a signal never reaches another process that got its number.
private final class Life: Sendable {
    let endings = EventLog<ChildProcess.Ending>()
    private let identifier: pid_t
    private let isReaped = Mutex(false)

    init(_ identifier: pid_t) {
        self.identifier = identifier
    }

    /// Waits for the end on a thread of its own.
    func watch() {
        DispatchQueue(label: "oncue.test.child").async {
            var info = siginfo_t()
            while waitid(P_PID, id_t(self.identifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            self.endings.append(self.reap())
        }
    }

    func send(_ signal: Int32) {
        isReaped.withLock { isReaped in
            if !isReaped { kill(-identifier, signal) }
        }
    }

    private func reap() -> ChildProcess.Ending {
        isReaped.withLock { isReaped in
            // The number is ours as long as it has not been waited for.
            kill(-identifier, SIGKILL)
            var status: Int32 = 0
            ProcessGuard.shared.remove(identifier)
            waitpid(identifier, &status, 0)
            isReaped = true
            let signal = status & 0x7F
            return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
        }
    }
}
