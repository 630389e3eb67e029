// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSQLite

/// A result code of SQLite, reduced to its primary part; the extended part stays in ``SQLiteError``.
package struct ResultCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue & 0xFF
    }

    /// Another connection kept the lock for longer than the busy timeout.
    package static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// The content of the file contradicts itself.
    package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    /// The file is something else than a database.
    package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
    /// The file cannot be opened or created.
    package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// A row contradicts a UNIQUE, CHECK, NOT NULL or foreign key rule.
    package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    /// The file, or the connection, does not take changes.
    package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// The work was interrupted on request; see ``Interruption``.
    package static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
    /// The system refused to read or write.
    package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
    /// The disk, or the allowed size, is used up.
    package static let full = ResultCode(rawValue: SQLITE_FULL)
    /// A parameter has a number that the statement does not know.
    package static let range = ResultCode(rawValue: SQLITE_RANGE)
    /// The SQL is wrong, or something without an own code went wrong.
    package static let error = ResultCode(rawValue: SQLITE_ERROR)
    /// A newer program wrote the file; the message contains the next step. SQLite itself has no such code.
    package static let newerSchema = ResultCode(rawValue: 0xFE)
    /// The call came at the wrong time: a mistake in the program.
    package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
}
