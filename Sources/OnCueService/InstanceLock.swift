// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A lock that one daemon holds as long as this object exists; the file names the daemon.
///
/// The kernel releases the lock however the daemon ends. On NFS the server holds it, so that daemons on other machines
/// see it, too.
final class InstanceLock: Sendable {
    /// The owner of a lock.
    struct Holder: Equatable {
        var process: Int
        /// The name of its machine.
        var host: String

        /// Whether it is on this machine.
        var isHere: Bool { host.isEmpty || host == HostName.host }

        /// The owner in the form for messages.
        var text: String { "process \(process)" + (isHere ? "" : " on \(host)") }
    }

    /// The reason why a lock was not acquired.
    enum Failure: Error {
        /// `nil` if the holder is only starting, or takes long to end.
        case held(Holder?)
        /// The file cannot be opened, or its file system has no locks; the number is that of the system.
        case impossible(Int32)
    }

    /// The time to wait for a daemon that is about to end; longer than it may take to stop.
    private static let patience = Duration.seconds(8)
    /// The time to wait for a daemon that was killed: its lock lasts a moment longer than its name on the bus.
    private static let killedPatience = Duration.milliseconds(500)

    /// The holder before this one, if it ended without releasing the lock.
    let former: Holder?
    private let descriptor: Int32

    /// Acquires the lock. Blocks while the daemon that holds it is ending.
    init(path: String) throws(Failure) {
        var opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // On a read-only disk the file may exist already, or no lock is needed.
        if opened < 0, errno == EROFS { opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
        guard opened >= 0 else { throw .impossible(errno) }
        let start = ContinuousClock.now
        while flock(opened, LOCK_EX | LOCK_NB) != 0 {
            let (error, holder) = (errno, Self.holder(opened))
            guard error == EWOULDBLOCK || error == EINTR else {
                close(opened)
                throw .impossible(error)
            }
            let isEnding = holder.map { $0.isHere && OtherProcess.isEnding($0.process) } ?? true
            guard ContinuousClock.now - start < (isEnding ? Self.patience : Self.killedPatience) else {
                close(opened)
                throw .held(holder)
            }
            usleep(10_000)
        }
        descriptor = opened
        former = Self.holder(opened)
        write("\(getpid()) \(HostName.host)\n")
    }

    deinit {
        announceEnd()
        close(descriptor)
    }

    /// Makes the next daemon wait for the lock instead of giving up.
    func announceEnd() {
        write("")
    }

    private func write(_ text: String) {
        ftruncate(descriptor, 0)
        pwrite(descriptor, text, text.utf8.count, 0)
    }

    /// Returns the holder; `nil` if it is only starting, or ending.
    private static func holder(_ descriptor: Int32) -> Holder? {
        var bytes = [UInt8](repeating: 0, count: 300)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let words = bytes.prefix(max(0, count)).split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
        guard let process = words.first.flatMap({ Int($0) }) else { return nil }
        return Holder(process: process, host: words.count > 1 ? words[1] : "")
    }
}
