// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Detects whether a database has changed, without opening it: by the file itself, which may be replaced, and the
/// write-ahead log, to which each program that has it open writes its changes first.
struct DatabaseMark: Equatable, Sendable {
    private struct File: Equatable, Sendable {
        var device: UInt64
        var inode: UInt64
        var size: Int64
        var seconds: Int64
        var nanoseconds: Int64

        /// - Returns: `nil` if the file does not exist.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
            (seconds, nanoseconds) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
        }
    }

    private let file: File?
    private let log: File?

    /// Uses the file system, which has both cached while the database is open.
    init(_ path: String) { (file, log) = (File(path), File(path + "-wal")) }
}
