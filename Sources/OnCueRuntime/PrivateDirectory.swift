// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Directories and sockets of this user.
package enum PrivateDirectory {
    /// Restricts everything that this process creates from now on to this user. Must be called at the beginning of a
    /// program.
    package static func makeEverythingPrivate() { umask(0o077) }

    /// Creates a directory with its parents, for this user only; existing ones are unchanged.
    ///
    /// - Returns: `false` if it does not exist afterwards; `errno` has the reason. Blocks.
    @discardableResult
    package static func make(_ path: String) -> Bool {
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return false }
        return unsafe make(String(path[..<slash])) && (mkdir(path, 0o700) == 0 || errno == EEXIST)
    }

    /// Returns whether a path is a directory of this user into which no other user can write. Links are not followed.
    package static func isSafe(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
        return status.st_uid == getuid() && status.st_mode & 0o022 == 0
    }

    /// Returns whether anything exists at the path, including a dangling link.
    package static func isPresent(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    package static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// The most files of a folder that are processed; deeper ones are protected by its permissions.
    private static let tightenedLimit = 10_000

    /// Removes the permissions of other users from a folder of this user, and from the files and folders in it; those
    /// below have the protection of the folder. Blocks.
    ///
    /// Links are not followed, and files of other users are unchanged.
    package static func tighten(_ path: String) {
        let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard folder >= 0 else { return }
        defer { close(folder) }
        var status = stat()
        guard unsafe fstat(folder, &status) == 0, status.st_uid == getuid() else { return }
        if status.st_mode & 0o077 != 0 { fchmod(folder, status.st_mode & 0o700) }
        let other = dup(folder)
        guard let stream = unsafe fdopendir(other) else {
            close(other)
            return
        }
        defer { unsafe closedir(stream) }
        var count = 0
        while count < tightenedLimit, let entry = unsafe readdir(stream) {
            count += 1
            // An entry may be shorter than its type, so the name is read in place, up to its zero byte.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
            let name = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let isAbove = unsafe strcmp(name, "..") == 0
            guard !isAbove, unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_uid == getuid(), status.st_mode & 0o077 != 0
            else { continue }
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFREG || kind == S_IFDIR else { continue }
            unsafe fchmodat(folder, name, status.st_mode & 0o700, 0)
        }
    }
}
