// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import Glibc
internal import OnCueCatalog
package import OnCueCore
internal import OnCueRuntime
internal import SQLite

/// Replaces the current data with the content of a backup, after saving the current data to another backup.
///
/// No other program may use the files at the same time. The content is first unpacked and checked next to them; then
/// one rename commits. An interruption before the rename changes nothing; after it, the next run completes the
/// restoration.
package struct Restoration: Sendable {
    private let list: BackupList
    private let program: String

    /// - Parameter program: The version of the program that restores.
    package init(_ list: BackupList, program: String) {
        self.list = list
        self.program = program
    }

    /// The location of the content after the commit. It contains a `plan`: the names, separated by zero bytes.
    private var stage: String { list.files.directories.data + "/restoring" }
    private var preparation: String { stage + ".part" }
    private var plan: String { stage + "/plan" }
    /// The location of content that could not be placed.
    private var rest: String { stage + "-rest" }

    /// Whether a restoration was interrupted after the commit. Blocks.
    package var isBrokenOff: Bool { KeptFiles.isPresent(plan) }

    /// Checks a whole backup. Blocks; the service may be running.
    ///
    /// - Throws: `unreadable`, `storage`.
    package func look(at path: String) throws(ContentError) -> BackupReport {
        let folder = preparation + "-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let reader = try BackupReader(path, list)
        _ = try reader.unpack(into: folder, withKeys: false)
        return reader.report
    }

    /// Restores a backup. Blocks.
    ///
    /// - Parameter withKeys: Whether to restore the keys by which machines recognise each other, too, if the backup has
    ///   them.
    /// - Returns: A description of the backup, and the path of the backup of the former data.
    /// - Throws: `unreadable` for a file that is not a backup, is damaged, or was written by a newer program;
    ///   `storage`. Nothing has changed then, unless the message states otherwise.
    package func perform(_ path: String, withKeys: Bool = false) throws(ContentError) -> (
        report: BackupReport, kept: String
    ) {
        try? FileManager.default.removeItem(atPath: preparation)
        let reader = try BackupReader(path, list)
        let names = try reader.unpack(into: preparation, withKeys: withKeys)
        for folder in Set(names.map { $0[..<($0.lastIndex(of: "/") ?? $0.startIndex)] }) {
            guard BackupWriter.sync(preparation + "/" + folder) else {
                throw ContentError(.storage, "cannot write \(preparation); nothing was changed")
            }
        }
        try moveDamagedAside()
        let kept = freeName
        _ = try BackupWriter(list, program: program).write(to: kept, withKeys: withKeys)
        do {
            try WholeFile.replace(preparation + "/plan", with: Array(names.joined(separator: "\0").utf8))
        } catch {
            throw ContentError(.storage, error.message + "; nothing was changed")
        }
        // Remove the remains of an earlier, completed restoration.
        try? FileManager.default.removeItem(atPath: stage)
        guard rename(preparation, stage) == 0, BackupWriter.sync(list.files.directories.data) else {
            throw ContentError(.storage, "cannot rename \(preparation): \(String(cString: strerror(errno)))")
        }
        try finish()
        return (reader.report, kept)
    }

    /// Moves damaged databases aside, as a daemon does, since they cannot be part of a backup.
    private func moveDamagedAside() throws(ContentError) {
        for database in list.databases where KeptFiles.isPresent(database.path) && Self.isDamaged(database.path) {
            let target = WholeFile.resolved(database.path) ?? database.path
            let aside = target + DatabaseFile.damagedMark + DatabaseFile.timestamp()
            guard rename(target, aside) == 0 else {
                throw ContentError(.storage, "\(target) is damaged and cannot be renamed; nothing was changed")
            }
            for end in ["-wal", "-shm"] { rename(target + end, aside + end) }
        }
    }

    private static func isDamaged(_ path: String) -> Bool {
        do throws(SQLiteError) {
            let connection = try Connection(path: path, mode: .readOnly)
            return try connection.prepare("PRAGMA quick_check(1)").first { $0.text(0) != "ok" } ?? true
        } catch {
            return error.isDamage
        }
    }

    /// A path next to the databases that is not in use.
    private var freeName: String {
        let base = list.files.directories.data + "/before-restore-" + DatabaseFile.timestamp()
        let names = [base] + (2...1000).map { "\(base)-\($0)" }
        return (names.first { !KeptFiles.isPresent($0 + ".sqlar") } ?? base) + ".sqlar"
    }

    /// Continues after the commit; completed steps are not repeated. Blocks.
    ///
    /// - Throws: `storage`; the next call continues.
    package func finish() throws(ContentError) {
        guard let text = FileManager.default.contents(atPath: plan) else { return }
        // Compared as bytes: two different names may be the same as text.
        let names = Set(text.split(separator: 0).map { Array($0) })
        for database in list.databases {
            do throws(ContentError) {
                try place(list.name(of: database), at: database.path, isDatabase: true, isWanted: names)
            } catch {
                throw ContentError(error.code, error.message + "; the next start of oncued will continue")
            }
        }
        for entry in list.present(withKeys: false) where !names.contains(Array(entry.name.utf8)) {
            WholeFile.remove(entry.path)
        }
        var failures: [String] = []
        for name in names.map({ String(decoding: $0, as: UTF8.self) }).sorted()
        where list.database(named: name) == nil {
            guard let path = list.path(of: name) else { continue }
            do throws(ContentError) {
                try place(name, at: path, isDatabase: false, isWanted: names)
            } catch {
                failures.append(error.message)
            }
        }
        try forgetMirror()
        try end(failures)
    }

    /// Ends the restoration. A setting that could not be written, for example in a read-only file system, does not
    /// prevent the rest.
    private func end(_ failures: [String]) throws(ContentError) {
        WholeFile.remove(plan)
        guard !failures.isEmpty else {
            try? FileManager.default.removeItem(atPath: stage)
            return
        }
        try? FileManager.default.removeItem(atPath: rest)
        rename(stage, rest)
        throw ContentError(
            .storage,
            "restored except for \(failures.joined(separator: ", ")); what the backup has of these is in \(rest)")
    }

    private func place(
        _ name: String, at path: String, isDatabase: Bool, isWanted names: Set<[UInt8]>
    ) throws(ContentError) {
        let source = stage + "/" + name
        let isWanted = names.contains(Array(name.utf8))
        guard !isWanted || KeptFiles.isPresent(source) else { return }
        // The log belongs to the database that is replaced.
        if isDatabase {
            // SQLite keeps it next to the target of a link.
            let target = WholeFile.resolved(path) ?? path
            for end in ["-wal", "-shm"] { WholeFile.remove(target + end) }
        }
        guard isWanted else { return WholeFile.remove(path) }
        guard let data = FileManager.default.contents(atPath: source) else {
            throw ContentError(.storage, "cannot read \(source)")
        }
        do {
            // The folders may be on different disks, and the target of a link must get the content.
            try WholeFile.replace(path, with: Array(data))
        } catch {
            throw ContentError(.storage, error.message)
        }
        WholeFile.remove(source)
    }

    /// Removes the mirror of the former history from the catalog.
    private func forgetMirror() throws(ContentError) {
        guard KeptFiles.isPresent(list.files.catalog) else { return }
        do throws(SQLiteError) {
            let file = SchemaFile(Array(list.files.catalog.utf8), CatalogSchema.migrator, isPrecious: false)
            let catalog = try file.open { (connection) throws(SQLiteError) in try connection.useWriteAheadLog() }
            try ErasedDatabases.eraseMirror(catalog)
            try catalog.execute(
                "UPDATE tracks SET favourite = 0, stars = NULL WHERE favourite = 1 OR stars IS NOT NULL")
        } catch {
            // A catalog that cannot be used is rebuilt with the restored data.
            guard !error.isDamage, error.code != .newerSchema else { return }
            throw ContentError(
                .storage, "\(list.files.catalog): \(error.message); the next start of oncued will continue")
        }
    }
}
