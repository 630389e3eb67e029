// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import SQLite
import Testing

@Suite("Upgrades of database files")
struct UpgradeTests {
    private let folder: TemporaryFolder
    private let path: String
    private let steps = (1...6).map { number in
        Migration(number: number, sql: "CREATE TABLE t\(number) (i); INSERT INTO t\(number) VALUES (\(number))")
    }

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.sqlite")
    }

    private func file(_ count: Int, isPrecious: Bool = true) -> SchemaFile {
        SchemaFile(Array(path.utf8), Migrator(Array(steps.prefix(count))), isPrecious: isPrecious)
    }

    @discardableResult
    private func open(_ file: SchemaFile) throws -> Connection {
        try file.open { (connection) throws(SQLiteError) in try connection.useWriteAheadLog() }
    }

    private var copies: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.contains(UpgradeCopies.mark) }.sorted()
        }
    }

    private func tables(_ path: String) throws -> [String] {
        try Connection(path: path, mode: .readOnly).prepare("SELECT name FROM sqlite_schema ORDER BY name")
            .all { $0.text(0) }
    }

    @Test("What there was is in a copy for this user alone; a new file and one that is up to date have none")
    func copy() throws {
        try open(file(2))
        try open(file(2))
        #expect(try copies == [])

        try open(file(4))

        #expect(try copies == ["a.sqlite.before-v4"])
        let copy = folder.file("a.sqlite.before-v4")
        #expect(try tables(copy) == ["t1", "t2"])
        #expect(try Connection(path: copy).schemaVersion() == 2)
        #expect(try tables(path) == ["t1", "t2", "t3", "t4"])
        let rights = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
        #expect(rights == 0o600)
    }

    @Test("Two copies are kept")
    func kept() throws {
        for count in 1...6 { try open(file(count)) }
        #expect(try copies == ["a.sqlite.before-v5", "a.sqlite.before-v6"])
    }

    @Test("What can be made anew is not copied")
    func notPrecious() throws {
        try open(file(1, isPrecious: false))
        try open(file(2, isPrecious: false))
        #expect(try copies == [])
    }

    @Test("Without room for the copy nothing is upgraded")
    func noCopy() throws {
        try open(file(1))
        // Nothing can be written over a folder.
        try FileManager.default.createDirectory(
            atPath: folder.file("a.sqlite.before-v2.part"), withIntermediateDirectories: true)

        let error = #expect(throws: SQLiteError.self) { try open(file(2)) }

        #expect(error?.message.hasPrefix("cannot write the copy made before an upgrade: ") == true)
        #expect(try tables(path) == ["t1"])
    }

    @Test("What an upgrade that was broken off has left is no copy, and is replaced")
    func rest() throws {
        try open(file(1))
        try Data([1, 2, 3]).write(to: URL(filePath: folder.file("a.sqlite.before-v2.part")))

        try open(file(2))

        #expect(try copies == ["a.sqlite.before-v2"])
        #expect(try tables(folder.file("a.sqlite.before-v2")) == ["t1"])
    }

    @Test("A newer file stays byte by byte; the newest copy that can be read is named")
    func newer() throws {
        for count in [2, 4, 6] { try open(file(count)) }
        let before = try Data(contentsOf: URL(filePath: path))

        let error = #expect(throws: SQLiteError.self) { try open(file(3)) }

        let aside =
            "oncue quit && touch \(path)-wal && mv \(path) \(path).newer && mv \(path)-wal \(path).newer-wal"
        #expect(error?.code == .newerSchema)
        #expect(error?.isDamage == false && error?.advice == "")
        #expect(
            error?.message
                == "\(path) has version 6, but this OnCue supports versions up to 3, so it was left alone; install the "
                + "newer OnCue again, or return to the copy from before the upgrade: \(aside) && cp \(path).before-v4 \(path)"
        )
        #expect(try Data(contentsOf: URL(filePath: path)) == before)

        let other = #expect(throws: SQLiteError.self) { try open(file(1)) }
        #expect(other?.message.hasSuffix("or start without its contents: " + aside) == true)
    }
}
