// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import SQLite
import Testing

@Suite("SQLite migrations")
struct MigratorTests {
    private let first = Migration(number: 1, sql: "CREATE TABLE a (i)")
    private let second = Migration(number: 2, sql: "CREATE TABLE b (i); INSERT INTO b VALUES (7)")

    @Test("steps that are missing run once, in order")
    func missingStepsRun() throws {
        let connection = try Connection(path: ":memory:")

        #expect(try Migrator([first]).migrate(connection) == 0)
        #expect(try Migrator([first, second]).migrate(connection) == 1)
        #expect(try Migrator([first, second]).migrate(connection) == 2)

        #expect(try connection.prepare("SELECT i FROM b").all { $0.int(0) } == [7])
    }

    @Test("a step that fails changes nothing, nor do those before it")
    func failingStep() throws {
        let connection = try Connection(path: ":memory:")
        let bad = Migration(number: 3, sql: "CREATE TABLE c (i); CREATE TABLE c (i)")
        try Migrator([first]).migrate(connection)

        #expect(throws: Migrator.Failure.self) { try Migrator([first, second, bad]).migrate(connection) }

        let names = try connection.prepare("SELECT name FROM sqlite_schema").all { $0.text(0) }
        #expect(names == ["a"])
        #expect(try connection.schemaVersion() == 1)
    }

    @Test("a schema of a newer program is refused by name and not touched")
    func newerSchema() throws {
        let connection = try Connection(path: ":memory:")
        try connection.execute("PRAGMA user_version = 9")
        #expect(throws: Migrator.Failure.newerSchema(found: 9, known: 1)) {
            try Migrator([first]).migrate(connection)
        }
    }

    @Test("a gap in the numbers is a mistake in the program")
    func gap() async {
        await #expect(processExitsWith: .failure) {
            _ = Migrator([Migration(number: 2, sql: "")])
        }
    }
}
