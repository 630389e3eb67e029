// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueTestSupport
import SQLite
import Testing

@testable import OnCueState

@Suite("Backups")
struct BackupTests {
    private let directory: TemporaryDirectory
    private let directories: UserDirectories
    private let list: BackupList
    private var backup: String { directory.file("a.sqlar") }
    private var restoration: Restoration { Restoration(list, program: "1.0") }
    private var listening: String { directories.data + "/listening.sqlite" }

    init() throws {
        directory = try TemporaryDirectory()
        directories = UserDirectories(environment: ["HOME": directory.path], userID: 0, homeFallback: directory.path)
        list = BackupList(
            KeptFiles(directories), databases: DatabaseChecks.files(data: directories.data, state: directories.state))
        for folder in [directories.data + "/playlists", directories.state, directories.configuration] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    @Test("Keys are in a backup, and come back from one, only if they are asked for")
    func keys() throws {
        let key = directories.state + "/link/identity.pem"
        let list = BackupList(KeptFiles(directories), databases: self.list.databases, keys: [key])
        let restoration = Restoration(list, program: "1.0")
        func write(_ text: String) throws {
            try FileManager.default.createDirectory(
                atPath: directories.state + "/link", withIntermediateDirectories: true)
            try self.write("/link/identity.pem", text, in: directories.state)
        }
        func read() throws -> String { String(decoding: try Data(contentsOf: URL(filePath: key)), as: UTF8.self) }
        try fill("one")
        try write("mine")
        let (without, with) = (directory.file("without.sqlar"), directory.file("with.sqlar"))
        let writer = BackupWriter(list, program: "1.0")
        #expect(try writer.write(to: without).holds.allSatisfy { $0.what != "keys" })
        #expect(try writer.write(to: with, withKeys: true).holds.contains { $0.what == "keys" && $0.count == 1 })

        try write("another")
        _ = try restoration.look(at: with)
        _ = try restoration.perform(with)
        #expect(try read() == "another", "nobody has asked for it")
        _ = try restoration.perform(without, withKeys: true)
        #expect(try read() == "another", "a backup without keys leaves them")
        let kept = try restoration.perform(with, withKeys: true).kept
        #expect(try read() == "mine")
        _ = try restoration.perform(kept, withKeys: true)
        #expect(try read() == "another", "what was there before is kept, too")
        try FileManager.default.removeItem(atPath: key)
        _ = try restoration.perform(with, withKeys: true)
        let rights = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions]
        #expect(rights as? Int == 0o600)
    }

    private func fill(_ title: String) throws {
        let connection = try open()
        try connection.execute(
            "INSERT INTO bookmarks (identifier, location, title, position, time) VALUES ('track:b', 'file:///b', '\(title)', 1, 1)"
        )
        try write("/playlists/\(title).m3u8", title, in: directories.data)
        try write("/oncue.conf", title, in: directories.configuration)
    }

    private func open() throws -> Connection {
        let file = SchemaFile(Array(listening.utf8), ListeningSchema.migrator, isPrecious: true)
        return try file.open { (connection) throws(SQLiteError) in try connection.useWriteAheadLog() }
    }

