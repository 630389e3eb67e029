// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import Glibc

/// The few system calls that the catalog needs in addition to reading folders.
package enum FileSystem {
    /// The properties of the file at a path, after following symbolic links.
    package struct Status {
        package var isFolder: Bool
        package var isFile: Bool
        package var fingerprint: FileFingerprint
    }

    /// - Returns: The error number if there is no status.
    package static func status(_ path: [UInt8]) -> (Status?, errno: Int32) {
        var status = stat()
        guard withTerminated(path, { stat($0, &status) }) == 0 else { return (nil, errno) }
        return (Status(status), 0)
    }

    package static func exists(_ path: [UInt8]) -> Bool {
        withTerminated(path) { access($0, F_OK) } == 0
    }

    /// Returns whether a path certainly does not exist, as opposed to being inaccessible.
    package static func isAbsent(_ path: [UInt8]) -> Bool {
        let (status, error) = status(path)
        return status == nil && (error == ENOENT || error == ENOTDIR)
    }

    /// Returns whether a path is on a disk that is mounted read-only.
    package static func isOnReadOnlyDisk(_ path: [UInt8]) -> Bool {
        withTerminated(path) { access($0, W_OK) } != 0 && errno == EROFS
    }

    /// Returns whether this process may list a folder and enter it.
    package static func isListable(_ path: [UInt8]) -> Bool {
        withTerminated(path) { access($0, R_OK | X_OK) } == 0
    }

    /// Returns the identity of the folder at a path; `nil` if there is none.
    package static func identity(_ path: [UInt8]) -> FolderIdentity? {
        var status = stat()
        guard withTerminated(path, { stat($0, &status) }) == 0 else { return nil }
        return FolderIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Returns the folders in which a folder is, regardless of links on the way to it.
    package static func parents(_ path: [UInt8]) -> [FolderIdentity] {
        var found: [FolderIdentity] = []
        var up = path + Array("/..".utf8)
        // The folder above the topmost one is itself.
        while let identity = identity(up), identity != found.last {
            found.append(identity)
            up += Array("/..".utf8)
        }
        return found
    }

    /// Returns the device that a folder is on; `nil` if it does not exist.
    package static func device(_ path: [UInt8]) -> UInt64? {
        var status = stat()
        return withTerminated(path) { stat($0, &status) } == 0 ? UInt64(status.st_dev) : nil
    }

    /// The way in which a name refers to its file.
    package enum LinkKind {
        case symbolic
        /// One of several names of a file.
        case hard
        case single
    }

    package static func linkKind(_ path: [UInt8]) -> LinkKind? {
        var status = stat()
        guard withTerminated(path, { lstat($0, &status) }) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFLNK { return .symbolic }
        return status.st_nlink > 1 ? .hard : .single
    }

    /// - Returns: The number of the watch; if it could not be added, a number less than 0, with `errno` set.
    package static func watch(_ inotify: Int32, _ path: [UInt8], _ mask: UInt32) -> Int32 {
        withTerminated(path) { inotify_add_watch(inotify, $0, mask) }
    }

    package static func rename(_ from: [UInt8], _ to: [UInt8]) {
        _ = withTerminated(from) { from in withTerminated(to) { Glibc.rename(from, $0) } }
    }

    package static func remove(_ path: [UInt8]) {
        _ = withTerminated(path) { unlink($0) }
    }

    package static func secondsSince1970() -> Int64 { Int64(time(nil)) }

    /// Returns the system's message for an error number.
    package static func text(of error: Int32) -> String {
        switch error {
        case ENOENT, ENOTDIR: return "no such file or folder"
        case EACCES, EPERM: return "permission denied"
        case ETIMEDOUT: return "its disk or its server does not answer"
        case ENAMETOOLONG: return "the path is too long for the system"
        default:
            // The text belongs to the calling thread (glibc 2.32 and later).
            return strerror(error).map { String(cString: $0) } ?? "system error \(error)"
        }
    }

    private static func withTerminated<T>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> T) -> T {
        var path = path.map { CChar(bitPattern: $0) }
        path.append(0)
        return path.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { preconditionFailure("an array with a zero byte has memory") }
            return body(start)
        }
    }
}

extension FileSystem.Status {
    init(_ status: stat) {
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isFile = status.st_mode & S_IFMT == S_IFREG
        fingerprint = FileFingerprint(status)
    }
}

extension FileFingerprint {
    package init(_ status: stat) {
        self.init(
            size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
            inode: UInt64(status.st_ino))
    }
}
