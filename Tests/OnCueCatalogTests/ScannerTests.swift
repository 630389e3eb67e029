// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import FoundationEssentials
import Glibc
import OnCueCore
import SQLite
import Synchronization
import TagReading
import Testing

@testable import OnCueCatalog
@testable import OnCueMedia

@Suite("Scanning")
struct ScannerTests {
    @Test("a second scan reads nothing and does not change the revision")
    func unchanged() async throws {
        let library = try await TestLibrary()
        for number in 0..<20 { try library.write("\(number % 3)/\(number).mp3", ["TITLE": "\(number)"]) }
        let first = try await library.scan()
        let revision = try await library.revision()

        let second = try await library.scan()

        #expect(first.added == 20)
        #expect(second.unchanged == 20)
        #expect(second.added + second.changed + second.removed + second.failed == 0)
        #expect(library.readNames == [])
        #expect(try await library.revision() == revision)
    }

    @Test("only what changed is read; it keeps its identity and its place in Recently Added")
    func changed() async throws {
        let library = try await TestLibrary()
        try library.write("a.mp3", ["TITLE": "A"])
        try library.write("b.mp3", ["TITLE": "B"])
        try await library.scan()
        let identifier = try await library.source.identifier(named: ["Tracks", "B"])

        try library.write("b.mp3", ["TITLE": "B, remastered", "ALBUM": "New"])
        let report = try await library.scan()

        #expect(library.readNames == ["b.mp3"])
        #expect((report.changed, report.unchanged) == (1, 1))
        #expect(try await library.source.item(for: identifier).title == "B, remastered")
        #expect(try await library.titles("Albums", "New") == ["B, remastered"])
    }

    @Test("a scan of everything reads unchanged files again, and tracks keep their identities")
    func everything() async throws {
        let library = try await TestLibrary()
        try library.write("a.mp3", ["TITLE": "A"])
        try library.write("b.mp3", ["TITLE": "B"])
        try library.write("broken.mp3", text: "BAD")
        try await library.scan()
        let identifier = try await library.source.identifier(named: ["Tracks", "A"])
        let added = try await library.titles("Recently Added")
        // The file is the same, so nothing else tells of it.
        try library.execute("UPDATE tracks SET title = 'Old' WHERE title = 'A'")
        #expect(try await library.scan().changed == 0)

        let report = try await library.scanAll()

        #expect(library.readNames == ["a.mp3", "b.mp3", "broken.mp3"])
        #expect((report.changed, report.unchanged, report.added, report.removed) == (2, 0, 0, 0))
        #expect(try await library.source.item(for: identifier).title == "A")
        #expect(try await library.titles("Recently Added") == added)
    }

    @Test("a change in the same second and of the same size is noticed")
    func nanoseconds() async throws {
        let library = try await TestLibrary()
        try library.write("a.mp3", ["TITLE": "A"])
        func setTime(_ nanoseconds: Int) {
            let time = timespec(tv_sec: 1_700_000_000, tv_nsec: nanoseconds)
            let times = [time, time]
            utimensat(AT_FDCWD, library.music + "/a.mp3", times, 0)
        }
        setTime(5)
        try await library.scan()

        setTime(6)
        try await library.scan()

        #expect(library.readNames == ["a.mp3"])
    }

    @Test("what is removed goes, with its album, artist, genre and folder")
    func removed() async throws {
        let library = try await TestLibrary()
        try library.write("x/y/a.mp3", ["TITLE": "A", "ARTIST": "AA", "ALBUM": "AAA", "GENRE": "G"])
        try library.write("b.mp3", ["TITLE": "B", "ARTIST": "BB", "GENRE": "H"])
        try await library.scan()

        try library.remove("x")
        let report = try await library.scan()

        #expect(report.removed == 1)
        #expect(try await library.titles("Tracks") == ["B"])
        #expect(try await library.titles("Albums") == [])
        #expect(try await library.titles("Artists") == ["BB"])
        #expect(try await library.titles("Genres") == ["H"])
        #expect(try await library.titles("Folders", "music") == ["B"])
        let counts = try await library.source.children(of: .root, offset: 0, limit: 6, at: nil).items.map(\.childCount)
        #expect(counts == [1, 0, 1, 1, 1, 1])
    }

