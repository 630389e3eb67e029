// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FileAccess
internal import FoundationEssentials
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
package import OnCueSuggestions
internal import SQLite

/// Keeps learnt data in a database file of its own, with every donation synced to the disk; forgotten data is
/// overwritten there.
///
/// A damaged file is moved aside, and a new one is started. A file written by a newer program is not touched, and
/// nothing is saved.
package actor SuggestionStore: SuggestionStoring {
    /// The number of donations read at once.
    private static let pageSize = 10_000

    private let executor = BlockingExecutor(label: "oncue.suggestions", qos: .utility)
    private let log: @Sendable (String) -> Void
    private var database: PreciousDatabase
    /// Whether the explicit preferences have been read; they are not overwritten before that.
    private var isRead = false

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: The absolute path of the database file, which is created when first needed.
    ///   - isLasting: `false` for a copy that will not exist for long, in which case all changes fail.
    ///   - log: Receives a line when a file had to be given up.
    package init(path: String, isLasting: Bool = true, log: @escaping @Sendable (String) -> Void) {
        self.log = log
        database = PreciousDatabase(
            path: path, SuggestionSchema.migrator, contents: "what was learnt", isLasting: isLasting, log: log)
    }

    package func load() async -> (donations: [Donation], state: SuggestionState) {
        do throws(SQLiteError) {
            let found = try perform { (rows) throws(SQLiteError) in
                var donations: [Donation] = []
                for offset in stride(from: 0, to: try rows.count(), by: Self.pageSize) {
                    donations += try rows.donations(offset: offset, limit: Self.pageSize).map(\.donation)
                }
                return (donations, Self.decode(try rows.state()))
            }
            isRead = true
            return found
        } catch {
            log(database.describe(error).message)
            return ([], SuggestionState())
        }
    }

    package func record(_ donations: [LoggedDonation]) async throws(ContentError) {
        try write { (rows) throws(SQLiteError) in try rows.append(donations) }
    }

    package func markOpen(_ item: String) async throws(ContentError) {
        try write { (rows) throws(SQLiteError) in try rows.markOpen(item) }
    }

    package func donatedCount() async throws(ContentError) -> Int {
        try write { (rows) throws(SQLiteError) in try rows.donatedCount() }
    }

    package func save(_ state: SuggestionState) async throws(ContentError) {
        guard isRead else {
            throw ContentError(.storage, "cannot read pins and refusals; the file is left as it is")
        }
        guard let data = try? JSONEncoder().encode(state) else { return }
        let text = String(decoding: data, as: UTF8.self)
        try write { (rows) throws(SQLiteError) in try rows.save(text) }
    }

    package func forget(_ part: LearntPart) async throws(ContentError) -> Int {
        if case .everything = part { removeDamagedFiles() }
        let forgotten = try write { (rows) throws(SQLiteError) in
            let count = try rows.forget(part)
            if count > 0 { try PreciousDatabase.overwriteRemoved(rows.connection) }
            return count
        }
        for copy in FileSystem.removeUpgradeCopies(of: database.path) {
            log("cannot delete \(copy), which contains learnt data")
        }
        return forgotten
    }

    package func donations(
        offset: Int, limit: Int
    ) async throws(ContentError) -> (total: Int, part: [LoggedDonation]) {
        try write { (rows) throws(SQLiteError) in
            (try rows.count(), try rows.donations(offset: max(0, offset), limit: max(0, limit)))
        }
    }

    /// Removes damaged files that were moved aside, since they contain learnt data.
    private func removeDamagedFiles() {
        guard let parts = PathBytes.divided(database.path) else { return }
        let folder = String(decoding: parts.folder, as: UTF8.self)
        let start = String(decoding: parts.name, as: UTF8.self) + DatabaseFile.damagedMark
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(start) {
            do {
                try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            } catch {
                log("cannot delete \(folder)/\(name), which contains learnt data: \(error)")
            }
        }
    }

    /// Closes the file; the next call opens it again.
    package func close() { database.close() }

    private static func decode(_ text: String?) -> SuggestionState {
        guard let text, let state = try? JSONDecoder().decode(SuggestionState.self, from: Data(text.utf8)) else {
            return SuggestionState()
        }
        return state
    }

    // MARK: The file

    func write<T>(_ body: (DonationRows) throws(SQLiteError) -> T) throws(ContentError) -> T {
        do throws(SQLiteError) {
            return try perform(body)
        } catch {
            throw database.describe(error)
        }
    }

    private func perform<T>(_ body: (DonationRows) throws(SQLiteError) -> T) throws(SQLiteError) -> T {
        try database.perform { (connection) throws(SQLiteError) in try body(DonationRows(connection: connection)) }
    }
}
