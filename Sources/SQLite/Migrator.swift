// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One step of a schema; once published it never changes.
package struct Migration: Sendable {
    /// Counts from 1 without gaps.
    package let number: Int
    /// Statements that lead from the step before to this one.
    package let sql: String

    package init(number: Int, sql: String) {
        self.number = number
        self.sql = sql
    }
}

/// Brings the schema of a file to the newest step.
package struct Migrator: Sendable {
    /// Why a file could not be brought up to date.
    package enum Failure: Error, Sendable, Equatable {
        /// A newer program wrote the file; nothing was changed.
        case newerSchema(found: Int, known: Int)
        /// A step failed; the file is at the step before.
        case sqlite(SQLiteError)
    }

    private let migrations: [Migration]

    /// - Parameter migrations: Every step in order; a gap is a mistake in the program and traps.
    package init(_ migrations: [Migration]) {
        precondition(
            migrations.enumerated().allSatisfy { $0.offset + 1 == $0.element.number },
            "migrations count from 1 without gaps")
        self.migrations = migrations
    }

    /// Runs the steps that are missing, each in one transaction with its number.
    ///
    /// - Returns: The step at which the file was before; 0 for a new file.
    @discardableResult
    package func migrate(_ connection: Connection) throws(Failure) -> Int {
        let found = try translated { () throws(SQLiteError) in try version(of: connection) }
        guard found <= migrations.count else { throw .newerSchema(found: found, known: migrations.count) }
        for migration in migrations.dropFirst(found) {
            try translated { () throws(SQLiteError) in
                try connection.transaction { () throws(SQLiteError) in
                    try connection.execute(migration.sql)
                    try connection.execute("PRAGMA user_version = \(migration.number)")
                }
            }
        }
        return found
    }

    private func translated<T>(_ body: () throws(SQLiteError) -> T) throws(Failure) -> T {
        do throws(SQLiteError) { return try body() } catch { throw .sqlite(error) }
    }

    private func version(of connection: Connection) throws(SQLiteError) -> Int {
        try connection.prepare("PRAGMA user_version").first { $0.int(0) } ?? 0
    }
}
