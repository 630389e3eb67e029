// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueCore
import OnCueInterface
import Synchronization
import Testing

@testable import OnCueCatalog

@Suite("Noticing changes at once", .timeLimit(.minutes(5)))
struct WatchTests {
    @Test("files and folders that come, change, move and go are noticed, and nothing else is read")
    func changes() async throws {
        let watched = try await WatchedLibrary.make { try $0.write("a/1.mp3", ["TITLE": "1"]) }
        let test = watched.test
        let one = try await test.source.identifier(named: ["Tracks", "1"])

        try test.write("a/2.mp3", ["TITLE": "2"])
        try await watched.expect(["1", "2"])
        try test.write("new/deep/3.mp3", ["TITLE": "3"])
        try await watched.expect(["1", "2", "3"])
        // What came with the folder is watched, too.
        try test.write("new/deep/4.mp3", ["TITLE": "4"])
        try await watched.expect(["1", "2", "3", "4"])
        try test.write("a/2.mp3", ["TITLE": "22"])
        try await watched.expect(["1", "3", "4", "22"])
        rename(test.music + "/a", test.music + "/b")
        try await watched.expect(["1", "22"], "Folders", "music", "b")
        try test.write("b/5.mp3", ["TITLE": "5"])
        try await watched.expect(["1", "22", "5"], "Folders", "music", "b")
        try test.remove("new")
        try await watched.expect(["1", "5", "22"])

        #expect(try await test.source.identifier(named: ["Tracks", "1"]) == one)
        #expect(watched.watch.coverage == .live)
        let reads = test.reads.withLock { $0.filter { $0.hasSuffix("/5.mp3") }.count }
        #expect(reads == 1)
        await watched.library.close()
    }

    @Test("a change of one file is told at once, and that file alone is read")
    func promptness() async throws {
        let watched = try await WatchedLibrary.make { test in
            for number in 0..<200 { try test.write("\(number)/a.mp3", ["TITLE": "\(number)"]) }
        }
        let begin = ContinuousClock.now

        try watched.test.write("7/b.mp3", ["TITLE": "new"])
        for await event in watched.events {
            if case .contentChanged = event { break }
        }

        // A bound for machines under load; how fast it is otherwise is for the benchmark.
        #expect(begin.duration(to: .now) < .seconds(60))
        #expect(watched.test.reads.withLock { $0.count } == 201)
        await watched.library.close()
    }

    @Test("a .nomedia file hides a folder and all below; without it they are back")
    func noMedia() async throws {
        let watched = try await WatchedLibrary.make { test in
            try test.write("a/b/1.mp3", ["TITLE": "1"])
            try test.write("2.mp3", ["TITLE": "2"])
        }

        try watched.test.write("a/.nomedia", text: "")
        try await watched.expect(["2"])
        try watched.test.remove("a/.nomedia")
        try await watched.expect(["1", "2"])

        await watched.library.close()
    }

    @Test("a root that goes and comes is noticed")
    func rootGoes() async throws {
        let watched = try await WatchedLibrary.make { try $0.write("1.mp3", ["TITLE": "1"]) }
        let test = watched.test

        rename(test.music, test.base + "/away")
        try await watched.expect([])

        #expect(try await watched.library.libraryStatus().watching == .live)
        await watched.library.close()
    }

    @Test("more folders than can be watched are said once, and verified from time to time")
    func limit() async throws {
        let log = LogLines()
        let watched = try await WatchedLibrary.make(limit: 3, log) { test in
            for number in 0..<10 { try test.write("\(number)/a.mp3", ["TITLE": "\(number)"]) }
        }

        #expect(try await watched.library.libraryStatus().watching == .limited)
        #expect(log.all.filter { $0.contains("max_user_watches") }.count == 1)
        await watched.library.close()
    }

