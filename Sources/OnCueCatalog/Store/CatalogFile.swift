// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore
internal import OnCueRuntime
internal import SQLite

/// Opens the catalog file for writing, and replaces a damaged one.
enum CatalogFile {
    /// An open catalog, and the repairs that were necessary.
    struct Opened {
        var connection: Connection
        /// The new path of a damaged file; `nil` if there was none.
        var damaged: [UInt8]?
    }

    /// Opens and migrates the catalog; missing folders on its path are created.
    ///
    /// - Throws: `newerSchema`, `storage`.
    static func open(_ path: [UInt8], log: (String) -> Void) throws(LibraryError) -> Opened {
        makeFolder(of: path)
        do throws(SQLiteError) {
            let connection = try openOnce(path)
            try fill(connection, path)
            return Opened(connection: connection)
        } catch {
            guard error.isDamage else { throw describe(error, path) }
            return try replaceDamaged(path, error, log: log)
        }
    }

    /// Handles a catalog that was removed or replaced while it was open.
    ///
    /// - Returns: A line for the log.
    /// - Throws: `storage`.
    static func recover(_ connection: Connection, _ path: [UInt8]) throws(LibraryError) -> String {
        makeFolder(of: path)
        do throws(SQLiteError) { return try DatabaseFile.recover(connection, at: path) } catch {
            throw describe(error, path)
        }
    }

    private static func makeFolder(of path: [UInt8]) {
        guard let folder = PathBytes.divided(path)?.folder else { return }
        PrivateDirectory.make(String(decoding: folder, as: UTF8.self))
    }

    /// Moves a damaged catalog aside and creates a new one with the same roots, taken from the old one or from the list
    /// in its folder.
    static func replaceDamaged(
        _ path: [UInt8], _ cause: SQLiteError, log: (String) -> Void
    ) throws(LibraryError) -> Opened {
        var rescued = rescue(path)
        if rescued.roots == nil { rescued.roots = LibraryFolderList(catalog: path).read() }
        let aside = DatabaseFile.moveAside(path)
        log(
            "the catalog \(String(decoding: path, as: UTF8.self)) is damaged (\(cause.message)) and was moved to "
                + "\(String(decoding: aside, as: UTF8.self)); the library will be rescanned")
        do throws(SQLiteError) {
            let connection = try openOnce(path)
            try restore(rescued, connection)
            return Opened(connection: connection, damaged: aside)
        } catch {
            throw describe(error, path)
        }
    }

    /// Converts the error of a failed statement.
    static func describe(_ error: SQLiteError, _ path: [UInt8]) -> LibraryError {
        let name = String(decoding: path, as: UTF8.self)
        guard error.code != .interrupted else {
            return LibraryError(.storage, "oncued is stopping, and closes the catalog \(name); try again later")
        }
        guard error.code != .newerSchema else {
            return LibraryError(.newerSchema, "cannot open the catalog: \(error.message)")
        }
        return LibraryError(.storage, "cannot read or write the catalog \(name): \(error.message)\(error.advice)")
    }

    private static func openOnce(_ path: [UInt8]) throws(SQLiteError) -> Connection {
        // The content of the catalog can be reread from the files, so a copy is not worthwhile.
        let file = SchemaFile(path, CatalogSchema.migrator, isPrecious: false)
        let connection = try file.open { (connection) throws(SQLiteError) in
            // The first statement reads the header, so that a file of another kind shows now.
            try connection.useWriteAheadLog()
            try connection.execute(CatalogSchema.writerSettings)
        }
        _ = try connection.prepare("SELECT revision FROM catalog").first { $0.integer(0) }
        return connection
    }

    // MARK: Damage

    private struct Rescued {
        /// The folders of the library; `nil` if they cannot be read.
        var roots: [[UInt8]]?
        var revision: Int64?
    }

    private static func rescue(_ path: [UInt8]) -> Rescued {
        guard let connection = try? Connection(path: path, mode: .readOnly) else { return Rescued() }
        let roots = try? connection.prepare("SELECT path FROM library_roots").all { $0.blob(0) }
        let revision = try? connection.prepare("SELECT revision FROM catalog").first { $0.integer(0) }
        return Rescued(roots: roots, revision: revision ?? nil)
    }

    private static func restore(_ rescued: Rescued, _ connection: Connection) throws(SQLiteError) {
        // Positions that clients hold must not look like positions in the new catalog, so if the old revision is lost,
        // the new ones start far away.
        let writer = try CatalogWriter(connection: connection)
        _ = try writer.change { () throws(SQLiteError) in
            let statement = try connection.prepare("UPDATE catalog SET revision = ?")
            statement.bind(1, rescued.revision.map { $0 + 1 } ?? CatalogWriter.newRevision())
            try statement.run()
            for root in rescued.roots ?? [] { try writer.addRoot(root) }
        }
    }

    /// Restores the folders of a catalog that has always been empty from the list in its folder: its predecessor was
    /// removed, or the daemon was killed in between.
    private static func fill(_ connection: Connection, _ path: [UInt8]) throws(SQLiteError) {
        let isUntouched = try connection.prepare("SELECT revision = 1 FROM catalog").first { $0.int(0) == 1 } ?? false
        guard isUntouched, let roots = LibraryFolderList(catalog: path).read(), !roots.isEmpty else { return }
        try restore(Rescued(roots: roots), connection)
    }
}
