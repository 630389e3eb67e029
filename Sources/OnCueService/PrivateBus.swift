// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime

/// OnCue's own message bus, for machines without a session bus.
///
/// It belongs to the daemon that holds the lock beside its socket, and ends with it. A bus whose daemon was killed is
/// taken over by the next one.
struct PrivateBus: Sendable {
    private let socketPath: String
    private let process: pid_t
    /// False for a bus that was taken over.
    private let isChild: Bool
    private let lock: InstanceLock

    /// Acquires the lock and ensures that a dbus-daemon answers at the socket. Blocks until it does.
    ///
    /// - Throws: ``DaemonError`` with `alreadyRunning`, `bus` or `directory`.
    static func open(socketPath: String) throws(DaemonError) -> PrivateBus {
        let directory = String(socketPath[..<(socketPath.lastIndex(of: "/") ?? socketPath.startIndex)])
        try PrivateDirectory.prepare(directory)
        let lock = try takeLock(directory + "/daemon.lock")
        if let process = answeringProcess(socketPath) {
            return PrivateBus(socketPath: socketPath, process: process, isChild: false, lock: lock)
        }
        unlink(socketPath)
        return PrivateBus(socketPath: socketPath, process: try start(socketPath), isChild: true, lock: lock)
    }

    private static func takeLock(_ path: String) throws(DaemonError) -> InstanceLock {
        do throws(InstanceLock.Failure) {
            return try InstanceLock(path: path)
        } catch {
            switch error {
            case .held(let holder): throw .alreadyRunning(holder?.process)
            case .impossible: throw DaemonError(.bus, "cannot write \(path); check the permissions of its folder")
            }
        }
    }

    /// Ends the bus and waits for its end; one that does not end within 2 s is killed. Blocks.
    func stop() {
        lock.announceEnd()
        kill(process, SIGTERM)
        for _ in 0..<200 {
            if hasEnded { return }
            usleep(10_000)
        }
        kill(process, SIGKILL)
        if isChild { waitpid(process, nil, 0) }
    }

    private var hasEnded: Bool {
        isChild ? waitpid(process, nil, WNOHANG) != 0 : Self.answeringProcess(socketPath) == nil
    }

    /// Returns the process of this user's dbus-daemon behind a socket; `nil` if there is none.
    private static func answeringProcess(_ path: String) -> pid_t? {
        guard let descriptor = connected(to: path) else { return nil }
        defer { close(descriptor) }
        // struct ucred of unix(7), which a feature macro hides from Swift: process, user, group.
        var peer: [UInt32] = [0, 0, 0]
        var size = socklen_t(peer.count * MemoryLayout<UInt32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer[1] == getuid() else {
            return nil
        }
        return pid_t(peer[0])
    }

    private static func connected(to path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        let isConnected =
            path.utf8.count < capacity
            && withUnsafeMutableBytes(of: &address.sun_path) { bytes in
                bytes.copyBytes(from: path.utf8)
                return true
            }
            && withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
        if isConnected { return descriptor }
        close(descriptor)
        return nil
    }

    /// Starts dbus-daemon and waits for the line with its address, which it prints when it takes connections.
    private static func start(_ socketPath: String) throws(DaemonError) -> pid_t {
        guard let ends = PipeEnds() else { throw DaemonError(.bus, "cannot make a pipe: error \(errno)") }
        defer { close(ends.output) }
        let words = [
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog", "--print-address=1",
            "--address=unix:path=\(socketPath)",
        ]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends.input, 1)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let failure = SpawnAttributes.with(isDetached: false) { attributes in
            posix_spawnp(&process, "dbus-daemon", &actions, attributes, &arguments, environ)
        }
        close(ends.input)
        guard failure == 0 else {
            throw DaemonError(.bus, "no session bus, and dbus-daemon cannot be started; install the package dbus")
        }
        var first: UInt8 = 0
        guard read(ends.output, &first, 1) == 1 else {
            waitpid(process, nil, 0)
            throw DaemonError(.bus, "dbus-daemon quit immediately; see its message above")
        }
        return process
    }
}
