// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
package import OnCueCore
internal import OnCueRuntime
package import OnCueSession
internal import SQLite

/// Keeps the session in its own database file, with every save synced to the disk.
///
/// A damaged file is moved aside, and its readable part continues in a new one. A file written by a newer program is
/// not touched, and nothing is saved.
package actor SessionStore: SessionStoring {
    private let executor = BlockingExecutor(label: "oncue.session", qos: .utility)
    private let path: [UInt8]
    private let log: @Sendable (String) -> Void
    private var rows: SessionRows?
    /// The content of the file, which shares its entries with the queue; `nil` if it is unknown.
    private var saved: SavedSession?
    /// Whether the entries in the file are those of the session.
    private var areEntriesCurrent = true

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: The absolute path of the database file, which is created when first needed.
    ///   - log: Receives a line when the session cannot be read or saved.
    package init(path: String, log: @escaping @Sendable (String) -> Void) {
        self.path = Array(path.utf8)
        self.log = log
    }

    package func load() -> SavedSession {
        let found = read { (rows) throws(SQLiteError) in try rows.load() }
        areEntriesCurrent = found != nil
        saved = found?.isWhole == true ? found?.session : nil
        if let lost = found?.lost, lost > 0 {
            log("\(lost) entries of the queue in \(name) cannot be read; they are lost")
        }
        return found?.session ?? SavedSession()
    }

    @discardableResult
    package func save(_ session: SavedSession) -> SessionSaveOutcome {
        do throws(SQLiteError) {
            try attempt { (rows) throws(SQLiteError) in try save(session, in: rows) }
            (saved, areEntriesCurrent) = (session, true)
            return .saved
        } catch {
            (saved, areEntriesCurrent) = (nil, false)
            return failed(error)
        }
    }

    /// Writes the changes, or everything if the content of the file is unknown or not as expected.
    private func save(_ session: SavedSession, in rows: SessionRows) throws(SQLiteError) {
        guard let saved else { return try rows.save(session, over: nil) }
        do throws(SQLiteError) {
            try rows.save(session, over: saved)
        } catch {
            guard !error.isDamage else { throw error }
            try rows.save(session, over: nil)
            noteRepair(error)
        }
    }

    /// Logs that the file was damaged, but that nothing is lost, since this process has the content.
    private func noteRepair(_ error: SQLiteError) {
        log("the queue in \(name) was damaged (\(error.message)); all of it has been written again")
    }

    @discardableResult
    package func savePosition(_ session: SavedSession) -> SessionSaveOutcome {
        guard areEntriesCurrent else { return .entriesMissing }
        do throws(SQLiteError) {
            try attempt { (rows) throws(SQLiteError) in
                // A new file that replaces a damaged one has no entries, so a position in it would be meaningless.
                if areEntriesCurrent { try rows.savePosition(session) }
            }
        } catch {
            return failed(error)
        }
        return areEntriesCurrent ? .saved : .entriesMissing
    }

    /// Turns packed entries into rows.
    ///
    /// The saved session remains the same; if this fails, the next save tries again. Entries that turn out to be
    /// damaged are written again from the saved ones.
    package func tidy() async {
        guard let rows, !rows.connection.isMoved else { return }
        do throws(SQLiteError) {
            try rows.connection.transaction { () throws(SQLiteError) in try rows.unpackEntries() }
        } catch {
            guard error.code == .error || error.code == .constraint, let saved else { return }
            do throws(SQLiteError) {
                try rows.rewrite(saved.entries)
                noteRepair(error)
            } catch {
                (self.saved, areEntriesCurrent) = (nil, false)
                _ = failed(error)
            }
        }
    }

    private func failed(_ error: SQLiteError) -> SessionSaveOutcome {
        log("the session cannot be saved in \(name): \(error.message)")
        return .failed("in \(name): \(error.message)\(error.advice)")
    }

    /// Closes the file; the next call opens it again.
    package func close() {
        rows = nil
    }

    /// Runs `body`, and again on a new file if the old one turns out to be damaged; `nil` if that fails.
    func read<T>(_ body: (SessionRows) throws(SQLiteError) -> T) -> T? {
        do throws(SQLiteError) {
            return try attempt(body)
        } catch {
            log("the session cannot be read in \(name): \(error.message)")
            return nil
        }
    }

    func attempt<T>(_ body: (SessionRows) throws(SQLiteError) -> T) throws(SQLiteError) -> T {
        do throws(SQLiteError) {
            return try body(try opened())
        } catch {
            guard error.isDamage else { throw error }
            moveAside(error.message)
            return try body(try opened())
        }
    }

    /// The path of the file, as users read it.
    var name: String { String(decoding: path, as: UTF8.self) }

    private func opened() throws(SQLiteError) -> SessionRows {
        if let rows, !rows.connection.isMoved { return rows }
        if let folder = PathBytes.divided(path)?.folder {
            PrivateDirectory.make(String(decoding: folder, as: UTF8.self))
        }
        if let rows {
            log(try DatabaseFile.recover(rows.connection, at: path))
            self.rows = nil
            // If another program put the file there, its content is unknown.
            (saved, areEntriesCurrent) = (nil, false)
        }
        let connection = try openedConnection()
        let opened = SessionRows(connection: connection)
        rows = opened
        return opened
    }

    private func openedConnection() throws(SQLiteError) -> Connection {
        try SchemaFile(path, SessionSchema.migrator, isPrecious: true).open { (connection) throws(SQLiteError) in
            try connection.useWriteAheadLog(isDurable: true)
            try connection.execute("PRAGMA cache_size = -256; PRAGMA journal_size_limit = 1048576")
        }
    }

    private func moveAside(_ reason: String) {
        rows = nil
        saved = nil
        areEntriesCurrent = false
        let aside = DatabaseFile.moveAside(path)
        let saved = salvage(from: aside)
        log(
            "the saved session \(name) cannot be used (\(reason)) and was moved to "
                + "\(String(decoding: aside, as: UTF8.self)); \(saved) rows of it were recovered")
    }

    private func salvage(from aside: [UInt8]) -> Int {
        guard let made = try? opened() else { return 0 }
        let saved = (try? Salvage.copy(from: aside, into: made.connection)) ?? 0
        // Rows that do not form a session must not be read again; the sound settings are separate.
        if saved > 0, (try? made.load()) == nil { try? made.save(SavedSession(), over: nil) }
        return saved
    }
}