    @Test("a file that is moved or renamed keeps its identity")
    func moved() async throws {
        let library = try await TestLibrary()
        try library.write("a.mp3", ["TITLE": "A"])
        try library.write("b.mp3", ["TITLE": "B"])
        try await library.scan()
        let identifier = try await library.source.identifier(named: ["Tracks", "A"])

        try FileManager.default.createDirectory(atPath: library.music + "/new", withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: library.music + "/a.mp3", toPath: library.music + "/new/z.mp3")
        let report = try await library.scan()

        #expect((report.added, report.changed, report.removed) == (0, 1, 0))
        #expect(try await library.source.tracks(under: identifier).map(\.location) == [library.location("new/z.mp3")])
        #expect(try await library.titles("Folders", "music") == ["new", "B"])
    }

    @Test("a file at the old place of a moved one gets an identity of its own")
    func newFileAtOldPlace() async throws {
        let library = try await TestLibrary()
        try library.write("a.mp3", ["TITLE": "A"])
        try await library.scan()
        try FileManager.default.moveItem(atPath: library.music + "/a.mp3", toPath: library.music + "/z.mp3")
        try await library.scan()
        let old = try await library.source.identifier(named: ["Tracks", "A"])

        try library.write("a.mp3", ["TITLE": "Another"])
        try await library.scan()

        #expect(try await library.source.identifier(named: ["Tracks", "Another"]) != old)
        #expect(try await library.source.item(for: old).title == "A")
    }

    @Test("identities are the same in a catalog that is built anew")
    func stableIdentities() async throws {
        func identities(_ library: TestLibrary) async throws -> [ContentIdentifier] {
            var all: [ContentIdentifier] = []
            for section in ContentSection.allCases {
                all += try await library.source.children(of: section.identifier, offset: 0, limit: 100, at: nil).items
                    .map(\.identifier)
            }
            return all
        }
        let library = try await TestLibrary()
        for number in 0..<6 {
            try library.write(
                "\(number).mp3",
                ["TITLE": "T\(number)", "ALBUM": "A\(number % 2)", "ARTIST": "R\(number % 3)", "GENRE": "G"])
        }
        try await library.scan()
        let before = try await identities(library)

        await library.catalog.close()
        try FileManager.default.removeItem(atPath: library.base + "/data")
        _ = try await library.catalog.store.addRoot(Array(library.music.utf8))
        try await library.scan()

        #expect(before.count > 10)
        #expect(try await identities(library) == before)
    }

    @Test("a file that cannot be read is one line, costs nothing else and is not read again until it changes")
    func unreadable() async throws {
        let library = try await TestLibrary()
        try library.write("bad.mp3", text: "BAD")
        try library.write("empty.flac", text: "BAD")
        try library.write("good.mp3", ["TITLE": "Good"])
        let first = try await library.scan()

        let second = try await library.scan()

        #expect((first.added, first.failed, first.failures.count) == (1, 2, 2))
        #expect(library.readNames == [])
        #expect((second.unchanged, second.failed) == (1, 2))
        #expect(second.failures.map(\.location) == [library.location("bad.mp3"), library.location("empty.flac")])
        #expect(second.failures.allSatisfy { first.failures.contains($0) && !$0.reason.isEmpty })

        try library.write("bad.mp3", ["TITLE": "Repaired"])
        let third = try await library.scan()
        #expect((third.added, third.failed) == (1, 1))
        #expect(try await library.titles("Tracks") == ["Good", "Repaired"])

        try library.write("good.mp3", text: "BAD now")
        try library.remove("empty.flac")
        let fourth = try await library.scan()
        #expect((fourth.removed, fourth.failed) == (1, 1))
        #expect(try await library.titles("Tracks") == ["Repaired"])
    }

    @Test("a reason of an earlier version, which repeats the file, is shown until the next scan reads the file again")
    func formerReasons() async throws {
        let library = try await TestLibrary()
        try library.write("bad.mp3", text: "BAD")
        try await library.scan()
        let former = "cannot read tags of \"\(library.music)/bad.mp3\": it is odd"
        let connection = try Connection(path: library.base + "/data/catalog.sqlite")
        let change = try connection.prepare("UPDATE unreadable_files SET reason = ?")
        change.bind(1, former)
        try change.run()
        try connection.execute(M0008SayReasonsOnly.migration.sql)
        let shown = try await library.catalog.read { queries throws(SQLiteError) in
            try queries.unreadableFiles(offset: 0, limit: 9).map(\.reason)
        }

        let report = try await library.scan()

        #expect(shown == [former])
        #expect(library.readNames == ["bad.mp3"])
        #expect(report.failures.map(\.location) == [library.location("bad.mp3")])
        #expect(report.failures.allSatisfy { !$0.reason.contains("bad.mp3") })
        try await library.scan()
        #expect(library.readNames.isEmpty)
    }

