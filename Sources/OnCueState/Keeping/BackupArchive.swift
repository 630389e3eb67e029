// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The format of a backup: an SQLite archive, which the `sqlite3` program can list (`-A -t`) and unpack (`-A -x`), with
/// additional tables for its contents and checksums.
enum BackupArchive {
    /// `OnCu`, in the header of the file.
    static let application = 0x4F6E_4375
    static let version = 1

    /// The first table is the one of SQLite archives; its content is not compressed.
    static let tables = [
        "CREATE TABLE sqlar (name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB)",
        "CREATE TABLE oncue_files (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL)",
        "CREATE TABLE oncue_holds (place INTEGER PRIMARY KEY, what TEXT NOT NULL, count INTEGER NOT NULL)",
        "CREATE TABLE oncue_backup (id INTEGER PRIMARY KEY CHECK (id = 1), made INTEGER NOT NULL, program TEXT NOT NULL)",
    ]

    static let schema = """
        PRAGMA application_id = \(application);
        PRAGMA user_version = \(version);
        \(tables.joined(separator: ";\n"));
        """
}

/// A description of a backup.
package struct BackupReport: Sendable, Equatable {
    /// The absolute path of the file.
    package var file: String
    /// Its size in bytes.
    package var size: Int
    /// Seconds since 1970.
    package var made: Int64
    /// The number of items of each kind.
    package var holds: [ErasureReport.Line]
    /// The folders that the library had, as URIs.
    package var folders: [String]
}
