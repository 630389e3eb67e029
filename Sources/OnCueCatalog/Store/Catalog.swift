// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import SQLite
internal import Synchronization

/// The catalog of the library: one writer and several readers of one database file.
package final class Catalog: Sendable {
    /// The revision of a catalog that has always been empty; its first change creates a revision that no catalog had
    /// before.
    package static let firstRevision = ContentTree.Revision(1)

    /// Absolute path of the database file.
    let path: [UInt8]
    let store: CatalogStore
    let readers: CatalogReaders
    let pages: KeptPages
    private let log: @Sendable (String) -> Void
    private let onReplaced: ReplacementHandler
    private let hub: ContentChangeHub

    private init(path: [UInt8], log: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.log = log
        let (readers, handler, hub) = (CatalogReaders(path: path), ReplacementHandler(), ContentChangeHub())
        let pages = KeptPages()
        (self.readers, self.pages) = (readers, pages)
        self.hub = hub
        onReplaced = handler
        store = CatalogStore(
            path: path, log: log,
            onReplaced: { generation in
                readers.fileWasReplaced(generation)
                pages.change()
                handler.call()
            }, onWritten: { pages.change() }, onChanged: { hub.tell($0) })
    }

    /// Opens the catalog; a missing file and the folders that should contain it are created, and a damaged file is
    /// moved aside (as `catalog.sqlite.damaged-…`) and replaced by a new one.
    ///
    /// - Parameters:
    ///   - path: Absolute path of the database file.
    ///   - log: Receives a line when something had to be repaired.
    /// - Throws: `newerSchema`, `storage`.
    package static func open(
        path: String, log: @escaping @Sendable (String) -> Void
    ) async throws(LibraryError) -> Catalog {
        let catalog = Catalog(path: Array(path.utf8), log: log)
        try await catalog.store.open()
        return catalog
    }

    /// Closes the file; call it after everything that uses the catalog has ended.
    package func close() async {
        await readers.close()
        await store.close()
        hub.finish()
    }

    /// Returns a stream of every change of the content from now on, until the catalog is closed.
    package func changes() -> AsyncStream<ContentChange> { hub.listen() }

    /// Calls `body` each time a damaged file was replaced while the program runs.
    func whenReplaced(_ body: @escaping @Sendable () -> Void) {
        onReplaced.set(body)
    }

    /// Reads one state of the catalog; a damaged file is replaced before the error is thrown, and one that was removed is
    /// restored from the connections that still have it.
    func read<T: Sendable>(
        _ body: @Sendable (CatalogQueries) throws(SQLiteError) -> T
    ) async throws(SQLiteError) -> T {
        let generation = readers.generation
        do throws(SQLiteError) {
            return try await readers.read(body)
        } catch {
            if error.isDamage { await replace(error, seen: generation) }
            guard error.code == .cannotOpen, await store.restoreRemoved() else { throw error }
            return try await readers.read(body)
        }
    }

    private func replace(_ error: SQLiteError, seen generation: Int) async {
        do throws(LibraryError) {
            try await store.replaceDamaged(error, seen: generation)
        } catch {
            log(error.message)
        }
    }
}

/// The handler to call after a file was replaced.
private final class ReplacementHandler: Sendable {
    private let body = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ new: @escaping @Sendable () -> Void) {
        body.withLock { $0 = new }
    }

    func call() {
        body.withLock { $0 }?()
    }
}
