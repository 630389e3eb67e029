// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FoundationEssentials
package import OnCueActivities
package import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import SQLite

/// Keeps activities in a database file of its own, with every change synced to the disk. Forgotten activities are
/// overwritten there.
///
/// A damaged file is moved aside, and a new one is started. A file written by a newer program is not touched, and
/// nothing is saved.
package actor ActivityStore: ActivityStoring {
    private let executor = BlockingExecutor(label: "oncue.activities", qos: .utility)
    let log: @Sendable (String) -> Void
    private var database: PreciousDatabase
    /// The largest number of items that all programs together may have in the index.
    let mostItems: Int
    /// Whether it was logged that an item of the index cannot be read.
    var hasLoggedItem = false

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: The absolute path of the database file, which is created when first needed.
    ///   - mostItems: The largest number of items that all programs together may have in the index.
    ///   - isLasting: `false` for a copy that will not exist for long, in which case all changes fail.
    ///   - log: Receives a line when a file had to be given up.
    package init(
        path: String, mostItems: Int = SearchLimits.overall, isLasting: Bool = true,
        log: @escaping @Sendable (String) -> Void
    ) {
        (self.log, self.mostItems) = (log, mostItems)
        database = PreciousDatabase(
            path: path, ActivitySchema.migrator, contents: "the activities", isLasting: isLasting, log: log)
    }

    package func load() async -> [Activity] {
        guard isThere else { return [] }
        do throws(SQLiteError) {
            return try perform { (connection) throws(SQLiteError) in
                var (activities, unreadable): ([Activity], Int) = ([], 0)
                // An activity that a newer program wrote in another form is ignored.
                try connection.cached("SELECT json FROM activities ORDER BY id").eachRow { (row) in
                    if let activity = try? JSONDecoder().decode(Activity.self, from: Data(row.text(0).utf8)) {
                        activities.append(activity)
                    } else {
                        unreadable += 1
                    }
                }
                if unreadable > 0 {
                    log("\(unreadable) activities cannot be read and are left out; they stay in the file")
                }
                return activities
            }
        } catch {
            log(describe(error).message)
            return []
        }
    }

    package func apply(_ effects: [ActivityRegister.Effect]) async throws(ContentError) {
        guard !effects.isEmpty else { return }
        do throws(SQLiteError) {
            try perform { (connection) throws(SQLiteError) in
                try connection.transaction { () throws(SQLiteError) in
                    for effect in effects { try Self.apply(effect, connection) }
                }
                guard effects.contains(where: { if case .forget = $0 { true } else { false } }) else { return }
                try PreciousDatabase.overwriteRemoved(connection)
            }
        } catch {
            throw describe(error)
        }
    }

    /// Closes the file.
    package func close() { database.close() }

    private static func apply(
        _ effect: ActivityRegister.Effect, _ connection: Connection
    ) throws(SQLiteError) {
        let row: Statement
        switch effect {
        case .keep(let activity):
            guard let data = try? JSONEncoder().encode(activity) else { return }
            row = try connection.cached(
                """
                INSERT INTO activities (program, identifier, json) VALUES (?, ?, ?)
                    ON CONFLICT (program, identifier) DO UPDATE SET json = excluded.json
                """)
            row.bind(1, activity.name.program)
            row.bind(2, activity.name.identifier)
            row.bind(3, String(decoding: data, as: UTF8.self))
        case .forget(let name):
            row = try connection.cached("DELETE FROM activities WHERE program = ? AND identifier = ?")
            row.bind(1, name.program)
            row.bind(2, name.identifier)
        }
        try row.run()
    }

    // MARK: The file

    /// Whether there is a file, which is created by the first change.
    var isThere: Bool { database.isThere }

    func perform<T>(_ body: (Connection) throws(SQLiteError) -> T) throws(SQLiteError) -> T {
        try database.perform(body)
    }

    func describe(_ error: SQLiteError) -> ContentError { database.describe(error) }
}
