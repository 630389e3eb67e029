// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Copies the readable rows of a damaged database file into one with the same tables.
///
/// Rows on a damaged page are lost, but not those before and after it. Columns that only one of the two files has are
/// left out or have their default.
package enum Salvage {
    /// Copies rows; existing ones in the new file are replaced. Blocks for as long as reading the file takes.
    ///
    /// - Parameter damaged: The path of the file, with its log next to it, if it has one. It is not changed.
    /// - Returns: The number of rows copied; 0 also if the file is not a database at all.
    /// - Throws: The error of a failed write; nothing was copied then.
    package static func copy(from damaged: [UInt8], into connection: Connection) throws(SQLiteError) -> Int {
        guard let source = try? Connection(path: damaged, mode: .readOnly) else { return 0 }
        // Otherwise SQLite reads nothing at all of a file that is cut off.
        try? source.execute("PRAGMA writable_schema = ON")
        return try connection.transaction { () throws(SQLiteError) in
            var count = 0
            for name in try names(in: connection) {
                guard let table = try SalvagedTable(name, from: source, to: connection) else { continue }
                count += try table.copy()
            }
            return count
        }
    }

    private static func names(in connection: Connection) throws(SQLiteError) -> [String] {
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        return try connection.prepare(sql).all { $0.text(0) }
    }
}

/// One table that is copied as far as it can be read.
private struct SalvagedTable {
    /// The number of times that the distance of the search for rows after damage is doubled: beyond any number.
    private static let longestJump = 62
    /// The amount of damage above which little can be saved.
    private static let patience = 10_000

    private let source: Connection
    private let insertion: Statement
    private let name: String
    private let columns: [String]
    /// The key that determines the order of the rows.
    private let key: String
    private let hasNumbers: Bool

    /// - Returns: `nil` for a table that the damaged file does not have, or that cannot be read.
    init?(_ name: String, from source: Connection, to connection: Connection) throws(SQLiteError) {
        let wanted = try Self.columns(of: name, in: connection)
        guard let there = try? Self.columns(of: name, in: source) else { return nil }
        let common = wanted.filter { column in there.contains { $0.name == column.name } }
        guard !common.isEmpty else { return nil }
        let hasNumbers = (try? source.prepare("SELECT rowid FROM \"\(name)\" LIMIT 0")) != nil
        let isNumber = common.contains { $0.isNumber }
        // A column that is the row number is copied with the others.
        columns = (hasNumbers && !isNumber ? ["rowid"] : []) + common.map { "\"\($0.name)\"" }
        (self.name, self.source, self.hasNumbers) = (name, source, hasNumbers)
        key = hasNumbers ? "rowid" : common.first { $0.isKey }.map { "\"\($0.name)\"" } ?? columns[0]
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        insertion = try connection.prepare(
            "INSERT OR REPLACE INTO \"\(name)\" (\(columns.joined(separator: ", "))) VALUES (\(places))")
    }

    private static func columns(
        of table: String, in connection: Connection
    ) throws(SQLiteError) -> [(name: String, isNumber: Bool, isKey: Bool)] {
        let found = try connection.prepare("PRAGMA table_info(\"\(table)\")").all { row in
            (name: row.text(1), type: row.text(2), key: row.int(5))
        }
        let keys = found.count { $0.key > 0 }
        return found.map { ($0.name, keys == 1 && $0.key > 0 && $0.type.uppercased() == "INTEGER", $0.key == 1) }
    }

    /// - Throws: The error of a failed write.
    func copy() throws(SQLiteError) -> Int {
        var found = try read("ORDER BY \(key)")
        guard found.isDamaged else { return found.count }
        var count = found.count
        guard hasNumbers else { return count + (try read("ORDER BY \(key) DESC").count) }
        var last = found.last ?? 0
        for _ in 0..<Self.patience {
            guard found.isDamaged, let next = behind(last) else { break }
            // Backwards from the end up to the damage, and on from there.
            count += try read("WHERE rowid > \(last) AND rowid < \(next) ORDER BY rowid DESC").count
            found = try read("WHERE rowid >= \(next) ORDER BY rowid")
            count += found.count
            last = found.last ?? next
        }
        return count
    }

    /// Returns the number of a row after the damage; `nil` if none can be read.
    private func behind(_ last: Int64) -> Int64? {
        for jump in 0..<Self.longestJump {
            let (start, isTooFar) = last.addingReportingOverflow(1 << Int64(jump))
            guard !isTooFar else { return nil }
            let sql = "SELECT rowid FROM \"\(name)\" WHERE rowid >= \(start) ORDER BY rowid LIMIT 1"
            do throws(SQLiteError) {
                return try source.prepare(sql).first { $0.integer(0) }
            } catch {
                continue
            }
        }
        return nil
    }

    /// Copies rows up to the end, or to the first that cannot be read.
    private func read(_ order: String) throws(SQLiteError) -> (count: Int, last: Int64?, isDamaged: Bool) {
        let number = hasNumbers ? "rowid" : "0"
        let sql = "SELECT \(number), \(columns.joined(separator: ", ")) FROM \"\(name)\" \(order)"
        var (count, last): (Int, Int64?) = (0, nil)
        guard let statement = try? source.prepare(sql) else { return (0, nil, true) }
        while true {
            guard let hasRow = try? statement.step() else { return (count, last, true) }
            guard hasRow else { return (count, last, false) }
            insertion.reset()
            for column in 0..<Int32(columns.count) { insertion.bind(column + 1, statement, column: column + 1) }
            do throws(SQLiteError) {
                try insertion.run()
                count += 1
            } catch {
                // A row that violates a constraint of the table is damaged itself.
                guard error.code == .constraint else { throw error }
            }
            last = statement.integer(0)
        }
    }
}
