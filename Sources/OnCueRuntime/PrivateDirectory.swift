// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Directories and sockets of this user.
package enum PrivateDirectory {
    /// Makes a directory with those above it, for this user alone; those that are there stay as they are.
    ///
    /// - Returns: `false` when it is not there afterwards; `errno` tells why. Blocks.
    @discardableResult
    package static func make(_ path: String) -> Bool {
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return false }
        return unsafe make(String(path[..<slash])) && (mkdir(path, 0o700) == 0 || errno == EEXIST)
    }

    /// True for a directory of this user into which nobody else can write. Links are not followed.
    package static func isSafe(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
        return status.st_uid == getuid() && status.st_mode & 0o022 == 0
    }

    /// True for anything at the path, also a dangling link.
    package static func isPresent(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    package static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}