    @Test("a burst of changes is one, after 300 ms of quiet or 2 s at most")
    func debounce() {
        var debounce = ChangeDebounce()
        let begin = ContinuousClock.now
        var change = FolderChanges()
        change.note(folder: [1])

        debounce.note(change, now: begin)
        #expect(debounce.due == begin + .milliseconds(300))
        for step in 1...9 { debounce.note(change, now: begin + .milliseconds(250 * step)) }

        #expect(debounce.due == begin + .seconds(2))
        #expect(debounce.take(now: begin + .seconds(1.9)) == nil)
        #expect(debounce.take(now: begin + .seconds(2)) == change)
        #expect(debounce.due == nil)
    }

    @Test("too many places at once are everything")
    func everything() {
        var changes = FolderChanges()
        for number in 0...FolderChanges.limit { changes.note(folder: Array("\(number)".utf8)) }

        #expect(changes == .everything)
    }

    @Test("the mount table is understood: spaces in paths, devices, network file systems")
    func mounts() {
        let text = """
            25 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
            40 25 0:45 / /mnt/my\\040disk rw - nfs4 server:/x rw,vers=4.2
            41 25 259:300 / /media/usb rw master:2 propagate_from:1 - vfat /dev/sdb1 rw
            nonsense
            """
        let table = MountTable(Array(text.utf8))

        #expect(table.mounts.map { String(decoding: $0.point, as: UTF8.self) } == ["/", "/mnt/my disk", "/media/usb"])
        #expect(table.unwatchableDevices == [45])
        #expect(table.about([Array("/media/usb/Music".utf8)]).map(\.type) == ["ext4", "vfat"])
        var status = stat()
        stat("/", &status)
        let own = open("/proc/self/mountinfo", O_RDONLY)
        #expect(MountTable(reading: own).mounts.contains { $0.device == UInt64(status.st_dev) })
        close(own)
    }

    @Test("a scan can be paused, resumed and cancelled")
    func pause() async throws {
        let test = try await TestLibrary()
        for number in 0..<50 { try test.write("\(number).mp3", ["TITLE": "\(number)"]) }
        let library = CatalogLibrary(catalog: test.catalog, tags: test.tags, log: { Issue.record("\($0)") })
        let events = await library.events()

        await library.pauseScan()
        await library.scan()
        for await event in events {
            if case .scanProgressed(let progress) = event, progress.isPaused { break }
        }
        #expect(try await library.libraryStatus().scan?.isPaused == true)
        #expect(test.reads.withLock { $0 }.isEmpty)
        await library.resumeScan()
        var report: ScanReport?
        for await event in events {
            guard case .scanFinished(let finished) = event else { continue }
            report = finished
            break
        }
        #expect(report?.added == 50)

        // Between scans nothing of the last one is told, and the next one is held.
        await library.pauseScan()
        #expect(try await library.libraryStatus().scan == nil)
        #expect(try await library.libraryStatus().isPaused)
        await library.scan()
        await library.cancelScan()
        #expect(try await !library.libraryStatus().isPaused)
        #expect(try await library.libraryStatus().lastReport?.isCancelled == true)
        #expect(try await library.libraryStatus().scan == nil)
        await library.close()
    }

    @Test("what could not be read is listed with its reason, page by page, until it can be read")
    func failures() async throws {
        let watched = try await WatchedLibrary.make { test in
            for number in 0..<5 { try test.write("\(number).mp3", text: "BAD") }
        }

        let page = try await watched.library.scanFailures(offset: 2, limit: 2)
        #expect(page.total == 5)
        #expect(page.failures.map(\.location) == ["2.mp3", "3.mp3"].map { watched.test.location($0) })
        #expect(page.failures.allSatisfy { !$0.reason.isEmpty })

        try watched.test.write("2.mp3", ["TITLE": "2"])
        try await watched.expect(["2"])
        #expect(try await watched.library.scanFailures(offset: 0, limit: 10).total == 4)
        await watched.library.close()
    }
}