    @Test("a file that is out of reach for a while is a line, keeps its track and is tried again")
    func outOfReach() async throws {
        let library = try await TestLibrary()
        try library.write("a.mp3", ["TITLE": "A"])
        try library.write("b.mp3", ["TITLE": "B"])
        try await library.scan()
        try library.write("a.mp3", ["TITLE": "A, changed"])
        try library.write("new.mp3", ["TITLE": "New"])
        let gone = LibraryScanner(
            catalog: library.catalog,
            tags: TagSource { (_) throws(TagReadError) in try textTags(Array("/no/file".utf8)) })

        let report = try await gone.scan(.init(progressed: { _ in }, contentChanged: { _ in }))

        #expect((report?.failed, report?.removed, report?.unchanged) == (2, 0, 1))
        #expect(try await library.titles("Tracks") == ["A", "B"])
        #expect(try await library.scan().changed == 1)
        #expect(library.readNames == ["a.mp3", "new.mp3"])
        #expect(try await library.titles("Tracks") == ["A, changed", "B", "New"])
    }

    @Test("names with spaces, quotes, newlines and bytes that are not UTF-8 are kept byte for byte")
    func oddNames() async throws {
        let library = try await TestLibrary()
        let names: [[UInt8]] = [
            Array("with space.mp3".utf8), Array("quote\"'`.mp3".utf8), Array("new\nline.mp3".utf8),
            [0xFF, 0xFE, 0x80] + Array(".mp3".utf8), Array("per%41cent.mp3".utf8), Array("ümläut.MP3".utf8),
            [0xFF, 0xFE, 0x81] + Array(".mp3".utf8),
        ]
        for name in names { try library.write(bytes: name, text: "GENRE=Odd") }
        let report = try await library.scan()

        let tracks = try await library.source.tracks(under: ContentSection.tracks.identifier)

        #expect(report.added == names.count)
        let base = Array((library.music + "/").utf8)
        #expect(Set(tracks.map(\.location)) == Set(names.map { MediaLocation(filePath: base + $0) }))
        #expect(Set(tracks.map(\.identifier)).count == names.count)
        #expect(tracks.allSatisfy { !$0.title.isEmpty && !$0.title.contains("\n") })
        #expect(try await library.scan().unchanged == names.count)
    }

    @Test("links are followed, loops end, and a folder keeps its own path", .timeLimit(.minutes(5)))
    func links() async throws {
        let library = try await TestLibrary()
        try library.write("real/a.mp3", ["TITLE": "A"])
        try library.write("b.mp3", ["TITLE": "B"])
        let outside = library.base + "/outside"
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
        try Data("TITLE=Out".utf8).write(to: URL(fileURLWithPath: outside + "/o.mp3"))
        for (link, target) in [
            ("real/loop", ".."), ("self", "self"), ("again", "real"), ("0-out", outside), ("dangling.mp3", "nothing"),
            ("linked.mp3", "b.mp3"), ("absolute", library.music),
        ] {
            symlink(target, library.music + "/" + link)
        }

        let report = try await library.scan()

        #expect((report.added, report.failed) == (4, 0))
        #expect(try await library.titles("Folders", "music") == ["0-out", "real", "B", "B"])
        #expect(try await library.scan().unchanged == 4)
    }

    @Test("a link to a folder in which the library is, or to the whole disk, is not followed, and the report says so")
    func linksUp() async throws {
        let library = try await TestLibrary()
        try library.write("a.mp3", ["TITLE": "A"])
        try Data("TITLE=Out".utf8).write(to: URL(fileURLWithPath: library.base + "/o.mp3"))
        symlink(library.base, library.music + "/up")
        symlink("/", library.music + "/disk")

        let report = try await library.scan()

        #expect((report.added, report.failed) == (1, 2))
        #expect(try await library.titles("Tracks") == ["A"])
    }

