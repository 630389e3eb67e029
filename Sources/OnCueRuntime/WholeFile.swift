// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Small files that are read and replaced as a whole.
package enum WholeFile {
    /// The reason why a file cannot be read or replaced; the message names it.
    package struct Failure: Error, Sendable, Equatable {
        package var message: String
    }

    /// Returns the content of a file. Blocks.
    ///
    /// - Returns: `nil` when there is none.
    /// - Throws: ``Failure`` for a link that leads nowhere, and for a file that must not be read, is larger than
    ///   `limit` bytes, or is something else.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8]? {
        // A pipe without a writer must not block the caller.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR {
                try refuseBrokenLink(path)
                return nil
            }
            throw failure("read", path)
        }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw failure("read", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(message: "\(path) is not a file") }
        // One byte more than its size, to see whether it ends there.
        var bytes = [UInt8](repeating: 0, count: min(limit, max(0, Int(status.st_size))) + 1)
        var length = 0
        while length <= limit {
            if length == bytes.count { bytes += [UInt8](repeating: 0, count: min(limit + 1, 2 * length) - length) }
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(file, buffer.baseAddress?.advanced(by: length), buffer.count - length)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { break }
            length += count
        }
        guard length <= limit else { throw Failure(message: "\(path) is larger than \(limit >> 10) KiB") }
        return Array(bytes[..<length])
    }

    /// Refuses a link without a target, which may be on a disk that comes back, so the link is not a missing file.
    private static func refuseBrokenLink(_ path: String) throws(Failure) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
        throw Failure(message: "\(path) is a link to something that does not exist; create that, or remove the link")
    }

    /// Replaces a file, or creates it, so that it is never incomplete; its folder is created if it is missing. Blocks.
    ///
    /// A file keeps its permissions, and a link remains and leads to the new content; a new file is for this user only.
    /// - Throws: ``Failure``; the file is unchanged then.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
        let target = resolved(path)
        if target == nil { try refuseBrokenLink(path) }
        let path = target ?? path
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex,
            !PrivateDirectory.make(String(path[..<slash]))
        {
            throw failure("write", path)
        }
        var status = stat()
        let rights = unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
        let other = path + ".new-\(getpid())"
        unsafe unlink(other)
        let file = unsafe open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw failure("write", path) }
        let isWritten = write(bytes, to: file) && fchmod(file, rights) == 0 && fsync(file) == 0
        guard close(file) == 0, isWritten, unsafe rename(other, path) == 0 else {
            let failure = failure("write", path)
            unsafe unlink(other)
            throw failure
        }
        sync(folderOf: path)
    }

    /// Writes the folder of a file to the disk, since the name of a file is on the disk only when its folder is.
    private static func sync(folderOf path: String) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let folder = unsafe open(
            slash == path.startIndex ? "/" : String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Returns whether the last write to a file was at least this long ago: many programs empty a file before they
    /// rewrite it, and a reader would get half of it meanwhile. Blocks.
    ///
    /// - Returns: Also `true` if the file does not exist, or if its time is in the future.
    package static func rests(_ path: String, for time: Duration) -> Bool {
        var (status, now) = (stat(), timespec())
        guard unsafe stat(path, &status) == 0, unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return true }
        let age =
            Duration.seconds(now.tv_sec - status.st_mtim.tv_sec)
            + .nanoseconds(now.tv_nsec - status.st_mtim.tv_nsec)
        return age < .zero || age >= time
    }

    /// Removes a file, if it is there. Blocks.
    package static func remove(_ path: String) { unsafe unlink(path) }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Returns the target of links; `nil` if there is none. Blocks.
    package static func resolved(_ path: String) -> String? {
        guard let text = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    private static func failure(_ what: String, _ path: String) -> Failure {
        Failure(message: "cannot \(what) \(path): \(unsafe String(cString: strerror(errno)))")
    }
}
