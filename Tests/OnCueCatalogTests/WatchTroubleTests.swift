// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueCore
import SQLite
import Testing

@testable import OnCueCatalog

@Suite("Where changes are not told", .timeLimit(.minutes(5)))
struct WatchTroubleTests {
    @Test("when the kernel had to drop events, everything is looked at")
    func overflow() async throws {
        let watch = FolderWatch(log: { Issue.record("\($0)") })
        watch.add(Array("/".utf8))
        // As inotify(7) has it: no watch, the kind, a cookie, no name.
        var bytes: [UInt8] = []
        for part in [UInt32(bitPattern: -1), UInt32(IN_Q_OVERFLOW), 0, 0] {
            withUnsafeBytes(of: part) { bytes += Array($0) }
        }

        let events = bytes.withUnsafeBytes(WatchEvent.events)

        #expect(events.count == 1)
        #expect(watch.about(events) == .everything)
        watch.close()
    }

    @Test("what cannot be watched is looked at every 15 minutes, and then no wake-up is left over")
    func verification() async throws {
        let clock = ManualClock()
        var sleeps = clock.sleeps.makeAsyncIterator()
        let watched = try await WatchedLibrary.make(limit: 1, clock: clock.library) { test in
            for number in 0..<3 { try test.write("\(number)/a.mp3", ["TITLE": "\(number)"]) }
        }

        #expect(await sleeps.next() == .seconds(900))
        try watched.test.write("2/new.mp3", ["TITLE": "new"])
        clock.wakeAll()
        try await watched.expect(["0", "1", "2", "new"])
        #expect(await sleeps.next() == .seconds(900))

        await watched.library.close()
        #expect(!clock.isAwaited)
    }

    @Test("a library that is watched as a whole does not wake up by itself")
    func noTimer() async throws {
        let clock = ManualClock()
        let watched = try await WatchedLibrary.make(clock: clock.library) { try $0.write("1.mp3", ["TITLE": "1"]) }

        try watched.test.write("2.mp3", ["TITLE": "2"])
        try await watched.expect(["1", "2"])

        #expect(!clock.isAwaited)
        await watched.library.close()
    }

    // MARK: Disks

    /// A disk as far as the kernel is concerned: a file system that is mounted and unmounted.
    private struct Disk {
        let point: String
        let home: String

        static let canMount: Bool = {
            let folder = FileManager.default.temporaryDirectory.path + "/oncue-mount-" + UUID().uuidString
            mkdir(folder, 0o700)
            defer { rmdir(folder) }
            guard mount("none", folder, "tmpfs", 0, "size=1m") == 0 else { return false }
            return umount2(folder, Int32(MNT_DETACH)) == 0
        }()

        init(_ test: TestLibrary) throws {
            (point, home) = (test.music + "/usb", test.base + "/disk")
            for folder in [point, home] { mkdir(folder, 0o700) }
            guard mount("none", home, "tmpfs", 0, "size=1m") == 0 else { throw POSIXFailure(error: errno) }
            try plugIn()
        }

        func plugIn() throws {
            guard mount(home, point, nil, UInt(MS_BIND), nil) == 0 else { throw POSIXFailure(error: errno) }
        }

        func unplug() {
            umount2(point, Int32(MNT_DETACH))
        }

        func remove() {
            unplug()
            umount2(home, Int32(MNT_DETACH))
        }
    }

    @Test("a disk that is unplugged hides its tracks, and comes back whole", .enabled(if: Disk.canMount))
    func unplugged() async throws {
        var disk: Disk?
        let watched = try await WatchedLibrary.make { test in
            disk = try Disk(test)
            try test.write("home.mp3", ["TITLE": "home"])
            for number in 0..<3 { try test.write("usb/album/\(number).mp3", ["TITLE": "disk \(number)"]) }
        }
        let usb = try #require(disk)
        defer { usb.remove() }
        let test = watched.test
        try await test.catalog.store.execute("UPDATE tracks SET added = 1000, play_count = 7, favourite = 1")
        let before = try await rows(test)

        usb.unplug()
        try await watched.expect(["home"])
        try usb.plugIn()
        try await watched.expect(["disk 0", "disk 1", "disk 2", "home"])

        #expect(before.count == 4)
        #expect(try await rows(test) == before)
        try test.write("usb/album/3.mp3", ["TITLE": "disk 3"])
        try await watched.expect(["disk 0", "disk 1", "disk 2", "disk 3", "home"])
        await watched.library.close()
    }

    /// Identity, age, plays and favour of every track.
    private func rows(_ test: TestLibrary) async throws -> [String] {
        try await test.catalog.read { (queries) throws(SQLiteError) in
            try queries.connection.cached("SELECT title, key, added, play_count, favourite FROM tracks ORDER BY title")
                .all { row in ([row.text(0)] + (1...4).map { String(row.integer($0)) }).joined(separator: " ") }
        }
    }
}
