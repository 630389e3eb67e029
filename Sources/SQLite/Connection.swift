// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSQLite

/// One connection to a database file, for one thread at a time.
///
/// It is not `Sendable`: an actor, or one serial queue, owns it together with its statements. The file is closed
/// when the connection and its last statement are released.
@safe
package final class Connection {
    /// The mode in which a file is opened.
    package enum Mode: Sendable {
        /// Reads and writes; an absent file is created.
        case readWrite
        /// Reads an existing file.
        case readOnly
    }

    /// The start of a transaction.
    package enum TransactionKind: Sendable {
        /// Acquires no lock before the first statement; every read sees the state at the first one.
        case deferred
        /// Acquires the write lock at once, so that a later statement cannot fail to get it.
        case immediate
    }

    /// Ends the work of this connection; the only part of it that may be used from any thread.
    package let interruption: Interruption
    let handle: OpaquePointer
    private var cache: [UInt: Statement] = [:]
    private var textCache: [String: Statement] = [:]
    /// The most statements that are cached by their text, which may be different every time.
    private static let textCacheLimit = 64
    /// Settings of the library, made once before its first use. If other code has used the library first, it is only
    /// slower.
    private static let configuration = {
        _ = oncue_sqlite_without_memory_count()
        oncue_sqlite_begin_small()
        return oncue_sqlite_survive_full_disks()
    }()

    /// Opens a database file.
    ///
    /// - Parameters:
    ///   - path: Absolute path as bytes, which need not be UTF-8; `:memory:` is a private database in memory.
    ///   - busyTimeoutMilliseconds: The time that a statement waits for the lock of another connection.
    /// - Throws: `cannotOpen`; a file that is not a database fails at the first statement.
    package init(path: [UInt8], mode: Mode = .readWrite, busyTimeoutMilliseconds: Int32 = 5000) throws(SQLiteError) {
        let name = String(decoding: path, as: UTF8.self)
        guard !path.contains(0) else {
            throw SQLiteError(code: .cannotOpen, message: "the path has a zero byte", sql: name)
        }
        _ = Self.configuration
        var opened: OpaquePointer?
        let access = mode == .readWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let result = unsafe (path + [0]).withUnsafeBytes { bytes in
            unsafe sqlite3_open_v2(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        }
        guard result == SQLITE_OK, let opened = unsafe opened else {
            let error = unsafe SQLiteError(result: result, handle: opened, sql: name)
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        unsafe handle = opened
        interruption = unsafe Interruption(opened)
        unsafe sqlite3_extended_result_codes(opened, 1)
        unsafe sqlite3_busy_timeout(opened, busyTimeoutMilliseconds)
    }

    /// Opens a database file with a path that is text.
    package convenience init(path: String, mode: Mode = .readWrite) throws(SQLiteError) {
        try self.init(path: Array(path.utf8), mode: mode)
    }

    deinit {
        interruption.forget()
        // Statements that still live keep the database open inside of SQLite until they are released, too.
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs one or more statements that take no values and whose rows are not needed.
    package func execute(_ sql: String) throws(SQLiteError) {
        let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard result == SQLITE_OK else { throw unsafe SQLiteError(result: result, handle: handle, sql: sql) }
    }

    /// Compiles one statement.
    ///
    /// - Throws: `error` for wrong SQL and for text after the first statement.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try Statement(connection: self, sql: sql, isPersistent: false)
    }

    /// The compiled statement of a literal, compiled once per connection.
    ///
    /// It comes back reset and without values. The same literal must not be used again while its rows are read.
    package func cached(_ sql: StaticString) throws(SQLiteError) -> Statement {
        let key = unsafe UInt(bitPattern: sql.utf8Start)
        if let statement = cache[key] {
            statement.reset()
            return statement
        }
        let statement = try Statement(connection: self, sql: sql.description, isPersistent: true)
        // The cache must not keep its own connection alive.
        statement.forgetConnection()
        cache[key] = statement
        return statement
    }

    /// The compiled statement of a text that is put together at run time, kept with the others of the last 64 or so.
    ///
    /// It comes back reset and without values. The same text must not be used again while its rows are read.
    package func cached(text sql: String) throws(SQLiteError) -> Statement {
        if let statement = textCache[sql] {
            statement.reset()
            return statement
        }
        if textCache.count >= Self.textCacheLimit { textCache.removeAll(keepingCapacity: true) }
        let statement = try Statement(connection: self, sql: sql, isPersistent: true)
        statement.forgetConnection()
        textCache[sql] = statement
        return statement
    }

    /// Runs `body` between BEGIN and COMMIT; an error rolls everything back and is rethrown.
    package func transaction<T>(
        _ kind: TransactionKind = .immediate, _ body: () throws(SQLiteError) -> T
    ) throws(SQLiteError) -> T {
        try execute(kind == .immediate ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED")
        do throws(SQLiteError) {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            // After some errors SQLite has already rolled back; it then refuses a second ROLLBACK, which is harmless.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// True between BEGIN and its end.
    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// The row that the last INSERT made.
    package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Rows changed by the last INSERT, UPDATE or DELETE.
    package var changedRows: Int { unsafe Int(sqlite3_changes(handle)) }

    /// Sets up write-ahead logging with syncs at checkpoints only, so that readers and the writer never wait for each
    /// other; a commit survives the end of the process, and a power cut leaves an earlier, consistent state.
    ///
    /// - Parameter isDurable: When true, every commit is also on the disk when it returns.
    package func useWriteAheadLog(isDurable: Bool = false) throws(SQLiteError) {
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = " + (isDurable ? "FULL" : "NORMAL"))
    }

    /// Whether the file is no longer at its path, because it was removed or replaced.
    ///
    /// Writes are then lost, although SQLite reports no error.
    package var isMoved: Bool {
        var answer: Int32 = 0
        return unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer) == SQLITE_OK && answer != 0
    }

    /// Adds the function `fit(TABLE)` for full-text indexes: a rank of how well the current row matches the expression.
    ///
    /// It is 0 if a phrase of the expression begins the first column, 1 if one is elsewhere in that column, and 2 if all
    /// are in other columns.
    package func addFit() throws(SQLiteError) {
        let result = unsafe oncue_sqlite_add_fit(handle)
        guard result == SQLITE_OK else { throw unsafe SQLiteError(result: result, handle: handle, sql: "fit") }
    }

    /// Adds the table `numbers`, which has the numbers bound to a statement by ``Statement/bind(_:numbers:)``:
    /// `FROM numbers(?1)`, in their order, in the column `value`.
    package func addNumbers() throws(SQLiteError) {
        let result = unsafe oncue_sqlite_add_numbers(handle)
        guard result == SQLITE_OK else { throw unsafe SQLiteError(result: result, handle: handle, sql: "numbers") }
    }

    /// Releases memory used for caches.
    package func releaseMemory() {
        unsafe sqlite3_db_release_memory(handle)
    }
}
