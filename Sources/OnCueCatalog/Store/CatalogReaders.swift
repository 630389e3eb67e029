// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime
internal import SQLite
internal import Synchronization

/// A few read-only connections, each on its own thread that may block, so that browsing never waits for a scan.
final class CatalogReaders: Sendable {
    private let readers: [CatalogReader]
    /// The number of calls that each reader is working on.
    private let loads: Mutex<[Int]>
    /// Incremented when the file is replaced, which makes every reader reopen it.
    private let currentGeneration = Mutex(0)

    /// - Parameter path: Absolute path of the database file, which must exist when the first call is made.
    init(path: [UInt8], count: Int = 3) {
        readers = (0..<count).map { CatalogReader(path: path, number: $0) }
        loads = Mutex(Array(repeating: 0, count: count))
    }

    /// Runs `body` in one read transaction: everything it reads belongs to one state of the catalog.
    func read<T: Sendable>(
        _ body: @Sendable (CatalogQueries) throws(SQLiteError) -> T
    ) async throws(SQLiteError) -> T {
        let number = take()
        defer { release(number) }
        return try await readers[number].read(generation: generation, body)
    }

    /// The generation of the file for the next call.
    var generation: Int { currentGeneration.withLock { $0 } }

    /// Makes every reader reopen the file.
    func fileWasReplaced(_ generation: Int) {
        currentGeneration.withLock { $0 = generation }
    }

    /// Interrupts every call in progress and closes the connections; the next call opens them again.
    func close() async {
        for reader in readers { reader.interrupt() }
        for reader in readers { await reader.close() }
    }

    /// Returns the reader with the fewest calls; the first of them, so that a quiet daemon uses one connection.
    private func take() -> Int {
        loads.withLock { loads in
            let number = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[number] += 1
            return number
        }
    }

    private func release(_ number: Int) {
        loads.withLock { $0[number] -= 1 }
    }
}

/// One read-only connection and its thread.
actor CatalogReader {
    private let executor: BlockingExecutor
    private let path: [UInt8]
    private var queries: CatalogQueries?
    private var openedGeneration = 0
    /// The interruption of the work on the open connection, and whether the reader is about to close.
    private nonisolated let ending = Mutex((interruption: Interruption?.none, isDue: false))

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(path: [UInt8], number: Int) {
        self.path = path
        executor = BlockingExecutor(label: "oncue.catalog.reader-\(number)")
    }

    func read<T: Sendable>(
        generation: Int, _ body: @Sendable (CatalogQueries) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> T {
        if generation != openedGeneration { queries = nil }
        let queries = try opened()
        openedGeneration = generation
        return try queries.connection.transaction(.deferred) { () throws(SQLiteError) in try body(queries) }
    }

    /// Makes the call in progress, and those that wait, fail until ``close()`` has ended.
    nonisolated func interrupt() {
        ending.withLock { ending in
            ending.isDue = true
            ending.interruption?.request()
        }
    }

    func close() {
        queries = nil
        ending.withLock { $0 = (nil, false) }
    }

    private func opened() throws(SQLiteError) -> CatalogQueries {
        if let queries { return queries }
        let connection = try Connection(path: path, mode: .readOnly)
        try connection.execute(CatalogSchema.readerSettings)
        let opened = try CatalogQueries(connection: connection)
        let isEnding = ending.withLock { ending in
            ending.interruption = connection.interruption
            return ending.isDue
        }
        guard !isEnding else { throw SQLiteError(code: .interrupted, message: "the catalog is being closed", sql: "") }
        queries = opened
        return opened
    }
}
