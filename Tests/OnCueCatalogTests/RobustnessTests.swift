// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import FoundationEssentials
import Glibc
import OnCueCore
import SQLite
import TagReading
import Testing

@testable import OnCueCatalog

@Suite("A catalog in trouble")
struct RobustnessTests {
    private func damagedFiles(_ library: TestLibrary) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: library.base + "/data")
            .filter { $0.contains(".damaged-") && !$0.hasSuffix("-wal") }
    }

    @Test("a damaged file is moved aside, logged and begun anew", arguments: ["", "garbage, not a database"])
    func damagedAtStart(_ content: String) async throws {
        let library = try await TestLibrary()
        await library.catalog.close()
        let path = library.base + "/data/catalog.sqlite"
        let bytes = Data(repeating: 0x41, count: 5000) + Data(content.utf8)
        try bytes.write(to: URL(fileURLWithPath: path))

        let log = LogLines()
        let catalog = try await Catalog.open(path: path) { log.append($0) }

        #expect(try await CatalogContentSource(catalog: catalog).search("x", offset: 0, limit: 1).total == 0)
        let aside = try #require(try damagedFiles(library).first)
        #expect(try Data(contentsOf: URL(fileURLWithPath: library.base + "/data/" + aside)) == bytes)
        #expect(log.all.count == 1 && log.all[0].contains(aside))
        await catalog.close()
    }

    @Test(
        "whatever is left of a damaged file, or none of it, the new catalog has its folders, also ones with odd names",
        arguments: [true, false])
    func foldersOutliveDamage(_ isThere: Bool) async throws {
        let library = try await TestLibrary()
        let odd = Array("\(library.base)/line\nend \u{FF}".utf8) + [0xFF]
        let other = Array("\(library.base)/other".utf8)
        for folder in [odd, other] { _ = try await library.catalog.store.addRoot(folder) }
        _ = try await library.catalog.store.removeRoot(other)
        let roots = try await Self.roots(library.catalog)
        await library.catalog.close()
        let path = library.base + "/data/catalog.sqlite"
        if isThere {
            try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: path))
        } else {
            for end in ["", "-wal", "-shm"] { unlink(path + end) }
        }

        var catalog = try await Catalog.open(path: path) { _ in }

        #expect(roots.contains(odd) && !roots.contains(other))
        #expect(try await Self.roots(catalog) == roots)
        // Folders that were taken out stay out, also the last one.
        for root in roots { _ = try await catalog.store.removeRoot(root) }
        await catalog.close()
        catalog = try await Catalog.open(path: path) { _ in }
        #expect(try await Self.roots(catalog).isEmpty)
        await catalog.close()
    }

    private static func roots(_ catalog: Catalog) async throws -> [[UInt8]] {
        try await catalog.read { (queries) throws(SQLiteError) in
            try queries.connection.prepare("SELECT path FROM library_roots ORDER BY path").all { $0.blob(0) }
        }
    }

    @Test("a file that is removed while it is open is there again for whoever reads next, on every connection")
    func removedWhileRunning() async throws {
        let library = try await TestLibrary()
        try library.write("1.mp3", ["TITLE": "One"])
        try await library.scan()
        let (catalog, path) = (library.catalog, library.base + "/data/catalog.sqlite")
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }

        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await catalog.read { (queries) throws(SQLiteError) in
                        try queries.connection.prepare("SELECT count(*) FROM tracks").first { $0.int(0) } ?? 0
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(counts == Array(repeating: 1, count: 8))
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("damage that shows while reading replaces the file; roots and revision carry on")
    func damagedWhileRunning() async throws {
        let library = try await TestLibrary()
        for number in 0..<300 { try library.write("\(number).mp3", ["TITLE": "Title \(number)", "ALBUM": "A"]) }
        try await library.scan()
        let revision = try await library.revision()
        await library.catalog.close()
        // Overwrites the pages of the tracks, not the header, the schema and the first tables.
        let path = library.base + "/data/catalog.sqlite"
        let connection = try Connection(path: path)
        let root = try #require(
            try connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'tracks_by_title'").first {
                $0.int(0)
            })
        let file = open(path, O_RDWR)
        pwrite(file, [UInt8](repeating: 0xEE, count: 4096), 4096, (root - 1) * 4096)
        close(file)

        let error = await #expect(throws: ContentError.self) { try await library.titles("Tracks") }

        #expect(error?.code == .storage)
        #expect(try damagedFiles(library).count == 1)
        #expect(library.messages.all.count == 1)
        #expect(try await library.titles("Folders") == ["music"])
        #expect(try await library.revision() > revision)
        #expect(try await library.scan().added == 300)
        #expect(try await library.source.children(of: .root, offset: 0, limit: 9, at: nil).items[2].childCount == 300)
    }

    @Test(
        "closing ends a read, be it one long statement or many short ones", .timeLimit(.minutes(5)),
        arguments: [true, false])
    func closingEndsReads(isOneStatement: Bool) async throws {
        let library = try await TestLibrary()
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let catalog = library.catalog
        let reading = Task {
            try await catalog.read { (queries) throws(SQLiteError) in
                beginning.finish()
                while true {
                    if !isOneStatement {
                        _ = try queries.revision()
                        continue
                    }
                    let endless =
                        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
                    try queries.connection.prepare(endless).run()
                }
            }
        }
        for await _ in begun {}

        await catalog.close()

        let error = await #expect(throws: SQLiteError.self) { try await reading.value }
        #expect(error?.code == .interrupted)
        #expect(try await library.revision() >= 1)
    }

    @Test("a catalog of a newer program is refused and not touched")
    func newerSchema() async throws {
        let library = try await TestLibrary()
        await library.catalog.close()
        let path = library.base + "/data/catalog.sqlite"
        try Connection(path: path).execute("PRAGMA user_version = 99")

        let error = await #expect(throws: LibraryError.self) { _ = try await Catalog.open(path: path) { _ in } }

        #expect(error?.code == .newerSchema)
        #expect(error?.message.contains("99") == true)
        #expect(try damagedFiles(library) == [])
    }

    @Test("a catalog that cannot be made is an error that names it")
    func cannotBeMade() async throws {
        let error = await #expect(throws: LibraryError.self) {
            _ = try await Catalog.open(path: "/proc/nothing/catalog.sqlite") { _ in }
        }
        #expect(error?.code == .storage)
        #expect(error?.message.contains("/proc/nothing/catalog.sqlite") == true)
    }

    @Test("keys that collide are told apart by a salt")
    func collisions() throws {
        let connection = try Connection(path: ":memory:")
        try CatalogSchema.migrator.migrate(connection)
        let writer = try CatalogWriter(connection: connection, keyMaker: { _, salt in Int64(salt) })
        _ = try writer.change { () throws(SQLiteError) in
            for name in ["A", "B", "C"] { _ = try writer.nameID(.artist, FoldedName(name)) }
            #expect(try connection.prepare("SELECT key FROM artists ORDER BY id").all { $0.int(0) } == [0, 1, 2])
        }
    }

    @Test("a batch that fails changes nothing, and the next one works")
    func failingBatch() async throws {
        let connection = try Connection(path: ":memory:")
        try CatalogSchema.migrator.migrate(connection)
        let writer = try CatalogWriter(connection: connection)
        _ = try writer.change { () throws(SQLiteError) in try writer.addRoot(Array("/m".utf8)) }
        let file = PlannedFile(
            folder: Array("/m".utf8), name: Array("a.mp3".utf8),
            fingerprint: FileFingerprint(size: 1, modified: 1, inode: 1))
        let record = TrackRecord(FileTags(), folder: file.folder, name: file.name)
        let one = ScannedFile(file: file, outcome: .track(record))

        #expect(throws: SQLiteError.self) { try writer.apply(CatalogBatch(files: [one, one], time: 1)) }
        #expect(try connection.prepare("SELECT tracks FROM catalog").first { $0.int(0) } == 0)
        #expect(
            try connection.prepare("SELECT COUNT(*) FROM search WHERE rowid < 5497558138880").first { $0.int(0) } == 0)

        #expect(try writer.apply(CatalogBatch(files: [one], time: 1)).added == 1)
    }

    @Test("a process that is killed in the middle of a scan leaves a consistent catalog")
    func killedInScan() async throws {
        let base = FileManager.default.temporaryDirectory.path + "/oncue-killed-" + UUID().uuidString
        defer { removeTree(base) }
        try FileManager.default.createDirectory(atPath: base + "/music", withIntermediateDirectories: true)
        for number in 0..<1000 {
            try Data("TITLE=T\(number)\nALBUM=A\(number / 10)\nARTIST=R".utf8)
                .write(to: URL(fileURLWithPath: base + "/music/\(number).mp3"))
        }

        await #expect(processExitsWith: .signal(SIGKILL)) { [base = base as String] in
            let catalog = try await Catalog.open(path: base + "/catalog.sqlite") { _ in }
            _ = try await catalog.store.addRoot(Array((base + "/music").utf8))
            let scanner = LibraryScanner(catalog: catalog, tags: .texts, workerCount: 2)
            _ = try await scanner.scan(.init(progressed: { _ in }, contentChanged: { _ in kill(getpid(), SIGKILL) }))
        }

        let catalog = try await Catalog.open(path: base + "/catalog.sqlite") { Issue.record("\($0)") }
        let source = CatalogContentSource(catalog: catalog)
        let tracks = try await source.children(of: ContentSection.tracks.identifier, offset: 0, limit: 1000, at: nil)
        let albums = try await source.tracks(under: ContentSection.albums.identifier)
        #expect(tracks.total > 0 && tracks.total < 1000)
        #expect(tracks.items.count == tracks.total)
        #expect(albums.count == tracks.total)
        await catalog.close()
        let check = try Connection(path: base + "/catalog.sqlite")
        #expect(try check.prepare("PRAGMA integrity_check").first { $0.text(0) } == "ok")
    }

    @Test("a folder without read permission is one line for a user without special rights")
    func permissionDenied() async throws {
        let base = FileManager.default.temporaryDirectory.path + "/oncue-denied-" + UUID().uuidString
        defer {
            chmod(base + "/music/secret", 0o700)
            removeTree(base)
        }
        for folder in ["/music/secret", "/music/open", "/data"] {
            try FileManager.default.createDirectory(atPath: base + folder, withIntermediateDirectories: true)
        }
        for folder in ["", "/data", "/music", "/music/open"] { chmod(base + folder, 0o777) }
        for file in ["/music/secret/a.mp3", "/music/open/b.mp3", "/music/open/locked.mp3"] {
            try Data("TITLE=x".utf8).write(to: URL(fileURLWithPath: base + file))
            chmod(base + file, 0o644)
        }
        chmod(base + "/music/secret", 0)
        chmod(base + "/music/open/locked.mp3", 0)

        await #expect(processExitsWith: .success) { [base = base as String] in
            // As root, permissions do not count, so this process becomes somebody else.
            if getuid() == 0 { #expect(setgid(65534) == 0 && setuid(65534) == 0) }
            let catalog = try await Catalog.open(path: base + "/data/catalog.sqlite") { _ in }
            let library = CatalogLibrary(
                catalog: catalog, tags: .texts, log: { _ in })
            let events = await library.events()
            let refusal = await #expect(throws: LibraryError.self) {
                try await library.addFolder(MediaLocation(filePath: Array((base + "/music/secret").utf8)))
            }
            #expect(refusal?.code == .permissionDenied)
            try await library.addFolder(MediaLocation(filePath: Array((base + "/music").utf8)))
            for await event in events {
                guard case .scanFinished(let report) = event else { continue }
                #expect(report.added == 1)
                #expect(report.failed == 2)
                #expect(report.failures.allSatisfy { $0.reason.contains("permission denied") })
                break
            }
            await library.close()
            await catalog.close()
        }
    }
}