    @Test("hidden files and folders, folders with .nomedia and other files are left out")
    func leftOut() async throws {
        let library = try await TestLibrary()
        for path in [
            ".hidden.mp3", ".folder/a.mp3", "no/.nomedia", "no/b.mp3", "no/below/c.mp3", "text.txt", "mp3", "d.mp3",
        ] {
            try library.write(path, ["TITLE": path])
        }
        mkfifo(library.music + "/pipe.mp3", 0o600)
        mkdir(library.music + "/folder.mp3", 0o700)

        #expect(try await library.scan().added == 1)
        #expect(try await library.titles("Tracks") == ["d.mp3"])
    }

    @Test("long paths work, and those beyond the system's limit are one line")
    func longPaths() async throws {
        let library = try await TestLibrary()
        let long = String(repeating: "long name ", count: 15)
        try library.write(long + "/" + long + "/a.mp3", ["TITLE": "300"])
        #expect((library.music + "/" + long + "/" + long).utf8.count > 300)
        // Deeper than a path may be long, made step by step.
        var folder = open(library.music, O_RDONLY | O_DIRECTORY)
        for _ in 0..<30 {
            mkdirat(folder, long, 0o700)
            let next = openat(folder, long, O_RDONLY | O_DIRECTORY)
            close(folder)
            folder = next
        }
        close(openat(folder, "deep.mp3", O_WRONLY | O_CREAT, 0o600))
        close(folder)

        let report = try await library.scan()

        #expect(report.added == 1)
        #expect(report.failed == 1)
        #expect(report.failures.first?.reason.contains("too long") == true)
    }

    @Test("folders nested too deep are one line")
    func tooDeep() async throws {
        let library = try await TestLibrary()
        try library.write(String(repeating: "d/", count: FolderWalk.depthLimit + 3) + "a.mp3", ["TITLE": "Deep"])
        try library.write(String(repeating: "e/", count: FolderWalk.depthLimit - 1) + "b.mp3", ["TITLE": "Not so deep"])

        let report = try await library.scan()

        #expect((report.added, report.failed) == (1, 1))
        #expect(report.failures.first?.reason.contains("deeper") == true)
    }

    @Test("what is known below a folder that cannot be read is kept")
    func unreadableFolderKeeps() async throws {
        let library = try await TestLibrary()
        try library.write("a/1.mp3", ["TITLE": "1"])
        try library.write("a/deep/2.mp3", ["TITLE": "2"])
        try library.write("b/3.mp3", ["TITLE": "3"])
        try await library.scan()
        let revision = try await library.revision()
        let broken = Array((library.music + "/a").utf8)

        let report = try await library.scan(
            folders: FolderReader { path in
                path == broken ? .failure(FolderFailure(error: EIO)) : FolderReader.system.read(path)
            })

        #expect((report.removed, report.failed, report.unchanged) == (0, 1, 1))
        #expect(report.failures.first?.location == library.location("a"))
        #expect(try await library.titles("Tracks") == ["1", "2", "3"])
        #expect(try await library.revision() == revision)
    }

    @Test("what was in a root that is missing or empty is hidden, and comes back whole", arguments: [true, false])
    func missingRoot(_ isEmpty: Bool) async throws {
        let library = try await TestLibrary()
        try library.write("a/1.mp3", ["TITLE": "1"])
        try await library.scan()
        let identifier = try await library.source.identifier(named: ["Tracks", "1"])

        try FileManager.default.moveItem(atPath: library.music, toPath: library.base + "/away")
        if isEmpty { mkdir(library.music, 0o700) }
        let report = try await library.scan()

        #expect((report.removed, report.failed) == (1, 1))
        #expect(report.failures.first?.reason.contains("hidden until it is back") == true)
        #expect(try await library.titles("Tracks") == [])

        if isEmpty { rmdir(library.music) }
        try FileManager.default.moveItem(atPath: library.base + "/away", toPath: library.music)
        #expect(try await library.scan().added == 1)
        #expect(try await library.source.identifier(named: ["Tracks", "1"]) == identifier)
    }

