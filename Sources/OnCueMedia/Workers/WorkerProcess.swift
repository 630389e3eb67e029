// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import Glibc
internal import OnCueRuntime
internal import Synchronization

/// A running worker. Its owner may use it from one thread, and must ``end()`` it or give it back.
struct WorkerProcess: Sendable {
    /// The number of requests after which a worker is replaced, in case its libraries leak.
    static let lifetime = 50_000

    let process: pid_t
    let socket: Int32
    /// A descriptor whose position the worker sets to the serial of the request that it has begun.
    private let progress: Int32
    var served = 0

    /// Starts a worker.
    ///
    /// - Parameter program: The path of a program that calls ``WorkerProgram`` if its argument is
    ///   ``WorkerProgram/argument``.
    static func start(_ program: String) throws(WorkerFailure) -> WorkerProcess {
        Zombies.collect()
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw WorkerFailure(error: errno) }
        // Any regular file will do: nothing is read, only the position is shared.
        let progress = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        defer { close(ends[1]) }
        guard progress >= 0 else {
            close(ends[0])
            throw WorkerFailure(error: errno)
        }
        // The worker's end of the socket blocks, since the worker has nothing else to do.
        _ = fcntl(ends[1], F_SETFL, 0)
        do throws(WorkerFailure) {
            let process = try spawn(program, socket: ends[1], progress: progress)
            return WorkerProcess(process: process, socket: ends[0], progress: progress)
        } catch {
            close(ends[0])
            close(progress)
            throw error
        }
    }

    /// The serial of the last request that was begun.
    var begun: UInt32 { UInt32(clamping: lseek(progress, 0, SEEK_CUR)) }

    /// Clears the progress, before a worker gets a new batch.
    func resetProgress() {
        lseek(progress, 0, SEEK_SET)
    }

    /// Ends the process unconditionally.
    ///
    /// - Parameter hasEnded: Whether it has closed its socket, so that it is not killed but waited for, at most 100 ms.
    /// - Returns: The signal that had ended it before, or `nil` if there was none.
    @discardableResult
    func end(hasEnded: Bool = false) -> Int32? {
        close(socket)
        close(progress)
        if hasEnded, let status = Zombies.wait(process, tries: 100) {
            let signal = status & 0x7F
            return signal == 0 ? nil : signal
        }
        kill(process, SIGKILL)
        if Zombies.wait(process, tries: 100) == nil { Zombies.add(process) }
        return nil
    }

    private static func spawn(_ program: String, socket: Int32, progress: Int32) throws(WorkerFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, socket, WorkerProtocol.socket)
        // The messages of libraries about damaged files are discarded.
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, progress, WorkerProtocol.progress)
        var arguments = [strdup("oncued"), strdup(WorkerProgram.argument), nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let failure = SpawnAttributes.with(isDetached: false) { attributes in
            posix_spawn(&process, program, &actions, attributes, &arguments, environ)
        }
        guard failure == 0 else { throw WorkerFailure(error: failure) }
        return process
    }
}

/// A worker could not be started.
struct WorkerFailure: Error {
    var error: Int32
    var reason: String { "cannot start a tag reader: " + FileSystem.text(of: error) }
}

/// Processes that were killed but have not ended, because they wait for a disk or a network.
private enum Zombies {
    private static let processes = Mutex<[pid_t]>([])

    static func add(_ process: pid_t) {
        processes.withLock { $0.append(process) }
    }

    static func collect() {
        processes.withLock { processes in processes.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    }

    /// Waits up to `tries` milliseconds; checks at least once.
    static func wait(_ process: pid_t, tries: Int) -> Int32? {
        var status: Int32 = 0
        for number in 0...tries {
            if waitpid(process, &status, WNOHANG) == process { return status }
            if number < tries { usleep(1000) }
        }
        return nil
    }
}
