// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import FoundationEssentials
import SQLite
import Testing

@Suite("SQLite connections")
struct ConnectionTests {
    @Test("values come back as they were bound")
    func valuesComeBack() throws {
        let connection = try Connection(path: ":memory:")
        try connection.execute("CREATE TABLE t (i INTEGER, d REAL, s TEXT, b BLOB, n)")
        let insertion = try connection.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?)")
        let text = "Größe \u{1F600} \"quoted\"\nline"

        insertion.bind(1, Int64.min)
        insertion.bind(2, 0.1)
        insertion.bind(3, text)
        insertion.bind(4, [0, 255, 0, 7] as [UInt8])
        insertion.bindNull(5)
        try insertion.run()

        let row = try #require(
            try connection.prepare("SELECT * FROM t").first { row in
                (row.integer(0), row.double(1), row.text(2), row.blob(3), row.isNull(4), row.optionalText(4))
            })
        #expect(row.0 == .min)
        #expect(row.1 == 0.1)
        #expect(row.2 == text)
        #expect(row.3 == [0, 255, 0, 7])
        #expect(row.4)
        #expect(row.5 == nil)
    }

    @Test("numbers are a table, in their order", arguments: [[], [7], [3, -1, 3, Int64.max]])
    func numbers(_ numbers: [Int64]) throws {
        let connection = try Connection(path: ":memory:")
        try connection.addNumbers()
        let statement = try connection.prepare("SELECT value FROM numbers(?1)")

        #expect(try statement.integers().isEmpty)
        statement.bind(1, numbers: numbers)
        #expect(try statement.integers() == numbers)
        #expect(try statement.integers() == numbers)
        statement.bind(1, "[1, 2]")
        #expect(try statement.integers().isEmpty)
    }

    @Test("a row fits by where the first column has the words, or that it has none of them")
    func fit() throws {
        let connection = try Connection(path: ":memory:")
        try connection.addFit()
        try connection.execute(
            """
            CREATE VIRTUAL TABLE t USING fts5 (title, artist, columnsize = 0, prefix = '1 2 3');
            INSERT INTO t (rowid, title, artist) VALUES (1, 'silver moon', 'x'), (2, 'the silver', 'x'),
                (3, 'gold', 'silver'), (4, 'moon silver moon', 'moon'), (5, 'gold', 'x'), (6, 'silt', 'silver silt');
            """)
        let statement = try connection.prepare("SELECT rowid, fit(t) FROM t WHERE t MATCH ?1 ORDER BY rowid")
        func fits(_ expression: String) throws -> [Int64: Int64] {
            statement.reset()
            statement.bind(1, expression)
            return Dictionary(uniqueKeysWithValues: try statement.all { ($0.integer(0), $0.integer(1)) })
        }

        #expect(try fits("\"sil\" *") == [1: 0, 2: 1, 3: 2, 4: 1, 6: 0])
        #expect(try fits("\"silver\"") == [1: 0, 2: 1, 3: 2, 4: 1, 6: 2])
        #expect(try fits("(\"silver\" OR \"moon\")") == [1: 0, 2: 1, 3: 2, 4: 0, 6: 2])
        #expect(try fits("{artist} : \"silver\"") == [3: 2, 6: 2])
        #expect(throws: SQLiteError.self) { try connection.prepare("SELECT fit(1)").run() }
    }

    @Test("an interruption from another thread ends what runs and everything after it", .timeLimit(.minutes(5)))
    func interruption() throws {
        let connection = try Connection(path: ":memory:")
        let interruption = connection.interruption
        let one = try connection.prepare("SELECT 1")
        #expect(try one.first { $0.int(0) } == 1)
        let endless =
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n WHERE x % 1000 = 0"
        let statement = try connection.prepare(endless)
        #expect(try statement.step())

        DispatchQueue.global().async { interruption.request() }
        let error = #expect(throws: SQLiteError.self) { try statement.run() }

        #expect(error?.code == .interrupted)
        let later = #expect(throws: SQLiteError.self) { try one.run() }
        #expect(later?.code == .interrupted)
    }

    @Test("an interruption outlives its connection")
    func lateInterruption() throws {
        let interruption = try Connection(path: ":memory:").interruption
        interruption.request()
    }

    @Test("empty text and empty bytes are not NULL, and nil is")
    func emptyIsNotNull() throws {
        let connection = try Connection(path: ":memory:")
        let statement = try connection.prepare("SELECT typeof(?1), typeof(?2), typeof(?3), typeof(?4), typeof(?5)")

        statement.bind(1, "")
        statement.bind(2, [UInt8]())
        statement.bind(3, String?.none)
        statement.bind(4, Int?.none)
        statement.bind(5, Double?.none)

        let types = try statement.first { row in (0..<5).map { row.text($0) } }
        #expect(types == ["text", "blob", "null", "null", "null"])
    }

    @Test("text with a zero character keeps its length")
    func zeroCharacter() throws {
        let connection = try Connection(path: ":memory:")
        let statement = try connection.prepare("SELECT ?1")
        statement.bind(1, "a\0b")
        #expect(try statement.first { $0.text(0) } == "a\0b")
    }

    @Test("wrong SQL is an error with the statement in it")
    func wrongSQL() throws {
        let connection = try Connection(path: ":memory:")
        let error = #expect(throws: SQLiteError.self) { try connection.prepare("SELEKT 1") }
        #expect(error?.code == .error)
        #expect(error?.sql == "SELEKT 1")
        #expect(error?.message.contains("SELEKT") == true)
    }

    @Test("a second statement is refused", arguments: ["SELECT 1; SELECT 2", "", "  "])
    func oneStatementOnly(_ sql: String) throws {
        let connection = try Connection(path: ":memory:")
        #expect(throws: SQLiteError.self) { try connection.prepare(sql) }
    }

    @Test("a parameter that does not exist shows at the step")
    func parameterOutOfRange() throws {
        let connection = try Connection(path: ":memory:")
        let statement = try connection.prepare("SELECT ?1")
        statement.bind(2, 1 as Int64)
        let error = #expect(throws: SQLiteError.self) { _ = try statement.step() }
        #expect(error?.code == .range)
        statement.bind(1, 5 as Int64)
        #expect(try statement.first { $0.int(0) } == 5)
    }

    @Test("a transaction that throws leaves nothing behind")
    func rollback() throws {
        let connection = try Connection(path: ":memory:")
        try connection.execute("CREATE TABLE t (i INTEGER PRIMARY KEY)")

        #expect(throws: SQLiteError.self) {
            try connection.transaction { () throws(SQLiteError) in
                try connection.execute("INSERT INTO t VALUES (1)")
                try connection.execute("INSERT INTO t VALUES (1)")
            }
        }

        #expect(!connection.isInTransaction)
        #expect(try connection.prepare("SELECT COUNT(*) FROM t").first { $0.int(0) } == 0)
    }

    @Test("a cached statement is compiled once and comes back reset")
    func cachedStatement() throws {
        let connection = try Connection(path: ":memory:")
        func statement() throws -> Statement { try connection.cached("SELECT 1 UNION SELECT 2") }

        let first = try statement()
        #expect(try first.step())
        let second = try statement()

        #expect(first === second)
        #expect(try second.all { $0.int(0) } == [1, 2])
    }

    @Test("a read-only connection refuses changes and needs a file")
    func readOnly() throws {
        let folder = try TemporaryFolder()
        #expect(throws: SQLiteError.self) { try Connection(path: folder.file("absent"), mode: .readOnly) }
        try Connection(path: folder.file("a")).execute("CREATE TABLE t (i)")

        let reader = try Connection(path: folder.file("a"), mode: .readOnly)

        let error = #expect(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.code == .readOnly)
    }

    @Test("a path that is not UTF-8 names exactly that file")
    func pathOfBytes() throws {
        let folder = try TemporaryFolder()
        let path = Array((folder.path + "/").utf8) + [0xFF, 0xFE]
        try Connection(path: path).execute("CREATE TABLE t (i)")
        #expect(throws: Never.self) { try Connection(path: path, mode: .readOnly).execute("SELECT * FROM t") }
    }

    @Test("a path with a zero byte is refused")
    func pathWithZero() throws {
        let error = #expect(throws: SQLiteError.self) { try Connection(path: [0x2F, 0, 0x61]) }
        #expect(error?.code == .cannotOpen)
    }

    @Test("a file that is no database is told from other errors")
    func notADatabase() throws {
        let folder = try TemporaryFolder()
        try Data(repeating: 0x41, count: 4096).write(to: URL(fileURLWithPath: folder.file("a")))
        let connection = try Connection(path: folder.file("a"))
        let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT * FROM sqlite_schema") }
        #expect(error?.isDamage == true)
    }

    @Test("with a write-ahead log a reader sees the state of its transaction while a writer commits")
    func readersKeepTheirState() throws {
        let folder = try TemporaryFolder()
        let writer = try Connection(path: folder.file("a"))
        try writer.useWriteAheadLog()
        try writer.execute("CREATE TABLE t (i)")
        let reader = try Connection(path: folder.file("a"), mode: .readOnly)
        func count() throws(SQLiteError) -> Int? {
            try reader.cached("SELECT COUNT(*) FROM t").first { $0.int(0) }
        }

        let counts = try reader.transaction(.deferred) { () throws(SQLiteError) in
            let before = try count()
            try writer.execute("INSERT INTO t VALUES (1)")
            return (before, try count())
        }

        #expect(counts == (0, 0))
        #expect(try count() == 1)
    }

    @Test("an error inside eachRow leaves the statement ready for the next run")
    func forEachResets() throws {
        let connection = try Connection(path: ":memory:")
        let statement = try connection.prepare("SELECT 1 UNION SELECT 2")
        let mark = SQLiteError(code: .error, message: "stop", sql: "")
        #expect(throws: mark) { try statement.eachRow { (_) throws(SQLiteError) in throw mark } }
        #expect(try statement.all { $0.int(0) } == [1, 2])
    }
}
