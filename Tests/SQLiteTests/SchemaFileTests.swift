// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import SQLite
import Testing

@Suite("Files with a schema")
struct SchemaFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.sqlite")
    }

    private func open(_ name: String) throws -> Connection {
        let steps = [Migration(number: 1, sql: "CREATE TABLE things (name TEXT NOT NULL)")]
        return try SchemaFile(Array(name.utf8), Migrator(steps), isPrecious: true)
            .open { (connection) throws(SQLiteError) in try connection.useWriteAheadLog() }
    }

    private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    @Test("A file that lost its end is no database, wherever it was cut", arguments: [150, 2048, 4096, 5000, 8192])
    func cut(length: Int) throws {
        try open(path).execute("INSERT INTO things SELECT hex(zeroblob(3000)) FROM (VALUES (1), (2), (3))")
        let whole = try bytes()
        try #require(whole.count > length)
        try whole.prefix(length).write(to: URL(fileURLWithPath: path))

        let error = #expect(throws: SQLiteError.self) { _ = try open(path) }

        #expect(error?.code == .notADatabase)
        #expect(error?.message == "the file is cut off after \(length) of \(whole.count) bytes")
        #expect(DatabaseFile.loss(at: Array(path.utf8)) == error?.message)
    }

    @Test("A file whose pages are still in its log is whole")
    func log() throws {
        let connection = try open(path)
        try connection.execute("INSERT INTO things SELECT hex(zeroblob(3000)) FROM (VALUES (1), (2), (3))")

        #expect(DatabaseFile.loss(at: Array(path.utf8)) == nil)
        #expect(try open(path).prepare("SELECT count(*) FROM things").first { $0.integer(0) } == 3)
    }

    @Test("A file whose whole log is gone before it was written back is no database", arguments: [true, false])
    func lostLog(hasEmptyLog: Bool) throws {
        let connection = try open(path)
        try connection.execute("INSERT INTO things VALUES ('a')")
        let copy = folder.file("killed.sqlite")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        if hasEmptyLog { try Data().write(to: URL(fileURLWithPath: copy + "-wal")) }

        let error = #expect(throws: SQLiteError.self) { _ = try open(copy) }

        #expect(error?.code == .notADatabase)
        #expect(error?.message == "the file has no tables, since its log is gone")
    }

    @Test("A file that was killed with its log is whole")
    func killed() throws {
        let connection = try open(path)
        try connection.execute("INSERT INTO things VALUES ('a')")
        let copy = folder.file("killed.sqlite")
        for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + end, toPath: copy + end) }

        #expect(try open(copy).prepare("SELECT count(*) FROM things").first { $0.integer(0) } == 1)
    }
}
