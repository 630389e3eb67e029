// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Dispatch
internal import FoundationEssentials
package import OnCueCore
package import OnCueNotifications
internal import OnCueRuntime
package import OnCueSession
internal import SQLite

/// Keeps notifications in a database file of its own, with every change synced to the disk.
package actor NotificationStore: NotificationStoring {
    private let executor = BlockingExecutor(label: "oncue.notifications", qos: .utility)
    private let log: @Sendable (String) -> Void
    private var database: PreciousDatabase

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: The absolute path of the database file, which is created when first needed.
    ///   - isLasting: `false` for a copy that will not exist for long, in which case all changes fail.
    ///   - log: Receives a line when something cannot be read.
    package init(path: String, isLasting: Bool = true, log: @escaping @Sendable (String) -> Void) {
        self.log = log
        database = PreciousDatabase(
            path: path, NotificationSchema.migrator, contents: "the notifications", isLasting: isLasting, log: log)
    }

    package func load() async -> KeptNotifications {
        var kept = KeptNotifications()
        guard database.isThere else { return kept }
        do throws(SQLiteError) {
            let texts = try database.perform { (connection) throws(SQLiteError) in
                try [
                    "SELECT json FROM requests ORDER BY id", "SELECT json FROM clients",
                    "SELECT json FROM responses ORDER BY number",
                ]
                .map { (sql) throws(SQLiteError) in try connection.prepare(sql).all { $0.text(0) } }
            }
            kept.records = decode(texts[0])
            kept.clients = decode(texts[1])
            kept.responses = decode(texts[2])
        } catch {
            log(database.describe(error).message)
        }
        return kept
    }

    /// Decodes rows. Leaves out those that a newer program wrote in another form, which stay in the file.
    private func decode<T: Decodable>(_ texts: [String]) -> [T] {
        let decoder = JSONDecoder()
        let values = texts.compactMap { try? decoder.decode(T.self, from: Data($0.utf8)) }
        if values.count < texts.count {
            log("\(texts.count - values.count) notifications cannot be read and are left out; they stay in the file")
        }
        return values
    }

    package func apply(_ effects: [NotificationBook.Effect]) async throws(ContentError) {
        var rows: [Row] = []
        do { rows = try effects.compactMap(Row.init) } catch {
            throw ContentError(.storage, "cannot write a notification: \(error)")
        }
        try write(rows)
    }

    package func remove(response number: Int64) async throws(ContentError) {
        try write([Row(sql: "DELETE FROM responses WHERE number = ?", number: number, removes: true)])
    }

    package func close() { database.close() }

    private func write(_ rows: [Row]) throws(ContentError) {
        guard !rows.isEmpty else { return }
        do throws(SQLiteError) {
            try database.perform { (connection) throws(SQLiteError) in
                try connection.transaction { () throws(SQLiteError) in
                    for row in rows { try row.run(on: connection) }
                }
                if rows.contains(where: \.removes) { try PreciousDatabase.overwriteRemoved(connection) }
            }
        } catch {
            throw database.describe(error)
        }
    }

    /// A change of one row.
    private struct Row {
        var sql: StaticString
        var number: Int64?
        var texts: [String] = []
        var removes = false

        init(sql: StaticString, number: Int64?, removes: Bool) {
            (self.sql, self.number, self.removes) = (sql, number, removes)
        }

        /// Creates a row; `nil` for an effect that changes nothing in the file.
        init?(_ effect: NotificationBook.Effect) throws {
            switch effect {
            case .save(let record):
                sql = """
                    INSERT INTO requests (client, identifier, json) VALUES (?, ?, ?)
                        ON CONFLICT (client, identifier) DO UPDATE SET json = excluded.json
                    """
                texts = [record.name.client, record.name.identifier, try Self.json(record)]
            case .delete(let name):
                sql = "DELETE FROM requests WHERE client = ? AND identifier = ?"
                texts = [name.client, name.identifier]
                removes = true
            case .saveClient(let client):
                sql = "INSERT OR REPLACE INTO clients (name, json) VALUES (?, ?)"
                texts = [client.name, try Self.json(client)]
            case .deleteClient(let name):
                sql = "DELETE FROM clients WHERE name = ?"
                texts = [name]
                removes = true
            case .respond(let response):
                sql = "INSERT OR REPLACE INTO responses (number, json) VALUES (?, ?)"
                number = response.number
                texts = [try Self.json(response)]
            case .present, .withdraw: return nil
            }
        }

        func run(on connection: Connection) throws(SQLiteError) {
            let statement = try connection.cached(sql)
            var column: Int32 = 1
            if let number {
                statement.bind(column, number)
                column += 1
            }
            for text in texts {
                statement.bind(column, text)
                column += 1
            }
            try statement.run()
        }

        private static func json(_ value: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
    }
}
