// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A database file with a schema that the program knows.
package struct SchemaFile: Sendable {
    private let path: [UInt8]
    private let migrator: Migrator
    private let isPrecious: Bool
    private let isLasting: Bool

    /// - Parameters:
    ///   - path: Absolute path of the file, which need not exist.
    ///   - isPrecious: Whether its contents cannot be rebuilt, so that a copy of it is kept when it is upgraded.
    ///   - isLasting: False for a temporary file: once it is upgraded, changes fail with `readOnly`.
    package init(_ path: [UInt8], _ migrator: Migrator, isPrecious: Bool, isLasting: Bool = true) {
        (self.path, self.migrator, self.isPrecious, self.isLasting) = (path, migrator, isPrecious, isLasting)
    }

    /// Opens the file for writing, and upgrades it; one of a newer program is not opened for writing. Blocks.
    ///
    /// - Parameter prepare: Configures the connection before the upgrade.
    /// - Throws: `newerSchema` with the next step in its message, `notADatabase` also for an empty or truncated file or
    ///   a folder in its place, or an error of SQLite.
    package func open(_ prepare: (Connection) throws(SQLiteError) -> Void) throws(SQLiteError) -> Connection {
        if let reason = DatabaseFile.loss(at: path) {
            throw SQLiteError(code: .notADatabase, message: reason, sql: "")
        }
        try refuseNewer()
        let isNew = unsafe access(name, F_OK) != 0
        do throws(SQLiteError) {
            return try openOrMake(prepare)
        } catch {
            // A file that could not be begun, on a full disk for example, must not look like one that was emptied.
            if isNew, DatabaseFile.loss(at: path) != nil { unsafe unlink(name) }
            throw error
        }
    }

    private func openOrMake(_ prepare: (Connection) throws(SQLiteError) -> Void) throws(SQLiteError) -> Connection {
        let connection = try Connection(path: path)
        try prepare(connection)
        let copies = isPrecious ? UpgradeCopies(of: name) : nil
        do throws(Migrator.Failure) {
            try migrator.migrate(connection, copies: copies)
        } catch {
            throw explained(error)
        }
        if !isLasting { try connection.execute("PRAGMA query_only = 1") }
        return connection
    }

    private var name: String { String(decoding: path, as: UTF8.self) }

    /// Checks the version with a connection that cannot write.
    private func refuseNewer() throws(SQLiteError) {
        guard unsafe access(name, R_OK) == 0 else { return }
        let found = try Connection(path: path, mode: .readOnly).schemaVersion()
        guard found <= migrator.newest else {
            throw explained(.newerSchema(found: found, known: migrator.newest))
        }
    }

    private func explained(_ failure: Migrator.Failure) -> SQLiteError {
        switch failure {
        case .sqlite(let cause): return cause
        case .noCopy(let cause):
            return SQLiteError(
                code: cause.code, extendedCode: cause.extendedCode,
                message: "cannot write the copy made before an upgrade: \(cause.message)", sql: cause.sql)
        case .newerSchema(let found, let known):
            let newer = NewerSchema(path: name, found: found, known: known, isPrecious: isPrecious)
            return SQLiteError(code: .newerSchema, message: newer.sentence, sql: "")
        }
    }
}
