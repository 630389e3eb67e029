// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import SQLite
internal import Synchronization

/// The subscriptions and their episodes, in a database file of their own.
///
/// A returned change is in the file and survives the end of the process; its contents cannot be rebuilt by a scan, so
/// they are not part of the catalog. A damaged file is moved aside, and its readable part is copied into a new one.
package actor PodcastStore {
    private let executor = BlockingExecutor(label: "oncue.podcasts")
    let path: String
    private let isLasting: Bool
    private let log: @Sendable (String) -> Void
    private var connection: Connection?
    /// The state of the file that is known to have no podcasts.
    nonisolated let emptiness = Mutex<DatabaseMark?>(nil)
    /// The failure that was logged last; `nil` after a success.
    private var lastFailure: String?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The newest known version of the file.
    package static var schemaVersion: Int { PodcastSchema.migrator.newest }

    /// - Parameters:
    ///   - path: Absolute path of the database file, which is made when first needed.
    ///   - isLasting: `false` for a temporary copy, in which case all changes fail.
    ///   - log: Receives a message when a file had to be given up, and when reading or writing begins to fail.
    package init(path: String, isLasting: Bool = true, log: @escaping @Sendable (String) -> Void = { _ in }) {
        (self.path, self.isLasting, self.log) = (path, isLasting, log)
    }

    /// Closes the file; the next call opens it again.
    package func close() {
        emptiness.withLock { $0 = nil }
        connection = nil
    }

    /// Runs `body` on the open file.
    ///
    /// - Throws: `storage`.
    func perform<T>(_ body: (Connection) throws(SQLiteError) -> T) throws(ContentError) -> T {
        do throws(SQLiteError) {
            let value = try attempt(body)
            lastFailure = nil
            return value
        } catch {
            let message = "cannot read or write the podcasts in \(path): \(error.message)\(error.advice)"
            // Some callers continue without the data they cannot read; so the failure is logged here, once for each
            // cause.
            if message != lastFailure { log(message) }
            lastFailure = message
            throw ContentError(.storage, message)
        }
    }

    /// Runs `body`, and once more on a new file when the old one turns out to be damaged.
    private func attempt<T>(_ body: (Connection) throws(SQLiteError) -> T) throws(SQLiteError) -> T {
        do throws(SQLiteError) {
            return try body(try opened())
        } catch {
            guard error.isDamage else { throw error }
            try replace(error.message)
            return try body(try opened())
        }
    }

    private func replace(_ reason: String) throws(SQLiteError) {
        connection = nil
        let aside = DatabaseFile.moveAside(Array(path.utf8))
        let made = try opened()
        let saved = (try? Salvage.copy(from: aside, into: made)) ?? 0
        log(
            "the podcasts in \(path) are damaged (\(reason)), and the file was moved to "
                + "\(String(decoding: aside, as: UTF8.self)); \(saved) rows of it were saved")
        // Positions held by clients must not look like positions in the new file.
        try made.execute("UPDATE tree SET revision = max(revision + 1, CAST(strftime('%s', 'now') AS INTEGER))")
    }

    /// Runs `body` in one transaction that raises the revision of the tree.
    func change<T>(_ body: (Connection) throws(SQLiteError) -> T) throws(ContentError) -> T {
        defer { emptiness.withLock { $0 = nil } }
        return try perform { (connection) throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute("UPDATE tree SET revision = revision + 1")
                return try body(connection)
            }
        }
    }

    private func opened() throws(SQLiteError) -> Connection {
        if let connection, !connection.isMoved { return connection }
        if let folder = PathBytes.divided(Array(path.utf8))?.folder {
            PrivateDirectory.make(String(decoding: folder, as: UTF8.self))
        }
        if let connection {
            log(try DatabaseFile.recover(connection, at: Array(path.utf8)))
            self.connection = nil
        }
        let file = SchemaFile(Array(path.utf8), PodcastSchema.migrator, isPrecious: true, isLasting: isLasting)
        let connection = try file.open { (connection) throws(SQLiteError) in
            try connection.useWriteAheadLog(isDurable: true)
            try connection.execute(
                "PRAGMA foreign_keys = ON; PRAGMA cache_size = -512; PRAGMA journal_size_limit = 1048576")
        }
        self.connection = connection
        emptiness.withLock { $0 = nil }
        return connection
    }

    /// Returns the revision that positions have now.
    package func revision() throws(ContentError) -> ContentTree.Revision {
        try perform { (connection) throws(SQLiteError) in
            let number = try connection.cached("SELECT revision FROM tree").first { $0.integer(0) } ?? 1
            return ContentTree.Revision(UInt64(number))
        }
    }
}
