// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSQLite
internal import Glibc

/// A compiled statement with its values and its current row.
///
/// Parameters count from 1 and columns from 0, as in SQLite. A value that cannot be bound makes the next ``step()``
/// throw, so that binding itself reads well.
@safe
package final class Statement {
    private let handle: OpaquePointer
    private var connection: Connection?
    private let interruption: Interruption
    private let database: OpaquePointer
    private var bindResult: Int32 = SQLITE_OK

    init(connection: Connection, sql: String, isPersistent: Bool) throws(SQLiteError) {
        var compiled: OpaquePointer?
        var text = sql
        let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        var isWhole = true
        let result = text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                var rest: UnsafePointer<CChar>?
                let result = unsafe sqlite3_prepare_v3(
                    connection.handle, characters.baseAddress, Int32(characters.count), flags, &compiled, &rest)
                let used = unsafe rest.flatMap { rest in unsafe characters.baseAddress.map { unsafe rest - $0 } }
                isWhole = unsafe characters.dropFirst(used ?? 0).allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x3B }
                return result
            }
        }
        guard result == SQLITE_OK else {
            throw unsafe SQLiteError(result: result, handle: connection.handle, sql: sql)
        }
        guard let compiled = unsafe compiled, isWhole else {
            unsafe sqlite3_finalize(compiled)
            throw SQLiteError(code: .error, message: "expected exactly one statement", sql: sql)
        }
        unsafe handle = compiled
        unsafe database = connection.handle
        self.connection = connection
        interruption = connection.interruption
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    func forgetConnection() {
        connection = nil
    }

    /// The text that was compiled.
    package var sql: String { unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } ?? "" }

    // MARK: Values

    /// Binds a whole number.
    package func bind(_ parameter: Int32, _ value: Int64) {
        note(unsafe sqlite3_bind_int64(handle, parameter, value))
    }

    /// Binds a whole number.
    package func bind(_ parameter: Int32, _ value: Int) {
        bind(parameter, Int64(value))
    }

    /// Binds a whole number, or NULL.
    package func bind(_ parameter: Int32, _ value: Int?) {
        if let value { bind(parameter, Int64(value)) } else { bindNull(parameter) }
    }

    /// Binds a whole number, or NULL.
    package func bind(_ parameter: Int32, _ value: Int64?) {
        if let value { bind(parameter, value) } else { bindNull(parameter) }
    }

    /// Binds 1 or 0.
    package func bind(_ parameter: Int32, _ value: Bool) {
        bind(parameter, value ? 1 as Int64 : 0)
    }

    /// Binds a floating-point number; SQLite stores one that is not a number as NULL.
    package func bind(_ parameter: Int32, _ value: Double) {
        note(unsafe sqlite3_bind_double(handle, parameter, value))
    }

    /// Binds a floating-point number, or NULL.
    package func bind(_ parameter: Int32, _ value: Double?) {
        if let value { bind(parameter, value) } else { bindNull(parameter) }
    }

    /// Binds text, which SQLite copies once.
    package func bind(_ parameter: Int32, _ value: String) {
        var text = value
        let result = text.withUTF8 { bytes in
            unsafe sqlite3_bind_text64(
                handle, parameter, UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
                UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
        }
        // An empty text without memory would become NULL.
        note(value.isEmpty ? unsafe sqlite3_bind_text(handle, parameter, "", 0, transient) : result)
    }

    /// Binds text, or NULL.
    package func bind(_ parameter: Int32, _ value: String?) {
        if let value { bind(parameter, value) } else { bindNull(parameter) }
    }

    /// Binds bytes, which SQLite copies once.
    package func bind(_ parameter: Int32, _ value: [UInt8]) {
        let result = unsafe value.withUnsafeBytes { bytes in
            unsafe bytes.isEmpty
                ? unsafe sqlite3_bind_zeroblob(handle, parameter, 0)
                : unsafe sqlite3_bind_blob64(handle, parameter, bytes.baseAddress, UInt64(bytes.count), transient)
        }
        note(result)
    }

    /// Binds numbers for the table `numbers`, which copies them.
    package func bind(_ parameter: Int32, numbers: [Int64]) {
        note(
            unsafe numbers.withUnsafeBufferPointer { buffer in
                unsafe oncue_sqlite_bind_numbers(handle, parameter, buffer.baseAddress, buffer.count)
            })
    }

    /// Binds NULL.
    package func bindNull(_ parameter: Int32) {
        note(unsafe sqlite3_bind_null(handle, parameter))
    }

    /// Binds the value in a column of the present row of another statement.
    func bind(_ parameter: Int32, _ row: Statement, column: Int32) {
        note(unsafe sqlite3_bind_value(handle, parameter, sqlite3_column_value(row.handle, column)))
    }

    // MARK: Running

    /// Steps to the next row; returns false if there is none, and the statement has then been reset already.
    package func step() throws(SQLiteError) -> Bool {
        guard !interruption.isRequested else {
            reset()
            throw SQLiteError(code: .interrupted, message: "interrupted", sql: sql)
        }
        let result = bindResult == SQLITE_OK ? unsafe sqlite3_step(handle) : bindResult
        switch result {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            unsafe sqlite3_reset(handle)
            return false
        default:
            let error = unsafe SQLiteError(result: result, handle: database, sql: sql)
            reset()
            throw error
        }
    }

    /// Makes it ready to run again; values stay until they are replaced.
    package func reset() {
        unsafe sqlite3_reset(handle)
        bindResult = SQLITE_OK
    }

    /// Runs it to the end and ignores rows.
    package func run() throws(SQLiteError) {
        while try step() {}
    }

    /// The first row, if there is one; then resets.
    package func first<T>(_ read: (Statement) throws(SQLiteError) -> T) throws(SQLiteError) -> T? {
        guard try step() else { return nil }
        defer { reset() }
        return try read(self)
    }

    /// Every row in order.
    package func all<T>(_ read: (Statement) throws(SQLiteError) -> T) throws(SQLiteError) -> [T] {
        var rows: [T] = []
        try eachRow { (row) throws(SQLiteError) in rows.append(try read(row)) }
        return rows
    }

    /// The whole numbers in the first column of every row: ``all(_:)`` for long lists of numbers.
    package func integers() throws(SQLiteError) -> [Int64] {
        var rows: [Int64] = []
        while try step() { rows.append(unsafe sqlite3_column_int64(handle, 0)) }
        return rows
    }

    /// Calls `body` with the statement at every row.
    package func eachRow(_ body: (Statement) throws(SQLiteError) -> Void) throws(SQLiteError) {
        do throws(SQLiteError) {
            while try step() { try body(self) }
        } catch {
            reset()
            throw error
        }
    }

    // MARK: The current row

    /// Returns whether the value is NULL.
    package func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The whole number; 0 for NULL.
    package func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    /// The whole number, or `nil` for NULL.
    package func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    /// The whole number; 0 for NULL.
    package func int(_ column: Int32) -> Int {
        Int(integer(column))
    }

    /// The whole number, or `nil` for NULL.
    package func optionalInt(_ column: Int32) -> Int? {
        isNull(column) ? nil : int(column)
    }

    /// The floating-point number; 0 for NULL.
    package func double(_ column: Int32) -> Double {
        unsafe sqlite3_column_double(handle, column)
    }

    /// The floating-point number, or `nil` for NULL.
    package func optionalDouble(_ column: Int32) -> Double? {
        isNull(column) ? nil : double(column)
    }

    /// The text; empty for NULL. Bytes that are not UTF-8 are replaced.
    package func text(_ column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The text, or `nil` for NULL.
    package func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// Returns whether the text is this one; NULL is as `nil`. Quicker than reading it, and without memory of its own.
    package func isText(_ column: Int32, _ known: String?) -> Bool {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return known == nil }
        guard var known else { return false }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return known.withUTF8 { bytes in
            guard bytes.count == count, let text = bytes.baseAddress else { return count == 0 && bytes.isEmpty }
            return unsafe memcmp(text, start, count) == 0
        }
    }

    /// The bytes; empty for NULL.
    package func blob(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    private func note(_ result: Int32) {
        if result != SQLITE_OK, bindResult == SQLITE_OK { bindResult = result }
    }
}

// Invariant: SQLITE_TRANSIENT is the number -1 in the place of a function; SQLite compares it and never calls it.
private nonisolated(unsafe) let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
