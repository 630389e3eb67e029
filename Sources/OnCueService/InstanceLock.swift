// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The lock of the one daemon on a private bus, held as long as this lives; the file has the daemon's process number.
///
/// The kernel gives the lock back however the daemon ends.
final class InstanceLock: Sendable {
    /// How long one waits for a daemon that is about to end.
    private static let patience = Duration.seconds(5)

    private let descriptor: Int32

    /// Takes the lock. Blocks while the daemon that has it is ending.
    ///
    /// - Throws: ``ServiceError`` with `alreadyRunning`, or `bus` when the file cannot be written.
    init(path: String) throws(ServiceError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw ServiceError(.bus, "cannot write \(path); check the permissions of its folder")
        }
        let deadline = ContinuousClock.now + Self.patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let holder = Self.content(of: descriptor)
            guard holder == nil, ContinuousClock.now < deadline else { throw .alreadyRunning(holder) }
            usleep(10_000)
        }
        write("\(getpid())\n")
    }

    deinit {
        close(descriptor)
    }

    /// Lets the next daemon wait for the lock instead of giving way.
    func announceEnd() {
        write("")
    }

    private func write(_ text: String) {
        ftruncate(descriptor, 0)
        pwrite(descriptor, text, text.utf8.count, 0)
    }

    /// The process number in the file; `nil` when the holder is only beginning, or ending.
    private static func content(of descriptor: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Int(String(decoding: bytes.prefix(max(0, count)).prefix { $0 > 0x20 }, as: UTF8.self))
    }
}