    private func write(_ name: String, _ text: String, in folder: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder + name))
    }

    private func titles() throws -> [String] {
        try Connection(path: listening, mode: .readOnly).prepare("SELECT title FROM bookmarks ORDER BY id").all {
            $0.text(0)
        }
    }

    @discardableResult
    private func write() throws -> BackupReport { try BackupWriter(list, program: "1.0").write(to: backup) }

    /// Everything below the home, with its content.
    private func everything() throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: directory.path)
            .reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: directory.file($1)) }
    }

    @Test("A backup is one file for this user alone, which says what it holds; writing it changes nothing else")
    func written() throws {
        try fill("first")
        let writer = try open()
        try writer.execute("BEGIN IMMEDIATE; DELETE FROM bookmarks")
        let before = Set(try everything().keys)

        let report = try write()

        #expect(Set(try everything().keys).subtracting(before) == ["a.sqlar"])
        #expect(report.holds.contains(.init("bookmarks", 1)), "what is not committed is not in it")
        #expect(report.holds.contains(.init("playlists", 1)) && report.holds.contains(.init("settings", 1)))
        let attributes = try FileManager.default.attributesOfItem(atPath: backup)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(report.size == (attributes[.size] as? Int ?? Int(attributes[.size] as? UInt64 ?? 0)))
    }

    @Test("Of each database that cannot be rebuilt it is counted what it holds, and all kinds of it are")
    func kinds() throws {
        // That of podcasts is kept elsewhere.
        let databases = list.databases.map(\.name) + ["podcasts"]
        #expect(BackupCounts.queries.keys.sorted() == databases.sorted())

        var counts = BackupCounts()
        for database in databases { counts.note(database, at: directory.file(database)) }
        for name in ["data/playlists/a.m3u8", "data/trash/a", "config/oncue.conf"] {
            counts.note(name, isKey: false)
        }
        counts.note("state/link/identity.pem", isKey: true)

        #expect(Set(counts.lines.map(\.what)) == Set(KeptKind.allCases.filter(\.isInBackups).map(\.rawValue)))
    }

    @Test("What is restored is what there was; what came later is kept in a backup that can be restored, too")
    func restored() throws {
        try fill("first")
        try write()
        try fill("second")

        let kept = try restoration.perform(backup).kept

        #expect(try titles() == ["first"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directories.data + "/playlists") == ["first.m3u8"])
        #expect(FileManager.default.contents(atPath: directories.configuration + "/oncue.conf") == Data("first".utf8))
        #expect(!restoration.isBrokenOff)

        _ = try restoration.perform(kept)

        #expect(try titles() == ["first", "second"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directories.data + "/playlists").sorted() == [
                "first.m3u8", "second.m3u8",
            ])
    }

    @Test("A file that is there is replaced only where that is asked for")
    func present() throws {
        try directory.write("a.sqlar", [1])
        let error = #expect(throws: ContentError.self) { try write() }
        #expect(error?.code == .refused)
        #expect(FileManager.default.contents(atPath: backup) == Data([1]))

        _ = try BackupWriter(list, program: "1.0").write(to: backup, replaces: true)

        #expect(try restoration.look(at: backup).file == backup)
    }

    @Test(
        "What is no backup, is damaged, newer or holds foreign names is refused, and nothing has changed",
        arguments: 0..<13)
    func refused(_ kind: Int) throws {
        try fill("first")
        try write()
        let change: (String, String)
        switch kind {
        case 0: change = ("PRAGMA application_id = 7", "it is not an OnCue backup")
        case 1: change = ("PRAGMA user_version = 2", "it is a backup of version 2")
        case 2: change = ("UPDATE sqlar SET data = zeroblob(sz) WHERE name = 'config/oncue.conf'", "is damaged")
        case 3: change = ("UPDATE sqlar SET sz = sz + 1", "is damaged")
        case 4: change = ("UPDATE sqlar SET name = '../oncue.conf' WHERE name = 'config/oncue.conf'", "damaged")
        case 5:
            change = (
                """
                UPDATE sqlar SET name = 'config/../../x' WHERE name = 'config/oncue.conf';
                UPDATE oncue_files SET name = 'config/../../x' WHERE name = 'config/oncue.conf'
                """, "it is not an OnCue backup"
            )
        case 6: change = ("DELETE FROM sqlar WHERE name = 'data/listening.sqlite'", "some of its files are missing")
        case 7: change = ("DROP TABLE oncue_backup", "it is not an OnCue backup")
        case 8: change = ("", "damaged")
        case 10:
            change = (
                "ALTER TABLE sqlar RENAME TO x; CREATE VIEW sqlar AS SELECT * FROM x", "it is not an OnCue backup"
            )
        case 11: change = ("CREATE TABLE more (a, b AS (zeroblob(1000000000)))", "it is not an OnCue backup")
        case 12: change = ("-", "its database listening is damaged")
        default: change = ("", "it is not an OnCue backup")
        }
        if kind == 12 { try writeNegativeVersion() }
        if !change.0.isEmpty, kind != 12 { try Connection(path: backup).execute(change.0) }
        if kind == 8 {
            var bytes = Array(try Data(contentsOf: URL(filePath: backup)))
            for index in bytes.count / 2..<bytes.count / 2 + 4000 { bytes[index] ^= 0xA5 }
            try Data(bytes).write(to: URL(filePath: backup))
        }
        if kind == 9 { try Data(repeating: 0x41, count: 5000).write(to: URL(filePath: backup)) }
        let before = try everything()

        let looked = #expect(throws: ContentError.self) { try restoration.look(at: backup) }
        let error = #expect(throws: ContentError.self) { try restoration.perform(backup) }

        #expect(error?.message.contains(change.1) == true, "\(error?.message ?? "")")
        #expect(error?.message.hasSuffix("; nothing was changed") == true)
        #expect(looked?.message == error?.message)
        #expect(try everything().filter { !$0.key.contains("restoring.part") } == before)
        #expect(!restoration.isBrokenOff)
    }

    /// A backup whose database has a version that none has.
    private func writeNegativeVersion() throws {
        try Connection(path: listening).execute("PRAGMA user_version = -1")
        _ = try BackupWriter(list, program: "1.0").write(to: backup, replaces: true)
        try Connection(path: listening).execute("PRAGMA user_version = 1")
    }

    @Test("Where a database is damaged a backup can be restored, and the damaged one is kept beside it")
    func damaged() throws {
        try fill("first")
        try write()
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: listening + end) }
        try Data(repeating: 0x41, count: 9000).write(to: URL(filePath: listening))

        _ = try restoration.perform(backup)

        #expect(try titles() == ["first"])
        let names = try FileManager.default.contentsOfDirectory(atPath: directories.data)
        #expect(names.contains { $0.hasPrefix("listening.sqlite.damaged-") })
    }

    @Test("A setting that cannot be written keeps nobody from the rest, and what the backup has of it is kept")
    func unwritable() throws {
        try fill("first")
        try write()
        try FileManager.default.removeItem(atPath: directories.configuration + "/oncue.conf")
        try FileManager.default.createSymbolicLink(
            atPath: directories.configuration + "/oncue.conf", withDestinationPath: "/nonexistent/oncue.conf")

        let error = #expect(throws: ContentError.self) { try restoration.perform(backup) }

        #expect(error?.message.hasPrefix("restored except for ") == true, "\(error?.message ?? "")")
        #expect(try titles() == ["first"])
        #expect(!restoration.isBrokenOff)
        let kept = directories.data + "/restoring-rest/config/oncue.conf"
        #expect(FileManager.default.contents(atPath: kept) == Data("first".utf8))
    }

    @Test("A database of a newer OnCue in a backup is refused by its name")
    func newer() throws {
        try fill("first")
        try Connection(path: listening).execute("PRAGMA user_version = 99")
        try write()

        let error = #expect(throws: ContentError.self) { try restoration.perform(backup) }

        #expect(error?.message.contains("its database listening has version 99") == true)
    }

    @Test("One that was broken off after it was decided is gone on with, wherever that was", arguments: 0..<3)
    func brokenOff(_ kind: Int) throws {
        try fill("first")
        try write()
        try fill("second")
        let stage = directories.data + "/restoring"
        let names = try BackupReader(backup, list).unpack(into: stage, withKeys: false)
        try write("/restoring/plan", names.joined(separator: "\0"), in: directories.data)
        // So far it had come.
        if kind >= 1 {
            try FileManager.default.removeItem(atPath: listening)
            try FileManager.default.moveItem(atPath: stage + "/data/listening.sqlite", toPath: listening)
        }
        if kind >= 2 { try FileManager.default.removeItem(atPath: directories.data + "/playlists/second.m3u8") }
        #expect(restoration.isBrokenOff)

        try restoration.finish()

        #expect(!restoration.isBrokenOff)
        #expect(try titles() == ["first"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directories.data + "/playlists") == ["first.m3u8"])
        #expect(FileManager.default.contents(atPath: directories.configuration + "/oncue.conf") == Data("first".utf8))
        #expect(!FileManager.default.fileExists(atPath: stage))
    }
}
