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
    /// The reason why a file could not be upgraded.
    package enum Failure: Error, Sendable, Equatable {
        /// A newer program wrote the file; nothing was changed.
        case newerSchema(found: Int, known: Int)
        /// The copy that comes before the steps cannot be made; nothing was changed.
        case noCopy(SQLiteError)
        /// A step failed; the file is as it was.
        case sqlite(SQLiteError)
    }

    private let migrations: [Migration]

    /// The number of the last step, which a file has when it is up to date.
    package var newest: Int { migrations.count }

    /// - Parameter migrations: Every step in order; a gap is a mistake in the program and traps.
    package init(_ migrations: [Migration]) {
        precondition(
            migrations.enumerated().allSatisfy { $0.offset + 1 == $0.element.number },
            "migrations count from 1 without gaps")
        self.migrations = migrations
    }

    /// Runs the missing steps, all in one transaction.
    ///
    /// - Parameter copies: Makes a copy of the file before the first step; `nil` for a file that can be rebuilt. A new
    ///   file is not copied.
    /// - Returns: The step at which the file was before; 0 for a new file.
    @discardableResult
    package func migrate(_ connection: Connection, copies: UpgradeCopies? = nil) throws(Failure) -> Int {
        let found = try translated { () throws(SQLiteError) in try connection.schemaVersion() }
        guard found <= newest else { throw .newerSchema(found: found, known: newest) }
        guard found < newest else { return found }
        guard found >= 0 else {
            throw .sqlite(SQLiteError(code: .corrupt, message: "its version is \(found)", sql: ""))
        }
        if let copies, found > 0 {
            do throws(SQLiteError) {
                try copies.make(from: connection, before: newest)
            } catch {
                // Damage to the file is not a failure of the copy.
                throw error.isDamage ? .sqlite(error) : .noCopy(error)
            }
        }
        try translated { () throws(SQLiteError) in
            try connection.transaction { () throws(SQLiteError) in
                for migration in migrations.dropFirst(found) { try connection.execute(migration.sql) }
                try connection.execute("PRAGMA user_version = \(newest)")
            }
            // Every page that was written is in its cache, and few of them are read soon.
            try connection.execute("PRAGMA shrink_memory")
        }
        return found
    }

    private func translated<T>(_ body: () throws(SQLiteError) -> T) throws(Failure) -> T {
        do throws(SQLiteError) { return try body() } catch { throw .sqlite(error) }
    }
}

extension Connection {
    /// Returns the step of the file's schema; 0 for a file without one.
    package func schemaVersion() throws(SQLiteError) -> Int {
        try prepare("PRAGMA user_version").first { $0.int(0) } ?? 0
    }
}
