// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A database file with the files that SQLite keeps next to it, seen from outside.
package enum DatabaseFile {
    /// The mark in the name of a damaged file, after the name of the database and before the time.
    package static let damagedMark = ".damaged-"

    /// Returns the reason why a file cannot be a complete database, although SQLite would open it or refuse it without
    /// a reason. Blocks.
    ///
    /// SQLite treats an empty file as a new database, and one that ends within its first page as a database without
    /// tables. OnCue leaves neither, so content was lost. Until the log of a new database is first written back, the file
    /// has a header only, so without the log everything is lost.
    /// - Returns: `nil` if the file looks complete, or does not exist.
    package static func loss(at path: [UInt8]) -> String? {
        var status = stat()
        let name = text(path)
        guard unsafe stat(name, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFDIR { return "it is a folder" }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        if status.st_size == 0 { return "the file is empty" }
        // Until a log is written back, the file may be shorter than its header states.
        guard !["-wal", "-journal"].contains(where: { hasContent(name + $0) }) else { return nil }
        guard let header = DatabaseHeader(of: name) else { return nil }
        guard status.st_size >= header.length else {
            return "the file is cut off after \(status.st_size) of \(header.length) bytes"
        }
        return header.hasTables ? nil : "the file has no tables, since its log is gone"
    }

    private static func hasContent(_ name: String) -> Bool {
        var status = stat()
        return unsafe stat(name, &status) == 0 && status.st_size > 0
    }

    /// Renames a database and its log to a name with the mark of damage and the time. Blocks.
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

    /// Handles a file that was removed, or replaced by another one, while it was open. Blocks.
    ///
    /// A removed file is restored from the open one; one that was put in its place is kept. Either must be reopened.
    /// - Parameter path: Absolute path of the file, whose folder must exist.
    /// - Returns: A line about it for the log.
    /// - Throws: The error of a failed write; the open file is unchanged then.
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

/// The beginning of a database file (SQLite's file format, 1.3 and 1.6).
private struct DatabaseHeader {
    /// The length of the file in bytes: all pages if it has their number, else the first one.
    let length: Int
    /// Whether the first page, which is the root of the list of tables, refers to any.
    let hasTables: Bool

    /// - Returns: `nil` for a file that is not a database.
    init?(of name: String) {
        let descriptor = unsafe open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 108)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
        func number(_ place: Int, _ size: Int) -> Int { bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) } }
        let pageSize = number(16, 2) == 1 ? 65536 : number(16, 2)
        let isCounted = number(24, 4) == number(92, 4)
        length = pageSize * (isCounted ? max(1, number(28, 4)) : 1)
        let (leaf, cells) = (13, number(103, 2))
        hasTables = number(100, 1) != leaf || cells > 0
    }
}
