// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FileAccess
package import OnCueCatalog
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import SQLite
package import SharedListening

/// Keeps the listening history in its own database file, with every event synced to the disk, and mirrors it into the
/// catalog.
///
/// The file outlives the catalog. A damaged file is moved aside, and a new one is started from the mirror in the
/// catalog. A file written by a newer program is not touched, and nothing is saved.
package actor ListeningStore: ListeningStoring {
    private let executor = BlockingExecutor(label: "oncue.listening", qos: .utility)
    private let path: [UInt8]
    let sharedRoom: SharedRoom
    private let isLasting: Bool
    private let catalog: Catalog
    private let log: @Sendable (String) -> Void
    private let hub = ContentChangeHub()
    private var rows: ListeningRows?
    private var changeCount: UInt64 = 0

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: The absolute path of the database file, which is created when first needed.
    ///   - isLasting: `false` for a copy that will not exist for long, in which case all changes fail.
    ///   - catalog: The catalog that gets the mirror, and that stays open until after ``close()``.
    ///   - sharedRoom: The limits for data from other machines.
    ///   - log: Receives a line when a file had to be given up.
    package init(
        path: String, isLasting: Bool = true, catalog: Catalog, sharedRoom: SharedRoom = SharedRoom(),
        log: @escaping @Sendable (String) -> Void
    ) {
        self.path = Array(path.utf8)
        self.isLasting = isLasting
        self.catalog = catalog
        self.sharedRoom = sharedRoom
        self.log = log
    }

    /// Opens the file, and updates the catalog from it, which also repairs a kill between the two.
    package func open() async {
        do throws(SQLiteError) {
            _ = try await perform { (_) throws(SQLiteError) in }
        } catch {
            log(describe(error).message)
        }
        await catalog.useListening(path)
        await catalog.mirrorListening()
    }

    package func record(_ events: [ListeningEvent]) async throws(ContentError) {
        guard !events.isEmpty else { return }
        do throws(SQLiteError) {
            try await perform { (rows) throws(SQLiteError) in try rows.record(events) }
        } catch {
            throw describe(error)
        }
        await tell(Set(events.compactMap(\.changedItem)))
    }

    /// Updates the catalog, and announces the items that look different.
    func tell(_ items: Set<ContentIdentifier>) async {
        guard !items.isEmpty else { return }
        await catalog.mirrorListening()
        changeCount += 1
        hub.tell(ContentChange(revision: ContentTree.Revision(changeCount), containers: items))
    }

    package func records(
        for identifiers: [ContentIdentifier]
    ) async throws(ContentError) -> [ContentIdentifier: ListeningRecord] {
        do throws(SQLiteError) {
            return try await perform { (rows) throws(SQLiteError) in
                var records: [ContentIdentifier: ListeningRecord] = [:]
                for identifier in identifiers { records[identifier] = try rows.record(of: identifier) }
                return records
            }
        } catch {
            throw describe(error)
        }
    }

    package func erasedPositions(
        of identifiers: [ContentIdentifier]
    ) async throws(ContentError) -> [ContentIdentifier: Int64] {
        try await answer { (rows) throws(SQLiteError) in
            var erased: [ContentIdentifier: Int64] = [:]
            for identifier in identifiers { erased[identifier] = try rows.erasedPosition(of: identifier) }
            return erased
        }
    }

    package func resumePositions() async throws(ContentError) -> [ContentIdentifier: Duration] {
        do throws(SQLiteError) {
            return try await perform { (rows) throws(SQLiteError) in try rows.resumePositions() }
        } catch {
            throw describe(error)
        }
    }

    package func records(
        of kinds: Set<ContentKind>, favouritesOnly: Bool
    ) async throws(ContentError) -> [ContentIdentifier: ListeningRecord] {
        do throws(SQLiteError) {
            return try await perform { (rows) throws(SQLiteError) in
                try rows.records(of: kinds, favouritesOnly: favouritesOnly)
            }
        } catch {
            throw describe(error)
        }
    }

    package func disliked() async throws(ContentError) -> [ContentIdentifier] {
        do throws(SQLiteError) {
            return try await perform { (rows) throws(SQLiteError) in try rows.disliked() }
        } catch {
            throw describe(error)
        }
    }

    package func recent(
        _ kinds: Set<ContentKind>?, limit: Int
    ) async throws(ContentError) -> [ContentIdentifier] {
        do throws(SQLiteError) {
            return try await perform { (rows) throws(SQLiteError) in try rows.recent(kinds, limit: limit) }
        } catch {
            throw describe(error)
        }
    }

    package func journal(
        _ query: JournalQuery, offset: Int, limit: Int
    ) async throws(ContentError) -> JournalPage {
        do throws(SQLiteError) {
            return try await perform { (rows) throws(SQLiteError) in
                if let cursor = query.after { return try rows.own.journal(query, after: cursor, limit: limit) }
                return try rows.journal.page(query, offset: offset, limit: limit)
            }
        } catch {
            throw describe(error)
        }
    }

    package func eraseJournal(_ query: JournalQuery) async throws(ContentError) -> Int {
        do throws(SQLiteError) {
            let erased = try await perform { (rows) throws(SQLiteError) in try rows.erase(query) }
            removeUpgradeCopies()
            await tell(erased.items)
            return erased.count
        } catch {
            throw describe(error)
        }
    }

    /// Removes the copies that upgrades have left, since they contain erased data.
    func removeUpgradeCopies() {
        for copy in FileSystem.removeUpgradeCopies(of: path) {
            log("cannot delete \(copy), which contains the listening history")
        }
    }

    /// A number that increases when the data learnt on other machines changes.
    package var learntRevision = 0

    package nonisolated func changes() -> AsyncStream<ContentChange> { hub.listen() }

    /// Closes the file; the next call opens it again.
    package func close() {
        // The catalog keeps the file open until later, and cannot move the log into it.
        try? rows?.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        rows = nil
        hub.finish()
    }

    // MARK: The file

    /// Runs `body`, and converts its errors to those of this store.
    func answer<T: Sendable>(_ body: (ListeningRows) throws(SQLiteError) -> T) async throws(ContentError) -> T {
        do throws(SQLiteError) {
            return try await perform(body)
        } catch {
            throw describe(error)
        }
    }

    /// Runs `body`, and again on a new file if the old one turns out to be damaged.
    private func perform<T: Sendable>(
        _ body: (ListeningRows) throws(SQLiteError) -> T
    ) async throws(SQLiteError) -> T {
        do throws(SQLiteError) {
            return try body(try opened())
        } catch {
            guard error.isDamage else { throw error }
            await replace(error.message)
            return try body(try opened())
        }
    }

    private func opened() throws(SQLiteError) -> ListeningRows {
        if let rows, !rows.connection.isMoved { return rows }
        if let folder = PathBytes.divided(path)?.folder {
            PrivateDirectory.make(String(decoding: folder, as: UTF8.self))
        }
        if let rows {
            log(try DatabaseFile.recover(rows.connection, at: path))
            self.rows = nil
        }
        let file = SchemaFile(path, ListeningSchema.migrator, isPrecious: true, isLasting: isLasting)
        let connection = try file.open { (connection) throws(SQLiteError) in
            try connection.useWriteAheadLog(isDurable: true)
            try connection.execute(
                "PRAGMA cache_size = -256; PRAGMA journal_size_limit = 1048576; PRAGMA secure_delete = 1")
        }
        let opened = ListeningRows(connection: connection)
        rows = opened
        return opened
    }

    private func replace(_ reason: String) async {
        rows = nil
        let aside = DatabaseFile.moveAside(path)
        let saved = (try? opened().salvage(from: aside)) ?? 0
        log(
            "the listening history in \(String(decoding: path, as: UTF8.self)) is damaged (\(reason)) and was moved to "
                + "\(String(decoding: aside, as: UTF8.self)); \(saved) rows of it were recovered, and what "
                + "the catalog has of it"
        )
        await catalog.useListening(path)
        // Without the catalog there is nothing to restore; its own errors are reported by its readers.
        let kept = try? await catalog.listenedTracks()
        guard let kept, let made = try? opened() else { return }
        try? made.restore(kept)
    }

    private func describe(_ error: SQLiteError) -> ContentError {
        ContentError(
            .storage,
            "cannot save the listening history in \(String(decoding: path, as: UTF8.self)): \(error.message)"
                + error.advice)
    }
}
