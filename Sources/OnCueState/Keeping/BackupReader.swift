// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import GLib
internal import Glibc
internal import OnCueCore
internal import SQLite

/// Reads a backup from an untrusted file, and checks everything before it is used.
struct BackupReader {
    private let path: String
    private let list: BackupList
    private let archive: Connection
    let report: BackupReport

    /// Checks the whole file. Blocks.
    ///
    /// - Throws: `unreadable` for a file that is not a backup, is damaged, or was written by a newer program.
    init(_ path: String, _ list: BackupList) throws(ContentError) {
        (self.path, self.list) = (path, list)
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ContentError(.unreadable, "cannot read \(path): \(String(cString: strerror(errno)))")
        }
        do throws(SQLiteError) {
            guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { throw Self.foreign }
            archive = try Connection(path: Array(path.utf8), mode: .readOnly)
            try archive.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            try Self.checkKind(archive)
            report = try Self.report(archive, path, Int(status.st_size))
        } catch {
            throw Self.describe(error, path)
        }
    }

    private static let foreign = SQLiteError(code: .notADatabase, message: "it is not an OnCue backup", sql: "")

    private static func checkKind(_ archive: Connection) throws(SQLiteError) {
        let kind = try archive.prepare("PRAGMA application_id").first { $0.int(0) }
        guard kind == BackupArchive.application else { throw foreign }
        let version = try archive.schemaVersion()
        guard version <= BackupArchive.version else {
            throw SQLiteError(
                code: .newerSchema,
                message: "it is a backup of version \(version), but this OnCue supports versions up to "
                    + "\(BackupArchive.version); restore it with a newer OnCue", sql: "")
        }
        // A view, a trigger or a computed column could turn a few bytes into anything.
        let schema = try archive.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL LIMIT 100").all {
            $0.text(0)
        }
        guard Set(schema) == Set(BackupArchive.tables), schema.count == BackupArchive.tables.count else {
            throw foreign
        }
        let found = try archive.prepare("PRAGMA quick_check(1)").first { $0.text(0) } ?? ""
        guard found == "ok" else { throw SQLiteError(code: .corrupt, message: "it is damaged", sql: "") }
    }

    private static func report(_ archive: Connection, _ path: String, _ size: Int) throws(SQLiteError) -> BackupReport {
        let made = try archive.prepare("SELECT made FROM oncue_backup").first { $0.integer(0) }
        let holds = try archive.prepare("SELECT what, count FROM oncue_holds ORDER BY place LIMIT 100")
            .all { ErasureReport.Line($0.text(0), $0.int(1)) }
        let folders = try archive.prepare("SELECT CAST(data AS TEXT) FROM sqlar WHERE name = 'library/folders'")
            .first { $0.text(0) }
        return BackupReport(
            file: path, size: size, made: made ?? 0, holds: holds,
            folders: (folders ?? "").split(separator: "\n").map(String.init))
    }

    /// Writes the files into a folder, under their names, and checks the checksum and the version of each.
    ///
    /// - Parameter withKeys: Whether to include the keys by which machines recognise each other. With these, the author
    ///   of the backup becomes a paired machine.
    /// - Returns: The names of the files.
    /// - Throws: `unreadable` for a backup that is damaged or was written by a newer program, `storage`.
    func unpack(into folder: String, withKeys: Bool) throws(ContentError) -> [String] {
        var names: [String] = []
        var left = 0
        do throws(SQLiteError) {
            let rows = try archive.prepare(
                """
                SELECT sqlar.name, sz, data, sha256 FROM sqlar LEFT JOIN oncue_files ON oncue_files.name = sqlar.name
                ORDER BY sqlar.name
                """)
            while try rows.step() {
                let (name, bytes) = (rows.text(0), rows.blob(2))
                guard bytes.count == rows.int(1), Checksum.sha256(bytes) == rows.text(3) else {
                    throw SQLiteError(code: .corrupt, message: "its file \"\(name.prefix(200))\" is damaged", sql: "")
                }
                if name == "library/folders" { continue }
                guard list.path(of: name) != nil else { throw Self.foreign }
                guard withKeys || !list.keys.contains(name) else {
                    left += 1
                    continue
                }
                try Self.write(bytes, folder + "/" + name)
                if let database = list.database(named: name) { try check(folder + "/" + name, database) }
                names.append(name)
            }
            let count = try archive.prepare("SELECT COUNT(*) FROM oncue_files").first { $0.int(0) } ?? 0
            guard count == names.count + left + 1 else {
                throw SQLiteError(code: .corrupt, message: "some of its files are missing", sql: "")
            }
        } catch {
            throw Self.describe(error, path)
        }
        return names
    }

    private func check(_ path: String, _ database: DatabaseChecks.File) throws(SQLiteError) {
        let connection = try Connection(path: path, mode: .readOnly)
        let version = try connection.schemaVersion()
        guard version > 0 else {
            throw SQLiteError(code: .corrupt, message: "its database \(database.name) is damaged", sql: "")
        }
        guard version <= database.version else {
            throw SQLiteError(
                code: .newerSchema,
                message:
                    "its database \(database.name) has version \(version), but this OnCue supports versions up to "
                    + "\(database.version); restore it with a newer OnCue", sql: "")
        }
        let found = try connection.prepare("PRAGMA quick_check(1)").first { $0.text(0) } ?? ""
        guard found == "ok" else {
            throw SQLiteError(code: .corrupt, message: "its database \(database.name) is damaged", sql: "")
        }
    }

    private static func write(_ bytes: [UInt8], _ path: String) throws(SQLiteError) {
        do {
            let folder = path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data(bytes).write(to: URL(filePath: path))
        } catch {
            throw SQLiteError(code: .full, message: "cannot write \(path)", sql: "")
        }
        guard chmod(path, 0o600) == 0, BackupWriter.sync(path) else {
            throw SQLiteError(
                code: .full, message: "cannot write \(path): \(String(cString: strerror(errno)))", sql: "")
        }
    }

    private static func describe(_ error: SQLiteError, _ path: String) -> ContentError {
        // SQLite may report anything for a file of another kind.
        let reason = error.code == .notADatabase ? foreign.message : error.message
        return ContentError(.unreadable, "\(path) cannot be restored: \(reason); nothing was changed")
    }
}
