// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Copies of a database from before its upgrades, in the same folder and for this user only: `NAME.before-vN`, where N
/// is the step to which the upgrade led.
package struct UpgradeCopies: Sendable {
    /// The mark between the name of the database and the step.
    package static let mark = ".before-v"
    /// The number of copies that are kept.
    private static let limit = 2

    private let database: String

    /// - Parameter database: Absolute path of the database file.
    package init(of database: String) {
        self.database = database
    }

    package func path(before step: Int) -> String { database + Self.mark + String(step) }

    /// Makes or replaces the copy, and removes all but the last two. Blocks.
    ///
    /// It gets its name only when it is complete and on the disk.
    package func make(from connection: Connection, before step: Int) throws(SQLiteError) {
        try connection.copy(to: path(before: step))
        var kept = 0
        for older in stride(from: step, through: 1, by: -1) where unsafe access(path(before: older), F_OK) == 0 {
            kept += 1
            if kept > Self.limit { unsafe unlink(path(before: older)) }
        }
    }

    /// Returns the newest copy that a program with `known` steps can read, of a database at step `found`. Blocks.
    package func best(known: Int, found: Int) -> String? {
        guard known < found else { return nil }
        // More versions do not exist; a damaged number must not cause long work.
        let steps = (known + 1)...min(found, known + 1000)
        return steps.map(path(before:)).last { path in
            guard unsafe access(path, R_OK) == 0, let copy = try? Connection(path: path, mode: .readOnly) else {
                return false
            }
            return (try? copy.schemaVersion()).map { (1...known).contains($0) } ?? false
        }
    }
}

extension Connection {
    /// Writes a consistent copy of the database, even during writes by others. Blocks.
    ///
    /// It is for this user only, in one piece without a log, and gets its name only when it is complete and on the
    /// disk.
    ///
    /// - Parameter path: Absolute path; an existing file is replaced.
    package func copy(to path: String) throws(SQLiteError) {
        let part = path + ".part"
        unsafe unlink(part)
        // SQLite writes into an empty file, since a file that it created itself would be readable by others.
        let file = unsafe open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Self.failure(part) }
        defer { close(file) }
        do throws(SQLiteError) {
            let statement = try prepare("VACUUM INTO ?")
            statement.bind(1, part)
            try statement.run()
            guard fsync(file) == 0, unsafe rename(part, path) == 0 else { throw Self.failure(path) }
        } catch {
            unsafe unlink(part)
            throw error
        }
        Self.syncFolder(of: path)
    }

    private static func failure(_ path: String) -> SQLiteError {
        SQLiteError(code: .cannotOpen, message: unsafe String(cString: strerror(errno)), sql: path)
    }

    private static func syncFolder(of path: String) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let folder = unsafe open(String(path[...slash]), O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
