// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import SQLite

/// The subscriptions and their episodes, in a database file of their own.
///
/// A returned change is in the file and survives the end of the process; what it holds cannot be made anew by a scan,
/// so it is no part of the catalog.
package actor PodcastStore {
    private let executor = BlockingExecutor(label: "oncue.podcasts")
    private let path: String
    private let isLasting: Bool
    private var connection: Connection?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The newest version of the file that is known.
    package static var schemaVersion: Int { PodcastSchema.migrator.newest }

    /// - Parameters:
    ///   - path: Absolute path of the database file, which is made when first needed.
    ///   - isLasting: False for a copy that will not be there for long; all that would change it fails.
    package init(path: String, isLasting: Bool = true) {
        (self.path, self.isLasting) = (path, isLasting)
    }

    /// Closes the file; the next call opens it again.
    package func close() {
        connection = nil
    }

    /// Runs `body` on the open file.
    ///
    /// - Throws: `storage`.
    func perform<T>(_ body: (Connection) throws(SQLiteError) -> T) throws(ContentError) -> T {
        do throws(SQLiteError) {
            return try body(try opened())
        } catch {
            throw ContentError(
                .storage,
                "cannot read or write the podcasts in \(path): \(error.message)\(error.advice)")
        }
    }

    /// Runs `body` in one transaction that raises the revision of the tree.
    func change<T>(_ body: (Connection) throws(SQLiteError) -> T) throws(ContentError) -> T {
        try perform { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute("UPDATE tree SET revision = revision + 1")
                return try body(connection)
            }
        }
    }

    private func opened() throws(SQLiteError) -> Connection {
        if let connection { return connection }
        if let folder = PathBytes.divided(Array(path.utf8))?.folder {
            PrivateDirectory.make(String(decoding: folder, as: UTF8.self))
        }
        let file = SchemaFile(Array(path.utf8), PodcastSchema.migrator, isPrecious: true, isLasting: isLasting)
        let connection = try file.open { (connection) throws(SQLiteError) in
            try connection.useWriteAheadLog(isDurable: true)
            try connection.execute(
                "PRAGMA foreign_keys = ON; PRAGMA cache_size = -512; PRAGMA journal_size_limit = 1048576")
        }
        self.connection = connection
        return connection
    }

    /// The revision that positions have now.
    package func revision() throws(ContentError) -> ContentTree.Revision {
        try perform { (connection) throws(SQLiteError) in
            let number = try connection.cached("SELECT revision FROM tree").first { $0.integer(0) } ?? 1
            return ContentTree.Revision(UInt64(number))
        }
    }
}
