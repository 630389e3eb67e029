// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSQLite
internal import Glibc

/// An operation that SQLite refused.
package struct SQLiteError: Error, Sendable, Equatable {
    /// The primary result code.
    package var code: ResultCode
    /// The extended result code, such as the kind of constraint.
    package var extendedCode: Int32
    /// SQLite's own words.
    package var message: String
    /// The statement, or the path when opening; empty if there is none.
    package var sql: String

    package init(code: ResultCode, extendedCode: Int32? = nil, message: String, sql: String) {
        self.code = code
        self.extendedCode = extendedCode ?? code.rawValue
        self.message = message
        self.sql = sql
    }

    /// The next step, after a semicolon, if the message does not contain it.
    package var advice: String {
        switch code {
        case .newerSchema: ""
        case .readOnly: "; its disk may be mounted read-only; see oncue doctor"
        case .full: "; free some space, then try again"
        default: "; check the permissions of the file and the free space"
        }
    }

    /// Whether the file itself is damaged, so that another attempt cannot help.
    package var isDamage: Bool { code == .corrupt || code == .notADatabase }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String {
        let place = sql.isEmpty ? "" : " in: " + sql.prefix(200)
        return "\(message) (SQLite \(extendedCode))" + place
    }
}

extension SQLiteError {
    /// Creates an error with the code and the message of the last failed call on a connection.
    @unsafe
    init(result: Int32, handle: OpaquePointer?, sql: String) {
        let words = unsafe handle.flatMap { handle in unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) } }
        let standard = unsafe sqlite3_errstr(result).map { unsafe String(cString: $0) }
        let code = unsafe Self.isForWantOfSpace(result, handle) ? ResultCode.full : ResultCode(rawValue: result)
        self.init(
            code: code, extendedCode: result,
            message: code == .full ? "No space left on device" : words ?? standard ?? "unknown error", sql: sql)
    }

    /// Whether the disk is full; also for a file next to the database, for which SQLite reports an I/O error.
    @unsafe
    private static func isForWantOfSpace(_ result: Int32, _ handle: OpaquePointer?) -> Bool {
        let code = ResultCode(rawValue: result)
        if code == .full { return true }
        guard code == .ioError, let handle = unsafe handle else { return false }
        return unsafe sqlite3_system_errno(handle) == ENOSPC
    }
}
