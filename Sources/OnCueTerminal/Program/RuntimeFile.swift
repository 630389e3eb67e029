// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A small file in the runtime folder of this user, which is deleted after the session.
struct RuntimeFile: Sendable {
    private let directory: String
    private let path: String

    /// - Parameter directory: A folder of this user; created if it is missing.
    init(_ name: String, in directory: String) {
        (self.directory, path) = (directory, directory + "/" + name)
    }

    /// The number of bytes; `nil` if there is no such file.
    var size: Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Returns the content; empty if the file cannot be read.
    func bytes(limit: Int) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }

    /// Appends text; does nothing without a writable folder.
    func append(_ text: String) {
        mkdir(directory, 0o700)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return }
        let bytes = Array(text.utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
    }

    /// Replaces the content atomically, or leaves it unchanged.
    ///
    /// - Returns: `false` if it was left unchanged.
    @discardableResult
    func replace(with bytes: [UInt8]) -> Bool {
        let new = path + ".\(getpid())"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count
        close(descriptor)
        guard isWritten, rename(new, path) == 0 else {
            unlink(new)
            return false
        }
        return true
    }

    func remove() { unlink(path) }
}
