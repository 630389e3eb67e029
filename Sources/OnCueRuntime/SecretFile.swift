// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Random bytes in a file that only this user can read, created at the first request.
package struct SecretFile: Sendable {
    /// The number of bytes.
    package static let length = 32

    private let path: String
    private let executor = BlockingExecutor(label: "oncue.secret-file")

    /// - Parameter path: Absolute path of the file, whose folder must be there.
    package init(path: String) {
        self.path = path
    }

    /// Returns the bytes, always the same.
    ///
    /// A file that was damaged, or that others can read, is replaced.
    /// - Returns: `nil` when they cannot be kept.
    package func load() async -> [UInt8]? {
        await executor.run { [path] in
            if let bytes = Self.read(path) { return bytes }
            var generator = SystemRandomNumberGenerator()
            let bytes = (0..<Self.length).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
            return Self.write(bytes, path) ? Self.read(path) : nil
        }
    }

    /// Returns whether the file exists, regardless of its contents.
    package func isThere() async -> Bool { await executor.run { [path] in unsafe access(path, F_OK) == 0 } }

    /// Deletes the file.
    ///
    /// - Returns: `false` if it is still there.
    package func remove() async -> Bool {
        await executor.run { [path] in unsafe unlink(path) == 0 || errno == ENOENT }
    }

    private static func read(_ path: String) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0,
            status.st_size == length
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: length)
        return unsafe Glibc.read(file, &bytes, length) == length ? bytes : nil
    }

    /// Writes another file and renames it into place, so that the file is never incomplete.
    private static func write(_ bytes: [UInt8], _ path: String) -> Bool {
        let other = path + ".new"
        unsafe unlink(other)
        let file = unsafe open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        let isWritten = unsafe Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        close(file)
        return unsafe isWritten && rename(other, path) == 0
    }
}
