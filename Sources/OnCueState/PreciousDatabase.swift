// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore
internal import OnCueRuntime
internal import SQLite

/// A database file with data that cannot be rebuilt. It is opened when first needed, every change is synced to the
/// disk, and removed data is overwritten there.
///
/// A damaged file is moved aside, and its readable data is copied to a new one. A file written by a newer program is
/// not touched. Must be used on one thread.
struct PreciousDatabase {
    let path: [UInt8]
    private let migrator: Migrator
    private let isLasting: Bool
    /// The name of the content in messages, such as `the activities`.
    private let contents: String
    private let log: @Sendable (String) -> Void
    private var connection: Connection?

    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - contents: The name of the content in messages, such as `the activities`.
    ///   - isLasting: `false` for a copy that will not exist for long, in which case all changes fail.
    ///   - log: Receives a line when a file had to be given up.
    init(
        path: String, _ migrator: Migrator, contents: String, isLasting: Bool,
        log: @escaping @Sendable (String) -> Void
    ) {
        (self.path, self.migrator, self.contents) = (Array(path.utf8), migrator, contents)
        (self.isLasting, self.log) = (isLasting, log)
    }

    /// Whether there is a file, which is created by the first change.
    var isThere: Bool { connection != nil || FileSystem.exists(path) }

    /// Runs `body`, and again on a new file if the old one turns out to be damaged.
    mutating func perform<T>(_ body: (Connection) throws(SQLiteError) -> T) throws(SQLiteError) -> T {
        do throws(SQLiteError) {
            return try body(try opened())
        } catch {
            guard error.isDamage else { throw error }
            connection = nil
            let aside = DatabaseFile.moveAside(path)
            let saved = (try? Salvage.copy(from: aside, into: try opened())) ?? 0
            log(
                "the file with \(contents), \(String(decoding: path, as: UTF8.self)), is damaged (\(error.message)) and was "
                    + "moved to \(String(decoding: aside, as: UTF8.self)); \(saved) rows of it were recovered")
            return try body(try opened())
        }
    }

    /// Removes deleted data from the write-ahead log, too.
    static func overwriteRemoved(_ connection: Connection) throws(SQLiteError) {
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    mutating func close() { connection = nil }

    func describe(_ error: SQLiteError) -> ContentError {
        ContentError(
            .storage,
            "cannot save \(contents) in \(String(decoding: path, as: UTF8.self)): \(error.message)" + error.advice)
    }

    private mutating func opened() throws(SQLiteError) -> Connection {
        if let connection, !connection.isMoved { return connection }
        if let folder = PathBytes.divided(path)?.folder {
            PrivateDirectory.make(String(decoding: folder, as: UTF8.self))
        }
        if let connection {
            log(try DatabaseFile.recover(connection, at: path))
            self.connection = nil
        }
        let file = SchemaFile(path, migrator, isPrecious: true, isLasting: isLasting)
        let opened = try file.open { (connection) throws(SQLiteError) in
            try connection.useWriteAheadLog(isDurable: true)
            try connection.execute(
                "PRAGMA cache_size = -256; PRAGMA journal_size_limit = 1048576; PRAGMA secure_delete = 1")
        }
        connection = opened
        return opened
    }
}
