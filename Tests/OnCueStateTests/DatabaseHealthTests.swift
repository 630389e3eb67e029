// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import SQLite
import Testing

@testable import OnCueCatalog
@testable import OnCueState

@MediaActor
@Suite("How the library and the databases are")
struct DatabaseHealthTests {
    private let directory: TemporaryDirectory
    private let library = FakeLibrary()

    init() throws { directory = try TemporaryDirectory() }

    // MARK: Folders

    private func add(_ path: String) async throws {
        try await library.addFolder(MediaLocation(filePath: Array(path.utf8)))
    }

    @Test("A library without folders says how one is added")
    func noFolders() async {
        let checks = await LibraryHealth(library).checks()

        #expect(checks.map(\.verdict) == [.warning])
        #expect(checks.first?.advice == "oncue library add DIR, such as ~/Music")
    }

    @Test("Each folder is told by itself: there, gone, empty, or no folder")
    func folders() async throws {
        try directory.write("full/a.flac", [1])
        try await add(directory.file("full"))
        try await add(directory.file("gone"))
        try await add(directory.makeDirectory("empty"))
        try await add(directory.write("file", [1]))

        let checks = await LibraryHealth(library).checks()

        #expect(checks.map(\.name) == Array(repeating: "library.folder", count: 4) + ["library.files"])
        #expect(checks.map(\.verdict) == [.ok, .failed, .warning, .failed, .ok])
        #expect(checks[1].advice.contains("oncue library remove " + directory.file("gone")))
    }

    @Test("What may be a disk that is away is to be mounted, and a name with a space is quoted")
    func disks() {
        let disk = MediaLocation(filePath: Array("/media/ada/My Disk".utf8))

        let check = LibraryChecks.check(disk, .absent)

        #expect(
            check.advice
                == "mount its disk or share, or remove it from the library: oncue library remove '/media/ada/My Disk'")
        #expect(LibraryChecks.check(disk, .empty).advice == "mount its disk or share")
        #expect(
            LibraryChecks.check(disk, .silent(.seconds(3))).detail == "/media/ada/My Disk did not answer within 3 s")
        #expect(LibraryChecks.check(disk, .unreadable).verdict == .failed)
    }

    @Test("Files that could not be read are counted")
    func failures() async throws {
        try directory.write("full/a.flac", [1])
        library.setReport(ScanReport(failed: 3))
        try await add(directory.file("full"))

        let checks = await LibraryHealth(library).checks()

        #expect(checks.last?.detail == "3 tracks; 3 files or folders could not be read")
        #expect(checks.last?.advice.hasSuffix("oncue library status --failures") == true)
    }

    // MARK: Databases

    private func check(_ path: String, isMadeAnew: Bool = false) async -> HealthCheck? {
        await DatabaseHealth(DatabaseChecks.File("listening", path, isMadeAnew: isMadeAnew, version: 4)).checks().first
    }

    /// A database of some hundred pages.
    private func makeDatabase() throws -> String {
        let path = directory.file("listening.sqlite")
        let connection = try Connection(path: path)
        try connection.execute("CREATE TABLE a (x INTEGER PRIMARY KEY, y TEXT); CREATE INDEX b ON a (y)")
        try connection.execute(
            "INSERT INTO a (y) WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "
                + "SELECT hex(randomblob(50)) FROM n")
        return path
    }

    private func damage(_ path: String) throws {
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        for index in (4096 * 20)..<(4096 * 23) { bytes[index] = 0xA5 }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test("A sound database is well, and one that is not made yet, too")
    func sound() async throws {
        let path = try makeDatabase()

        #expect(await check(path) == HealthCheck("databases.listening", .ok, path))
        #expect(await check(directory.file("none"))?.verdict == .ok)
    }

    @Test("A damaged page is found, the file is left as it is, and it is said how to save the rest")
    func damaged() async throws {
        let path = try makeDatabase()
        try damage(path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))

        let check = try #require(await check(path))
        let catalog = try #require(await self.check(path, isMadeAnew: true))

        #expect(check.verdict == .failed)
        #expect(check.detail.hasPrefix(path + " is damaged: "))
        #expect(!check.detail.contains("\n"))
        #expect(check.advice.hasPrefix("restore a backup from before: oncue restore FILE"))
        #expect(catalog.advice.contains("scans your music again"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("What is no database is damaged, and what is no file cannot be read")
    func foreign() async throws {
        let text = try directory.write("text", Array(repeating: UInt8(ascii: "x"), count: 5000))

        #expect(await check(text)?.verdict == .failed)
        let folder = try directory.makeDirectory("folder")
        #expect(await check(folder)?.verdict == .failed)
    }

    @Test("A database of a newer program is told with the copy from before its upgrade, and left as it is")
    func newer() async throws {
        let path = try makeDatabase()
        try Connection(path: path).execute("PRAGMA user_version = 4")
        try UpgradeCopies(of: path).make(from: Connection(path: path), before: 5)
        try Connection(path: path).execute("PRAGMA user_version = 5")
        let before = try Data(contentsOf: URL(fileURLWithPath: path))

        let check = try #require(await check(path))

        #expect(check.verdict == .failed)
        #expect(check.detail.hasPrefix("\(path) has version 5, but this OnCue supports versions up to 4"))
        #expect(check.advice.contains("cp \(path).before-v5 \(path)"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("What is advised for it is what a shell takes, whatever the name; the copy stays")
    func advice() async throws {
        let path = directory.file("it's an odd $name.sqlite")
        try Connection(path: path).execute("CREATE TABLE old (i); PRAGMA user_version = 4")
        try UpgradeCopies(of: path).make(from: Connection(path: path), before: 5)
        try Connection(path: path).execute("CREATE TABLE new (i); PRAGMA user_version = 5")
        let newer = try Data(contentsOf: URL(fileURLWithPath: path))
        let advice = NewerSchema(path: path, found: 5, known: 4, isPrecious: true).advice

        let line = try #require(advice.split(separator: "upgrade: ").last)
        let shell = try await ChildProcess.run("/bin/sh", ["-ec", "oncue() { :; }; " + line])

        #expect(shell.status == 0, "\(line): \(shell.errors)")
        let tables = try Connection(path: path).prepare("SELECT name FROM sqlite_schema").all { $0.text(0) }
        #expect(tables == ["old"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + ".newer")) == newer)
        #expect(FileManager.default.fileExists(atPath: path + ".before-v5"))
    }

    @Test("A database that was begun anew says where the damaged one is")
    func aside() async throws {
        let path = try makeDatabase()
        let old = try directory.write("listening.sqlite.damaged-20260131T235959", [1])
        try directory.write("listening.sqlite.damaged-20260131T235959-wal", [1])

        let check = try #require(await check(path))

        #expect(check.verdict == .warning)
        #expect(check.detail == "it was damaged and was recreated; the damaged file is \(old)")
    }
}
