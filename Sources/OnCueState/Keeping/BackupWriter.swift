// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import FoundationEssentials
internal import GLib
internal import Glibc
internal import OnCueCatalog
package import OnCueCore
internal import SQLite

/// Writes everything that cannot be rebuilt into one file.
package struct BackupWriter: Sendable {
    private let list: BackupList
    private let program: String

    /// - Parameter program: The version of the program that writes the file.
    package init(_ list: BackupList, program: String) {
        self.list = list
        self.program = program
    }

    /// Writes the file, with a consistent copy of each database even while others write to it. Blocks.
    ///
    /// Only this user can read the file. It gets its name when it is complete and on the disk.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - replaces: Whether an existing file is replaced.
    ///   - withKeys: Whether to include the keys by which machines recognise each other.
    /// - Throws: `refused` if the file exists; `storage`. Nothing has changed in either case.
    package func write(to path: String, replaces: Bool = false, withKeys: Bool = false) throws(ContentError)
        -> BackupReport
    {
        guard replaces || !KeptFiles.isPresent(path) else {
            throw ContentError(.refused, "\(path) already exists; choose another name, or use --replace")
        }
        let (part, copy) = ("\(path).part-\(getpid())", "\(path).copy-\(getpid())")
        defer { for name in [part, part + "-journal", copy, copy + ".part"] { unlink(name) } }
        do throws(SQLiteError) {
            let report = try fill(part, copy, withKeys)
            guard Self.sync(part), rename(part, path) == 0, Self.sync(String(path[..<Self.slash(path)])) else {
                throw SQLiteError(code: .cannotOpen, message: String(cString: strerror(errno)), sql: path)
            }
            var status = stat()
            stat(path, &status)
            return BackupReport(
                file: path, size: Int(status.st_size), made: report.made, holds: report.holds, folders: report.folders)
        } catch {
            throw ContentError(
                .storage, "cannot write the backup \(path): \(error.message); nothing was changed\(error.advice)")
        }
    }

    private typealias Filled = (made: Int64, holds: [ErasureReport.Line], folders: [String])

    private func fill(_ part: String, _ copy: String, _ withKeys: Bool) throws(SQLiteError) -> Filled {
        // Create the file exclusively, and readable by this user only.
        let file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw SQLiteError(code: .cannotOpen, message: String(cString: strerror(errno)), sql: part)
        }
        close(file)
        let archive = try Connection(path: part)
        try archive.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        try archive.execute(BackupArchive.schema)
        var counts = BackupCounts()
        for database in list.databases where KeptFiles.isPresent(database.path) {
            try Self.copy(database.path, to: copy)
            if database.name == "listening" { try Self.retireLog(in: copy) }
            if database.name == "suggestions" { try Self.enterAgain(in: copy) }
            counts.note(database.name, at: copy)
            try add(list.name(of: database), copy, to: archive)
        }
        for entry in list.present(withKeys: withKeys) {
            counts.note(entry.name, isKey: list.keys.contains(entry.name))
            try add(entry.name, entry.path, to: archive)
        }
        let folders = counts.folders(in: list.files.catalog)
        try add("library/folders", Array(folders.map { $0 + "\n" }.joined().utf8), to: archive)
        let made = FileSystem.secondsSince1970()
        try archive.execute("INSERT INTO oncue_backup (id, made, program) VALUES (1, \(made), '\(program)')")
        for (place, line) in counts.lines.enumerated() {
            let row = try archive.cached("INSERT INTO oncue_holds (place, what, count) VALUES (?, ?, ?)")
            row.bind(1, place)
            row.bind(2, line.what)
            row.bind(3, line.count)
            try row.run()
        }
        return (made, counts.lines, folders)
    }

    /// Copies a database, which SQLite can only read if it may write next to it.
    private static func copy(_ path: String, to copy: String) throws(SQLiteError) {
        guard FileSystem.isOnReadOnlyDisk(Array(path.utf8)) else {
            return try Connection(path: path, mode: .readOnly).copy(to: copy)
        }
        let source = copy + ".source"
        defer { for end in ["", "-wal", "-shm"] { unlink(source + end) } }
        do {
            try DatabaseFolder.copy(path, to: source)
        } catch {
            throw SQLiteError(code: .cannotOpen, message: "cannot read \(path): \(error)", sql: path)
        }
        try Connection(path: source, mode: .readOnly).copy(to: copy)
    }

    /// Marks learnt data as not entered in the log for other machines. After a restoration the log may be another one,
    /// and what it already has is entered only once.
    private static func enterAgain(in copy: String) throws(SQLiteError) {
        let connection = try Connection(path: copy)
        let isNamed = try connection.prepare("SELECT 1 FROM pragma_table_info('donations') WHERE name = 'is_entered'")
            .first { _ in true }
        if isNamed != nil { try connection.execute("UPDATE donations SET is_entered = 0") }
    }

    /// Ends the current log, so that a restored database does not continue with numbers that other machines already
    /// know.
    private static func retireLog(in copy: String) throws(SQLiteError) {
        let connection = try Connection(path: copy)
        let hasLogs = try connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'logs'").first { _ in true }
        guard hasLogs != nil else { return }
        try SharedRows(connection: connection).retire()
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func add(_ name: String, _ path: String, to archive: Connection) throws(SQLiteError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SQLiteError(code: .cannotOpen, message: "cannot read \(path)", sql: path)
        }
        try add(name, Array(data), to: archive)
    }

    private func add(_ name: String, _ bytes: [UInt8], to archive: Connection) throws(SQLiteError) {
        let row = try archive.cached("INSERT INTO sqlar (name, mode, mtime, sz, data) VALUES (?, ?, ?, ?, ?)")
        row.bind(1, name)
        row.bind(2, 0o100600)
        row.bind(3, FileSystem.secondsSince1970())
        row.bind(4, bytes.count)
        row.bind(5, bytes)
        try row.run()
        let sum = try archive.cached("INSERT INTO oncue_files (name, sha256) VALUES (?, ?)")
        sum.bind(1, name)
        sum.bind(2, Checksum.sha256(bytes))
        try sum.run()
    }

    private static func slash(_ path: String) -> String.Index {
        path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    }

    static func sync(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return fsync(file) == 0
    }
}
