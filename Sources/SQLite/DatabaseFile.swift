// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A database file with the files that SQLite keeps beside it, seen from outside.
package enum DatabaseFile {
    /// What the name of a damaged file has behind the name of the database, before the time.
    package static let damagedMark = ".damaged-"

    /// Why what is at a path cannot be a database although SQLite would begin one there, or refuse to say what it is.
    ///
    /// SQLite takes an empty file for a new database. None is left by OnCue, so the content was lost.
    /// - Returns: `nil` for a file with content, and where there is nothing. Blocks.
    package static func emptiness(of path: [UInt8]) -> String? {
        var status = stat()
        guard unsafe stat(text(path), &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFDIR { return "it is a folder" }
        return status.st_mode & S_IFMT == S_IFREG && status.st_size == 0 ? "the file is empty" : nil
    }

    /// Renames a database and its log to a name that says that it is damaged and since when. Blocks.
    ///
    /// - Returns: The new path.
    package static func moveAside(_ path: [UInt8]) -> [UInt8] {
        let name = text(path)
        let stamp = timestamp()
        var aside = name + damagedMark + stamp
        var number = 2
        while unsafe access(aside, F_OK) == 0 {
            aside = name + damagedMark + "\(stamp)-\(number)"
            number += 1
        }
        unsafe rename(name, aside)
        for end in ["-wal", "-journal"] { unsafe rename(name + end, aside + end) }
        unsafe unlink(name + "-shm")
        return Array(aside.utf8)
    }

    /// Deals with a file that was removed, or replaced by another one, while it was open. Blocks.
    ///
    /// A file that was removed is written again from what is open; one that somebody put in its place stays. Either must
    /// be opened again.
    /// - Parameter path: Absolute path of the file, whose folder must be there.
    /// - Returns: What happened, as a line for the log.
    /// - Throws: What writing refuses; the open file is as it was then.
    package static func recover(_ connection: Connection, at path: [UInt8]) throws(SQLiteError) -> String {
        let name = text(path)
        guard unsafe access(name, F_OK) != 0 else {
            return "\(name) was replaced while it was open, and what is there now has been opened"
        }
        // The log of the file that was removed must not be taken for that of the new one.
        for end in ["-wal", "-journal", "-shm"] { unsafe unlink(name + end) }
        try connection.copy(to: name)
        return "\(name) was removed while it was open, and has been written again"
    }

    private static func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

    /// Date and time in UTC for file names: `20260131T235959`.
    package static func timestamp() -> String {
        var now = time(nil)
        var parts = unsafe tm()
        unsafe gmtime_r(&now, &parts)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let day = unsafe String(parts.tm_year + 1900) + two(parts.tm_mon + 1) + two(parts.tm_mday)
        return unsafe day + "T" + two(parts.tm_hour) + two(parts.tm_min) + two(parts.tm_sec)
    }
}
