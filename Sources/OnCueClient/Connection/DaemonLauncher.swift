// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Starts the daemon as a separate process that outlives this one.
struct DaemonLauncher {
    /// The size, in bytes, above which a log is restarted.
    private static let logLimit = 1 << 20

    let environment: ClientEnvironment

    /// Finds the program.
    ///
    /// - Throws: ``ClientError`` with `unavailable` if there is none.
    func program() throws(ClientError) -> String {
        if let override = environment.daemonOverride {
            guard FileQuestions.isProgram(override) else {
                throw ClientError(.unavailable, "cannot start \(override), set in ONCUE_DAEMON: not a program")
            }
            return override
        }
        let candidates = environment.daemonFolders.map { $0 + "/oncued" }
        guard let found = candidates.first(where: FileQuestions.isProgram) else {
            throw ClientError(
                .unavailable, "oncued is not running, and is neither beside oncue nor in PATH; install it")
        }
        return found
    }

    /// Starts the program in a session of its own, in the folder `/`, without a terminal or descriptors of this
    /// process, and with default signal handling. Its output goes to `oncued.log` in the state folder.
    ///
    /// - Parameter command: The command line of the previous daemon; its options are used, and its program if that was
    ///   a path and still exists.
    func launch(again command: [[UInt8]] = []) throws(ClientError) -> LaunchedDaemon {
        let former = command.first.map { String(decoding: $0, as: UTF8.self) }
        let isThere = former.map { $0.hasPrefix("/") && FileQuestions.isProgram($0) } ?? false
        let program = if let former, isThere { former } else { try program() }
        let options = Array(command.dropFirst())
        let log = openLog()
        defer { if let log { close(log.descriptor) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for descriptor: Int32 in [1, 2] {
            if let log {
                posix_spawn_file_actions_adddup2(&actions, log.descriptor, descriptor)
            } else {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        Self.keepDescriptorsHere()
        var process: pid_t = 0
        let failure = Self.inRootFolder {
            Self.withVectors(program, options) { words, variables in
                SpawnAttributes.with(isDetached: true) {
                    posix_spawn(&process, program, &actions, $0, words, variables)
                }
            }
        }
        guard failure == 0 else {
            throw ClientError(.unavailable, "cannot start \(program): \(String(cString: strerror(failure)))")
        }
        return LaunchedDaemon(
            program: program, process: process, logPath: log?.path, logOffset: log?.offset ?? 0)
    }

    /// Opens the log for appending; returns `nil` if that is impossible, which must not prevent playback.
    private func openLog() -> (path: String, descriptor: Int32, offset: Int)? {
        let folder = environment.directories.state
        guard PrivateDirectory.make(folder) else { return nil }
        let path = folder + "/oncued.log"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        if lseek(descriptor, 0, SEEK_END) > Self.logLimit { ftruncate(descriptor, 0) }
        return (path, descriptor, max(0, Int(lseek(descriptor, 0, SEEK_END))))
    }

    /// Marks all descriptors that a shell or a script left open as closed on exec.
    private static func keepDescriptorsHere() {
        guard let folder = opendir("/proc/self/fd") else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            // An entry may be shorter than its type, so the name is read in place, up to its zero byte.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            guard let descriptor = Int32(String(cString: name)), descriptor > 2 else { continue }
            let flags = fcntl(descriptor, F_GETFD)
            if flags >= 0 && flags & FD_CLOEXEC == 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
        }
    }

    /// Runs `body` while the working folder is `/`, so that the daemon keeps no file system busy.
    private static func inRootFolder(_ body: () -> Int32) -> Int32 {
        let here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if here >= 0 { chdir("/") }
        defer {
            if here >= 0 {
                fchdir(here)
                close(here)
            }
        }
        return body()
    }

    private typealias Vector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// Calls `body` with the arguments and the variables of the new process: those of this process, byte by byte,
    /// without those that a service manager set for this process.
    private static func withVectors(
        _ program: String, _ options: [[UInt8]], _ body: (Vector, Vector) -> Int32
    ) -> Int32 {
        let dropped = ["JOURNAL_STREAM=", "INVOCATION_ID=", "NOTIFY_SOCKET=", "LISTEN_PID=", "LISTEN_FDS="]
        var variables = FileQuestions.readAll("/proc/self/environ").split(separator: 0)
            .filter { variable in !dropped.contains { variable.starts(with: $0.utf8) } }
            .map(strdup)
        var arguments = ([Array(program.utf8)] + options).map { strdup($0[...]) }
        defer { for text in variables + arguments { free(text) } }
        variables.append(nil)
        arguments.append(nil)
        return body(&arguments, &variables)
    }

    private static func strdup(_ bytes: ArraySlice<UInt8>) -> UnsafeMutablePointer<CChar>? {
        (Array(bytes) + [0]).withUnsafeBytes { raw in
            raw.baseAddress.flatMap { Glibc.strdup($0.assumingMemoryBound(to: CChar.self)) }
        }
    }
}
