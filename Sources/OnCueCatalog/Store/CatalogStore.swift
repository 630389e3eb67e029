// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FileAccess
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import SQLite

/// The only writer of the catalog; its connection belongs to a thread that may block.
actor CatalogStore {
    private let executor = BlockingExecutor(label: "oncue.catalog.writer", qos: .utility)
    let path: [UInt8]
    private let log: @Sendable (String) -> Void
    private let onReplaced: @Sendable (_ generation: Int) -> Void
    private let onWritten: @Sendable () -> Void
    private let onChanged: @Sendable (ContentChange) -> Void
    private var writer: CatalogWriter?
    private let folders: LibraryFolderList
    private var listeningPath: [UInt8]?
    /// Incremented each time a damaged file is replaced.
    private var generation = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: Absolute path of the database file.
    ///   - log: Receives a line when a damaged file was replaced.
    ///   - onReplaced: Called after a file was replaced while the store was open.
    ///   - onWritten: Called after each transaction, before `onChanged`.
    ///   - onChanged: Called after each transaction that has changed the content.
    init(
        path: [UInt8], log: @escaping @Sendable (String) -> Void,
        onReplaced: @escaping @Sendable (_ generation: Int) -> Void, onWritten: @escaping @Sendable () -> Void,
        onChanged: @escaping @Sendable (ContentChange) -> Void
    ) {
        self.path = path
        folders = LibraryFolderList(catalog: path)
        self.log = log
        self.onReplaced = onReplaced
        self.onWritten = onWritten
        self.onChanged = onChanged
    }

    /// Opens the file, creating and migrating it if necessary; one that was removed since then is written again.
    ///
    /// - Throws: `newerSchema`, `storage`.
    func open() throws(LibraryError) {
        let isNew = writer == nil
        _ = try openedWriter()
        if isNew { keepFolders() }
    }

    /// Applies one batch in one transaction.
    ///
    /// - Throws: `storage`; then nothing of the batch is in the catalog.
    func apply(_ batch: CatalogBatch) throws(LibraryError) -> CatalogWriter.Outcome {
        try change { (writer) throws(SQLiteError) in try writer.apply(batch) }
    }

    /// Adds a folder to the library.
    func addRoot(_ path: [UInt8]) throws(LibraryError) -> ContentTree.Revision? {
        let outcome = try change { (writer) throws(SQLiteError) in
            try writer.change { () throws(SQLiteError) in try writer.addRoot(path) }
        }
        keepFolders()
        return outcome.revision
    }

    /// Removes a folder from the library; `isRoot` is `false` if it is not one of its roots.
    func removeRoot(_ path: [UInt8]) throws(LibraryError) -> (isRoot: Bool, revision: ContentTree.Revision?) {
        var isRoot = false
        let outcome = try change { (writer) throws(SQLiteError) in
            try writer.change { () throws(SQLiteError) in isRoot = try writer.removeRoot(path) }
        }
        keepFolders()
        return (isRoot, outcome.revision)
    }

    /// Saves the list of the catalog's folders in a file next to it.
    private func keepFolders() {
        guard let roots = try? writer?.connection.prepare("SELECT path FROM library_roots").all({ $0.blob(0) }) else {
            return
        }
        folders.keep(roots)
    }

    /// Mirrors a listening file from now on; called again when the file was replaced.
    func useListening(_ path: [UInt8]) {
        listeningPath = path
        writer?.listening = ListeningLookup(path: path)
    }

    /// Updates the tracks from the listening file.
    ///
    /// - Returns: The containers in which tracks look different, or `nil` if none do. A mirror that cannot be written
    ///   is written by the next call.
    func mirrorListening() -> Set<ContentIdentifier>? {
        guard let writer = try? openedWriter(), let containers = try? writer.mirrorListening() else { return nil }
        onWritten()
        // Positions in the tree are as before, so the revision is, too.
        if let revision = try? writer.revision() {
            onChanged(ContentChange(revision: revision, containers: containers))
        }
        return containers
    }

    /// Merges the write-ahead log into the file and releases memory; called after a scan.
    func tidy() {
        guard let writer else { return }
        writer.forgetCaches()
        try? writer.boundFormerPlaces(now: FileSystem.secondsSince1970())
        // Both only save space; a reader that is busy at the moment makes no difference to the content.
        try? writer.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        writer.connection.releaseMemory()
    }

    /// Replaces a damaged file by a new one with the same roots.
    ///
    /// - Parameters:
    ///   - cause: The error of a statement.
    ///   - seen: The generation of the damaged file; a later one is kept.
    func replaceDamaged(_ cause: SQLiteError, seen: Int) throws(LibraryError) {
        guard seen == generation else { return }
        writer = nil
        writer = try makeWriter(try CatalogFile.replaceDamaged(path, cause, log: log).connection)
        generation += 1
        onReplaced(generation)
        if let revision = try? writer?.revision() { onChanged(ContentChange(revision: revision)) }
    }

    /// Closes the file; the next call opens it again.
    func close() {
        tidy()
        writer = nil
    }

    private func change(
        _ body: (CatalogWriter) throws(SQLiteError) -> CatalogWriter.Outcome
    ) throws(LibraryError) -> CatalogWriter.Outcome {
        let writer = try openedWriter()
        do throws(SQLiteError) {
            let outcome = try body(writer)
            onWritten()
            if let revision = outcome.revision {
                onChanged(ContentChange(revision: revision, containers: outcome.containers))
            }
            return outcome
        } catch {
            guard error.isDamage else { throw CatalogFile.describe(error, path) }
            try replaceDamaged(error, seen: generation)
            throw LibraryError(.storage, "the catalog was damaged and has been recreated; scan the library again")
        }
    }

    /// Writes the file again if it was removed or moved away while it was open.
    ///
    /// - Returns: `false` if it cannot be opened or written.
    func restoreRemoved() -> Bool {
        do throws(LibraryError) {
            _ = try openedWriter()
            return true
        } catch {
            log(error.message)
            return false
        }
    }

    private func openedWriter() throws(LibraryError) -> CatalogWriter {
        if let writer, !writer.connection.isMoved { return writer }
        let isMoved = writer != nil
        if let writer {
            log(try CatalogFile.recover(writer.connection, path))
            self.writer = nil
        }
        let made = try makeWriter(try CatalogFile.open(path, log: log).connection)
        writer = made
        if isMoved {
            generation += 1
            onReplaced(generation)
        }
        return made
    }

    private func makeWriter(_ connection: Connection) throws(LibraryError) -> CatalogWriter {
        do throws(SQLiteError) {
            let writer = try CatalogWriter(connection: connection)
            writer.listening = listeningPath.map { ListeningLookup(path: $0) }
            return writer
        } catch {
            throw CatalogFile.describe(error, path)
        }
    }
}