    @Test("a scan that is cancelled ends with the file in hand and leaves whole batches", .timeLimit(.minutes(5)))
    func cancelled() async throws {
        let library = try await TestLibrary()
        for number in 0..<400 { try library.write("\(number).mp3", ["TITLE": "\(number)", "ALBUM": "A"]) }
        let task = Mutex<Task<ScanReport?, any Error>?>(nil)
        let base = library.tags
        let tags = TagSource { (path) throws(TagReadError) in
            let tags = try base.read(path)
            if library.reads.withLock({ $0.count }) == 150 { task.withLock { $0?.cancel() } }
            return tags
        }
        let scanner = LibraryScanner(catalog: library.catalog, tags: tags, workerCount: 1)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)

        let scan = Task<ScanReport?, any Error> {
            for await _ in gate { break }
            return try await scanner.scan(.init(progressed: { _ in }, contentChanged: { _ in }))
        }
        task.withLock { $0 = scan }
        opener.yield()
        let report = try await scan.value

        #expect(report == nil)
        #expect(library.reads.withLock { $0.count } == 150)
        let page = try await library.source.children(of: ContentSection.tracks.identifier, offset: 0, limit: 1, at: nil)
        #expect(page.total == 100)
        #expect(try await library.item("Albums", "A").childCount == 100)
        #expect(try await library.scan().unchanged == 100)
    }

    @Test("files are read in larger parts where that is quick, and all of them once")
    func parts() {
        let fingerprint = FileFingerprint(size: 0, modified: 0, inode: 0)
        let files = (0..<30_000).map { number in
            PlannedFile(folder: [], name: Array("\(number)".utf8), fingerprint: fingerprint, track: nil)
        }
        let queue = ChunkQueue(files, readers: 2)
        var (size, sizes, names) = (ChunkSize(), [Int](), [[UInt8]]())
        while let part = queue.next(upTo: size.files) {
            sizes.append(part.count)
            names += part.map(\.name)
            size.note(part.count == 1000 ? .milliseconds(1001) : .milliseconds(20))
        }
        #expect(names == files.map(\.name))
        #expect(sizes.prefix(5) == [250, 500, 1000, 500, 1000])
        #expect(sizes.dropLast().allSatisfy { $0 >= 250 })
        var slow = ChunkSize()
        for _ in 0..<3 { slow.note(.seconds(9)) }
        #expect(slow.files == 250)
        for _ in 0..<9 { slow.note(.milliseconds(9)) }
        #expect(slow.files == 2000)
        queue.close()
        #expect(queue.next(upTo: 1) == nil)
    }

    @Test("progress comes at most every 100 ms and knows how much there is to read")
    func progress() async throws {
        let library = try await TestLibrary()
        for number in 0..<300 { try library.write("\(number).mp3", ["TITLE": "\(number)"]) }
        let lines = LogLines()
        let scanner = LibraryScanner(catalog: library.catalog, tags: library.tags)

        let report = try await scanner.scan(
            .init(
                progressed: { lines.append("\($0.phase) \($0.found) \($0.toRead) \($0.read)") },
                contentChanged: { _ in }))

        let elapsed = try #require(report).elapsed
        #expect(lines.all.count <= Int(elapsed / .milliseconds(100)) + 1)
        #expect(lines.all.first == "looking 300 0 0")
    }

    @Test("real files of every format are read, and broken ones are lines")
    func realFiles() async throws {
        let library = try await TestLibrary()
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures").path
        for name in [
            "full.flac", "full.mp3", "full.m4a", "full.ogg", "full.opus", "full.wav", "full.aiff", "full.wv",
            "untagged.mp3", "text.mp3", "empty.mp3",
        ] {
            try FileManager.default.copyItem(atPath: fixtures + "/" + name, toPath: library.music + "/" + name)
        }

        let report = try #require(
            try await LibraryScanner(catalog: library.catalog, tags: .files)
                .scan(.init(progressed: { _ in }, contentChanged: { _ in })))

        #expect((report.added, report.failed) == (9, 2))
        #expect(Set(report.failures.map(\.location)) == [library.location("text.mp3"), library.location("empty.mp3")])
        #expect(try await library.titles("Tracks").contains("untagged"))
        let tracks = try await library.source.tracks(under: ContentSection.tracks.identifier)
        #expect(tracks.allSatisfy { $0.duration != nil })
    }
}
