// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import Glibc
package import OnCueCore
internal import OnCueRuntime
internal import SQLite

/// Puts the content of a backup in the place of what there is, which is kept in a backup of its own.
///
/// Nobody else may use the files meanwhile. The content is unpacked and looked at beside them first; then one rename decides.
/// What is broken off before it changes nothing; what is broken off after it is gone on with by the next.
package struct Restoration: Sendable {
    private let list: BackupList
    private let program: String

    /// - Parameter program: The version that restores.
    package init(_ list: BackupList, program: String) {
        self.list = list
        self.program = program
    }

    /// Where the content lies from the decision on; it has a `plan`, a name on a line each.
    private var stage: String { list.files.directories.data + "/restoring" }
    private var preparation: String { stage + ".part" }
    private var plan: String { stage + "/plan" }

    /// One was broken off after it was decided. Blocks.
    package var isBrokenOff: Bool { KeptFiles.isPresent(plan) }

    /// Looks at all of a backup. Blocks; the service may run meanwhile.
    ///
    /// - Throws: `unreadable`, `storage`.
    package func look(at path: String) throws(ContentError) -> BackupReport {
        let folder = preparation + "-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let reader = try BackupReader(path, list)
        _ = try reader.unpack(into: folder)
        return reader.report
    }

    /// Restores a backup. Blocks.
    ///
    /// - Returns: What it was, and where what there was is kept.
    /// - Throws: `unreadable` for a file that is no backup, is damaged or of a newer program; `storage`. Nothing has changed
    ///   then, unless it is said.
    package func perform(_ path: String) throws(ContentError) -> (report: BackupReport, kept: String) {
        try? FileManager.default.removeItem(atPath: preparation)
        let reader = try BackupReader(path, list)
        let names = try reader.unpack(into: preparation)
        let kept = freeName
        _ = try BackupWriter(list, program: program).write(to: kept)
        do {
            try WholeFile.replace(preparation + "/plan", with: Array(names.joined(separator: "\n").utf8))
        } catch {
            throw ContentError(.storage, error.message + "; nothing has changed")
        }
        guard rename(preparation, stage) == 0, BackupWriter.sync(list.files.directories.data) else {
            throw ContentError(.storage, "cannot rename \(preparation): \(String(cString: strerror(errno)))")
        }
        try finish()
        return (reader.report, kept)
    }

    /// Beside the databases, and not there yet.
    private var freeName: String {
        let base = list.files.directories.data + "/before-restore-" + FileSystem.timestamp()
        let names = [base] + (2...1000).map { "\(base)-\($0)" }
        return (names.first { !KeptFiles.isPresent($0 + ".sqlar") } ?? base) + ".sqlar"
    }

    /// Goes on after the decision; what was done before is not done again. Blocks.
    ///
    /// - Throws: `storage`; the next one goes on.
    package func finish() throws(ContentError) {
        guard let text = FileManager.default.contents(atPath: plan) else { return }
        let names = Set(String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init))
        for database in list.databases {
            try place(list.name(of: database), at: database.path, isDatabase: true, isWanted: names)
        }
        for entry in list.present where !names.contains(entry.name) { WholeFile.remove(entry.path) }
        for name in names.sorted() where list.database(named: name) == nil {
            if let path = list.path(of: name) { try place(name, at: path, isDatabase: false, isWanted: names) }
        }
        try forgetMirror()
        WholeFile.remove(plan)
        try? FileManager.default.removeItem(atPath: stage)
    }

    private func place(
        _ name: String, at path: String, isDatabase: Bool, isWanted names: Set<String>
    ) throws(ContentError) {
        let source = stage + "/" + name
        guard !names.contains(name) || KeptFiles.isPresent(source) else { return }
        // The log belongs to the database that goes.
        if isDatabase { for end in ["-wal", "-shm"] { WholeFile.remove(path + end) } }
        guard names.contains(name) else { return WholeFile.remove(path) }
        guard let data = FileManager.default.contents(atPath: source) else {
            throw ContentError(.storage, "cannot read \(source); the next start of oncued goes on")
        }
        do {
            // The folders may be on different disks, and what a link leads to gets the content.
            try WholeFile.replace(path, with: Array(data))
        } catch {
            throw ContentError(.storage, error.message + "; the next start of oncued goes on")
        }
        WholeFile.remove(source)
    }

    /// What the catalog has mirrored was another history.
    private func forgetMirror() throws(ContentError) {
        guard KeptFiles.isPresent(list.files.catalog) else { return }
        do throws(SQLiteError) {
            let file = SchemaFile(Array(list.files.catalog.utf8), CatalogSchema.migrator, isPrecious: false)
            let catalog = try file.open { (connection) throws(SQLiteError) in try connection.useWriteAheadLog() }
            try ErasedDatabases.eraseMirror(catalog)
            try catalog.execute("UPDATE tracks SET favourite = 0 WHERE favourite = 1")
        } catch {
            // A catalog that cannot be used is made anew, with what was restored.
            guard !error.isDamage, error.code != .newerSchema else { return }
            throw ContentError(.storage, "\(list.files.catalog): \(error.message); the next start of oncued goes on")
        }
    }
}
