// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueCore
import SQLite
import Testing

@testable import OnCueCatalog

@Suite("Files that vanish, move and come back")
struct VanishedTests {
    /// Identity, age and favour of the track with a title.
    private struct Kept: Equatable {
        var key: Int64
        var added: Int64
        var plays: Int64
    }

    private func kept(_ library: TestLibrary, _ title: String) async throws -> Kept? {
        try await library.catalog.read { (queries) throws(SQLiteError) in
            let statement = try queries.connection.cached("SELECT key, added, play_count FROM tracks WHERE title = ?")
            statement.bind(1, title)
            return try statement.first { Kept(key: $0.integer(0), added: $0.integer(1), plays: $0.integer(2)) }
        }
    }

    /// Makes a track one that was added long ago and is played often.
    private func distinguish(_ library: TestLibrary) async throws {
        try await library.catalog.store.execute("UPDATE tracks SET added = 1000, play_count = 7")
    }

    /// Copies a file as to another file system: the same bytes and times, but another number.
    private func copy(_ from: String, _ to: String, in library: TestLibrary) throws {
        var status = stat()
        #expect(stat(library.music + "/" + from, &status) == 0)
        let folder = to.split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(
            atPath: library.music + "/" + folder, withIntermediateDirectories: true)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: library.music + "/" + from))
        try bytes.write(to: URL(fileURLWithPath: library.music + "/" + to))
        utimensat(AT_FDCWD, library.music + "/" + to, [status.st_atim, status.st_mtim], 0)
    }

    @Test("a deleted file that comes back gets its identity, its age and its plays back")
    func backAgain() async throws {
        let library = try await TestLibrary()
        try library.write("a.mp3", ["TITLE": "A"])
        try await library.scan()
        try await distinguish(library)
        let before = try await kept(library, "A")

        try FileManager.default.moveItem(atPath: library.music + "/a.mp3", toPath: library.base + "/a.mp3")
        try await library.scan()
        #expect(try await library.titles("Tracks") == [])
        try FileManager.default.moveItem(atPath: library.base + "/a.mp3", toPath: library.music + "/other name.mp3")
        let report = try await library.scan()

        #expect(report.added == 1)
        #expect(before?.plays == 7)
        #expect(try await kept(library, "A") == before)
    }

    @Test("a file that moves to another file system keeps its identity, within a scan and over scans")
    func otherFileSystem() async throws {
        let library = try await TestLibrary()
        try library.write("a.mp3", ["TITLE": "A"])
        try library.write("b.mp3", ["TITLE": "B"])
        try await library.scan()
        try await distinguish(library)
        let (a, b) = (try await kept(library, "A"), try await kept(library, "B"))

        try copy("a.mp3", "disk/a.mp3", in: library)
        try library.remove("a.mp3")
        let within = try await library.scan()
        try copy("b.mp3", "../kept.mp3", in: library)
        try library.remove("b.mp3")
        try await library.scan()
        try copy("../kept.mp3", "disk/b.mp3", in: library)
        let over = try await library.scan()

        #expect((within.added, within.changed, within.removed) == (0, 1, 0))
        #expect(over.added == 1)
        #expect(try await kept(library, "A") == a)
        #expect(try await kept(library, "B") == b)
    }

    @Test("a new file does not take the identity of one that has moved away and vanished")
    func noMixUp() async throws {
        let library = try await TestLibrary()
        try library.write("a.mp3", ["TITLE": "A"])
        try await library.scan()
        let a = try await kept(library, "A")
        rename(library.music + "/a.mp3", library.music + "/z.mp3")
        try await library.scan()
        rename(library.music + "/z.mp3", library.base + "/z.mp3")
        try await library.scan()

        try library.write("a.mp3", ["TITLE": "Another, longer"])
        try await library.scan()
        rename(library.base + "/z.mp3", library.music + "/z.mp3")
        try await library.scan()

        #expect(try await kept(library, "A")?.key == a?.key)
        #expect(try await kept(library, "Another, longer")?.key != a?.key)
    }

    @Test("what vanished long ago, and the oldest beyond the limit, is forgotten")
    func bounds() async throws {
        let library = try await TestLibrary()
        for number in 0..<5 { try library.write("\(number).mp3", ["TITLE": "\(number)"]) }
        try await library.scan()
        for number in 0..<5 { try library.remove("\(number).mp3") }
        try await library.scan()
        try await library.catalog.store.execute(
            "UPDATE vanished_tracks SET vanished = CASE name WHEN CAST('0.mp3' AS BLOB) THEN 1 ELSE 2000000000 END")

        let counts = try await library.catalog.store.boundVanished(limits: [5, 3], now: 2_000_000_000)

        #expect(counts == [4, 3])
    }
}

extension CatalogStore {
    /// Changes rows behind the back of everybody.
    func execute(_ sql: String) throws {
        try Connection(path: path).execute(sql)
    }

    /// How many vanished tracks are left with each limit.
    func boundVanished(limits: [Int], now: Int64) throws -> [Int] {
        let connection = try Connection(path: path)
        let writer = try CatalogWriter(connection: connection)
        return try limits.map { limit in
            try writer.boundVanished(limit: limit, now: now)
            return try connection.cached("SELECT count(*) FROM vanished_tracks").first { Int($0.integer(0)) } ?? -1
        }
    }
}
