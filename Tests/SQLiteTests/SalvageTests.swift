// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import SQLite
import Testing

@Suite("What is saved of a damaged database")
struct SalvageTests {
    private static let schema = """
        CREATE TABLE plays (id INTEGER PRIMARY KEY, title TEXT NOT NULL, time REAL, picture BLOB);
        CREATE TABLE rates (item TEXT PRIMARY KEY, rate INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE notes (text TEXT);
        CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), change INTEGER NOT NULL);
        INSERT INTO state VALUES (1, 0);
        """
    private static let count: Int64 = 5_000
    private static let pageSize = 4_096

    private let folder: TemporaryFolder
    private var path: String { folder.file("data.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    /// A file with rows in every table, some hundred pages long.
    private func write() throws {
        let connection = try Connection(path: path)
        try connection.execute(Self.schema)
        try connection.transaction { () throws(SQLiteError) in
            for number in 1...Self.count {
                try connection.execute(
                    """
                    INSERT INTO plays VALUES (\(number * 3), 'title \(number) \(String(repeating: "x", count: 150))', \
                    \(number).5, x'00ff');
                    INSERT INTO rates VALUES ('item \(String(number + 10_000))', \(number));
                    INSERT INTO notes VALUES ('note \(number) \(String(repeating: "y", count: 60))');
                    """)
            }
        }
        try connection.execute("UPDATE state SET change = 7; VACUUM")
    }

    /// Writes over pages, counted from one.
    private func damage(_ pages: Range<Int>) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        for page in pages {
            let start = (page - 1) * Self.pageSize
            data.replaceSubrange(start..<start + Self.pageSize, with: [UInt8](repeating: 0xFF, count: Self.pageSize))
        }
        try data.write(to: URL(fileURLWithPath: path))
    }

    /// The page on which a text stands.
    private func page(of text: String) throws -> Int {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let range = try #require(data.firstRange(of: Data(text.utf8)))
        return range.lowerBound / Self.pageSize + 1
    }

    private func salvaged(_ schema: String = SalvageTests.schema) throws -> (Connection, count: Int) {
        let connection = try Connection(path: folder.path + "/new.sqlite")
        try connection.execute(schema)
        return (connection, try Salvage.copy(from: Array(path.utf8), into: connection))
    }

    private func number(_ sql: String, _ connection: Connection) throws -> Int64 {
        try connection.prepare(sql).integers().first ?? -1
    }

    @Test("Of a whole file everything is saved, values as they were")
    func whole() throws {
        try write()
        let (new, count) = try salvaged()
        #expect(count == Int(3 * Self.count) + 1)
        #expect(try number("SELECT change FROM state", new) == 7)
        #expect(
            try number(
                "SELECT count(*) FROM plays WHERE id % 3 = 0 AND time = id / 3 + 0.5 AND picture = x'00ff'", new)
                == Self.count)
        #expect(try number("SELECT max(rowid) FROM notes", new) == Self.count)
    }

    @Test("What stands before, between and behind damaged pages is saved")
    func pages() throws {
        try write()
        for number in [600, 620, 2_000] {
            let page = try page(of: "title \(number) ")
            try damage(page..<page + 1)
        }
        let (new, _) = try salvaged()

        let saved = try number("SELECT count(*) FROM plays", new)
        // Some twenty rows stand on a page.
        #expect((Self.count - 150..<Self.count).contains(saved), "\(saved)")
        #expect(try number("SELECT min(id) FROM plays", new) == 3)
        #expect(try number("SELECT max(id) FROM plays", new) == 3 * Self.count)
        #expect(try number("SELECT count(*) FROM plays WHERE id BETWEEN 2400 AND 5400", new) == 1_001, "between them")
        #expect(try number("SELECT count(*) FROM notes", new) == Self.count)
        #expect(try number("SELECT count(*) FROM rates", new) == Self.count)
    }

    @Test("A table without row numbers is saved from both ends")
    func withoutNumbers() throws {
        try write()
        let page = try page(of: "item 12500")
        try damage(page..<page + 1)
        let (new, _) = try salvaged()
        let saved = try number("SELECT count(*) FROM rates", new)
        #expect((Self.count - 400..<Self.count).contains(saved), "\(saved)")
        #expect(try number("SELECT count(*) FROM rates WHERE rate IN (1, \(Self.count))", new) == 2)
    }

    @Test("Columns that only one of the two has are left out, or have their default")
    func columns() throws {
        try write()
        let (new, _) = try salvaged(
            "CREATE TABLE plays (id INTEGER PRIMARY KEY, title TEXT NOT NULL, stars INTEGER NOT NULL DEFAULT 4)")
        #expect(try number("SELECT count(*) FROM plays WHERE stars = 4", new) == Self.count)
    }

    @Test("Of what is no database, or is not there, nothing is saved and nothing breaks")
    func nothing() throws {
        #expect(try salvaged().count == 0)
        try Data(repeating: 0x41, count: 9_000).write(to: URL(fileURLWithPath: path))
        let again = try Connection(path: folder.path + "/again.sqlite")
        try again.execute(Self.schema)
        #expect(try Salvage.copy(from: Array(path.utf8), into: again) == 0)
    }
}
