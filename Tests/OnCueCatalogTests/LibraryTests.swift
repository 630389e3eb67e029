// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import FoundationEssentials
import OnCueCore
import Synchronization
import TagReading
import Testing

@testable import OnCueCatalog
@testable import OnCueMedia

@Suite("Looking after the library")
struct LibraryTests {
    private func makeLibrary(_ test: TestLibrary) -> CatalogLibrary {
        CatalogLibrary(catalog: test.catalog, tags: test.tags, log: { Issue.record("\($0)") })
    }

    /// Waits until a scan has ended.
    private func finish(_ events: AsyncStream<LibraryEvent>) async -> ScanReport? {
        for await event in events {
            if case .scanFinished(let report) = event { return report }
        }
        return nil
    }

    @Test("adding a folder scans it and tells of changes and the end", .timeLimit(.minutes(5)))
    func addFolder() async throws {
        let test = try await TestLibrary()
        let extra = test.base + "/extra"
        try FileManager.default.createDirectory(atPath: extra, withIntermediateDirectories: true)
        try Data("TITLE=Extra\nSECONDS=30".utf8).write(to: URL(fileURLWithPath: extra + "/e.mp3"))
        let library = makeLibrary(test)
        let events = await library.events()

        try await library.addFolder(MediaLocation(filePath: Array((extra + "/").utf8)))
        var revisions: [UInt64] = []
        var report: ScanReport?
        for await event in events {
            if case .contentChanged(let revision) = event { revisions.append(revision.number) }
            if case .scanFinished(let finished) = event {
                report = finished
                break
            }
        }

        let status = try await library.libraryStatus()
        #expect(report?.added == 1)
        #expect(revisions == revisions.sorted() && revisions.count == 2)
        #expect(revisions.last == status.revision.number)
        #expect(status.folders.map(\.displayName) == ["extra", "music"])
        #expect((status.trackCount, status.albumCount, status.artistCount) == (1, 0, 0))
        #expect(status.totalDuration == .seconds(30))
        #expect(status.scan == nil)
        #expect(status.lastReport == report)
        await library.close()
    }

    @Test("folders that are not there, are files or not local are refused by name")
    func wrongFolders() async throws {
        let test = try await TestLibrary()
        try test.write("a.mp3", ["TITLE": "A"])
        let library = makeLibrary(test)
        let places = [test.location("nothing"), test.location("a.mp3"), MediaLocation(uri: "https://host/x")]
        for place in places {
            let error = await #expect(throws: LibraryError.self) { try await library.addFolder(#require(place)) }
            #expect(error?.code == .noSuchFolder)
        }
        let error = await #expect(throws: LibraryError.self) {
            try await library.removeFolder(test.location("nothing"))
        }
        #expect(error?.code == .notInLibrary)
        await library.close()
    }

    @Test("a folder inside another one is no second copy, and outlives it", .timeLimit(.minutes(5)))
    func nestedFolders() async throws {
        let test = try await TestLibrary()
        try test.write("a/b/1.mp3", ["TITLE": "1"])
        try test.write("c/2.mp3", ["TITLE": "2"])
        let library = makeLibrary(test)
        let events = await library.events()

        try await library.addFolder(test.location("a/b"))
        _ = await finish(events)
        #expect(try await test.titles("Folders") == ["music"])
        #expect(try await test.titles("Tracks") == ["1", "2"])

        try await library.removeFolder(test.location(""))
        #expect(try await test.titles("Folders") == ["b"])
        #expect(try await test.titles("Tracks") == ["1"])
        #expect(try await library.libraryStatus().folders == [test.location("a/b")])

        try await library.addFolder(test.location(""))
        _ = await finish(events)
        #expect(try await test.titles("Folders") == ["music"])
        #expect(try await test.titles("Folders", "music", "a", "b") == ["1"])
        #expect(try await test.titles("Tracks") == ["1", "2"])

        try await library.removeFolder(test.location("a/b"))
        #expect(try await test.titles("Tracks") == ["1", "2"])
        try await library.removeFolder(test.location(""))
        #expect(try await test.titles("Tracks") == [])
        #expect(try await test.titles("Folders") == [])
        await library.close()
    }

    @Test("a scan that is asked for during a scan runs after it", .timeLimit(.minutes(5)))
    func dueScan() async throws {
        let test = try await TestLibrary()
        for number in 0..<100 { try test.write("\(number).mp3", ["TITLE": "\(number)"]) }
        let library = makeLibrary(test)
        let events = await library.events()

        await library.scan()
        await library.scan()
        await library.scan()
        let first = await finish(events)
        let second = await finish(events)

        #expect(first?.added == 100)
        #expect(second?.unchanged == 100)
        await library.close()
    }

    @Test("between one scan and the next that is due, a scan counts as under way", .timeLimit(.minutes(5)))
    func statusBetweenScans() async throws {
        let test = try await TestLibrary()
        try test.write("1.mp3", ["TITLE": "1"])
        let gate = DispatchSemaphore(value: 0)
        let walks = Mutex(0)
        // The second scan waits before it has told anything.
        let folders = FolderReader { path in
            let number = walks.withLock { walks in
                walks += 1
                return walks
            }
            if number == 2 { gate.wait() }
            return FolderReader.system.read(path)
        }
        let scanner = LibraryScanner(catalog: test.catalog, tags: test.tags, folders: folders, workerCount: 1)
        let library = CatalogLibrary(catalog: test.catalog, scanner: scanner, log: { Issue.record("\($0)") })
        let events = await library.events()

        await library.scan()
        await library.scan()
        let first = await finish(events)
        let between = try await library.libraryStatus()
        gate.signal()
        let second = await finish(events)
        let after = try await library.libraryStatus()

        #expect(between.scan?.phase == .looking)
        #expect(between.lastReport == first)
        #expect(after.scan == nil)
        #expect(after.lastReport == second)
        await library.close()
    }

    @Test("a scan that begins while a folder is removed leaves nothing of the folder", .timeLimit(.minutes(5)))
    func scanDuringRemoval() async throws {
        let test = try await TestLibrary()
        try test.write("1.mp3", ["TITLE": "1"])
        let tags = TagSource { (path) throws(TagReadError) in try textTags(path) }
        let library = CatalogLibrary(catalog: test.catalog, tags: tags, log: { Issue.record("\($0)") })
        let events = await library.events()
        let (held, holding) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let store = test.catalog.store
        let hold = Task { await store.wait(for: gate) { holding.finish() } }
        for await _ in held {}

        let music = test.location("")
        // Reaches the library before the scan does, and then waits for the store.
        let removal = Task.immediate { try await library.removeFolder(music) }
        await library.scan()
        gate.signal()
        await hold.value
        try await removal.value
        _ = await finish(events)
        _ = await finish(events)

        #expect(try await test.titles("Tracks") == [])
        await library.close()
    }

    @Test("closing ends a scan and every stream", .timeLimit(.minutes(5)))
    func closing() async throws {
        let test = try await TestLibrary()
        for number in 0..<500 { try test.write("\(number).mp3", ["TITLE": "\(number)"]) }
        let library = makeLibrary(test)
        let events = await library.events()
        await library.scan()

        await library.close()

        for await _ in events {}
        for await _ in await library.events() {}
        let reads = test.reads.withLock { $0.count }
        await library.scan()
        #expect(try await library.libraryStatus().scan == nil)
        #expect(test.reads.withLock { $0.count } == reads)
    }
}

extension CatalogStore {
    /// Keeps the thread of the store busy.
    fileprivate func wait(for gate: DispatchSemaphore, _ begun: @Sendable () -> Void) {
        begun()
        gate.wait()
    }
}
