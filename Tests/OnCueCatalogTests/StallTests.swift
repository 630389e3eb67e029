// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import OnCueCore
import Synchronization
import TagReading
import Testing

@testable import OnCueCatalog
@testable import OnCueMedia

@Suite("Disks that do not answer", .timeLimit(.minutes(5)))
struct StallTests {
    /// A library in which some files do not answer, and a clock.
    private final class Rig: Sendable {
        let test: TestLibrary
        let clock = ManualClock()
        /// Parts of the paths of files that do not answer.
        let silent = Mutex<[String]>([])

        init() async throws {
            test = try await TestLibrary()
        }

        /// Folders whose names begin with `usb` are on a device of their own.
        func scanner() -> LibraryScanner {
            let folders = FolderReader { path in
                FolderReader.system.read(path).map { content in
                    var content = content
                    if path.split(separator: UInt8(ascii: "/")).last?.starts(with: "usb".utf8) == true {
                        content.identity.device = 7
                    }
                    return content
                }
            }
            let source = test.tags
            let tags = TagSource { [self] (path) throws(TagReadError) in
                let tags = try source.read(path)
                let text = String(decoding: path, as: UTF8.self)
                guard silent.withLock({ !$0.contains { text.contains($0) } }) else {
                    throw TagReadError(code: .didNotAnswer, path: path, reason: "no answer")
                }
                return tags
            }
            return LibraryScanner(
                catalog: test.catalog, tags: tags, folders: folders, workerCount: 1, now: { [clock] in clock.now })
        }

        func scan(_ scanner: LibraryScanner, _ changes: FolderChanges = .everything) async throws -> ScanReport {
            test.reads.withLock { $0 = [] }
            return try await test.scan(scanner, changes)
        }
    }

    @Test("pauses grow, up to a day for a file and an hour for a device")
    func pauses() {
        #expect((1...6).map(RetryPause.ofFile) == [300, 1200, 4800, 19_200, 76_800, 86_400])
        #expect((1...8).map(RetryPause.ofDevice) == [60, 120, 240, 480, 960, 1920, 3600, 3600])
        #expect(RetryPause.ofFile(attempts: .max) == 86_400)
    }

    @Test("a file that does not answer costs itself alone, is remembered, and is tried again after its pause")
    func file() async throws {
        let rig = try await Rig()
        for name in ["a", "b", "c"] { try rig.test.write(name + ".mp3", ["TITLE": name]) }
        rig.silent.withLock { $0 = ["/b.mp3"] }
        let scanner = rig.scanner()

        let first = try await rig.scan(scanner)
        #expect(try await rig.test.titles("Tracks") == ["a", "c"])
        #expect(first.failures.map(\.isRemembered) == [true])
        let early = try await rig.scan(scanner)
        #expect(rig.test.readNames == [])
        #expect(early.failures.map(\.reason) == ["no answer"])

        rig.clock.advance(300)
        _ = try await rig.scan(scanner)
        #expect(rig.test.readNames == ["b.mp3"])
        rig.clock.advance(300)
        _ = try await rig.scan(scanner)
        #expect(rig.test.readNames == [], "the second pause is longer")

        rig.silent.withLock { $0 = [] }
        rig.clock.advance(900)
        let last = try await rig.scan(scanner)
        #expect(try await rig.test.titles("Tracks") == ["a", "b", "c"])
        #expect(last.failed == 0)
    }

    @Test("who asks for a scan, and a disk that comes back, need not wait for the pause")
    func again() async throws {
        let rig = try await Rig()
        try rig.test.write("a.mp3", ["TITLE": "a"])
        rig.silent.withLock { $0 = ["/a.mp3"] }
        let scanner = rig.scanner()
        _ = try await rig.scan(scanner)

        rig.silent.withLock { $0 = [] }
        _ = try await rig.scan(scanner, .everythingAgain)

        #expect(try await rig.test.titles("Tracks") == ["a"])
    }

    @Test("a track whose changed file does not answer stays as it was, and takes the change later")
    func changedTrack() async throws {
        let rig = try await Rig()
        try rig.test.write("a.mp3", ["TITLE": "a"])
        let scanner = rig.scanner()
        _ = try await rig.scan(scanner)
        let identifier = try await rig.test.source.identifier(named: ["Tracks", "a"])

        try rig.test.write("a.mp3", ["TITLE": "other"])
        rig.silent.withLock { $0 = ["/a.mp3"] }
        _ = try await rig.scan(scanner)
        _ = try await rig.scan(scanner)
        #expect(rig.test.readNames == [])
        #expect(try await rig.test.titles("Tracks") == ["a"])

        rig.silent.withLock { $0 = [] }
        rig.clock.advance(300)
        _ = try await rig.scan(scanner)
        #expect(try await rig.test.titles("Tracks") == ["other"])
        #expect(try await rig.test.source.identifier(named: ["Tracks", "other"]) == identifier)
        #expect(try await rig.scan(scanner).failed == 0)
    }

    @Test("three files in succession without an answer pause their device, and no other")
    func device() async throws {
        let rig = try await Rig()
        for folder in ["a", "usb", "z"] {
            for number in 10..<50 { try rig.test.write("\(folder)/\(number).mp3", ["TITLE": "\(folder)\(number)"]) }
        }
        rig.silent.withLock { $0 = ["usb/2", "usb/3", "usb/4"] }
        let scanner = rig.scanner()
        let usbReads = { rig.test.reads.withLock { $0.filter { $0.contains("/usb/") }.count } }

        let first = try await rig.scan(scanner)
        #expect(usbReads() == 13)
        #expect(try await rig.test.titles("Tracks").count == 90)
        #expect(first.failures.last?.location == rig.test.location("usb"))
        #expect(first.failures.last?.reason.contains("27 files were skipped") == true)
        #expect(first.failed == 4)

        _ = try await rig.scan(scanner)
        #expect(usbReads() == 0, "it is left alone")
        rig.clock.advance(60)
        _ = try await rig.scan(scanner)
        #expect(usbReads() == 3, "it is tried again, but not file by file")
        rig.clock.advance(60)
        _ = try await rig.scan(scanner)
        #expect(usbReads() == 0, "the second pause is longer")

        rig.silent.withLock { $0 = [] }
        let last = try await rig.scan(scanner, .everythingAgain)
        #expect(last.failed == 0)
        #expect(try await rig.test.titles("Tracks").count == 120)
    }

    @Test("the library tries again by itself when the time has come, and sleeps while everything answers")
    func timer() async throws {
        let rig = try await Rig()
        try rig.test.write("a.mp3", ["TITLE": "a"])
        try rig.test.write("b.mp3", ["TITLE": "b"])
        rig.silent.withLock { $0 = ["/b.mp3"] }
        let library = CatalogLibrary(
            catalog: rig.test.catalog, scanner: rig.scanner(), clock: rig.clock.library,
            log: { Issue.record("\($0)") })
        var sleeps = rig.clock.sleeps.makeAsyncIterator()
        let events = await library.events()

        await library.scan()
        #expect(await sleeps.next() == .seconds(300))
        rig.clock.wakeAll()
        #expect(await sleeps.next() == .seconds(1200))
        rig.silent.withLock { $0 = [] }
        rig.test.reads.withLock { $0 = [] }
        rig.clock.wakeAll()
        for await event in events {
            if case .contentChanged = event, try await rig.test.titles("Tracks") == ["a", "b"] { break }
        }

        #expect(rig.test.readNames == ["b.mp3"])
        await library.close()
        #expect(!rig.clock.isAwaited)
    }

    @Test("what lies on a device that does not answer is not tried every moment")
    func noLoop() async throws {
        let rig = try await Rig()
        for number in 0..<4 { try rig.test.write("usb/\(number).mp3", ["TITLE": "\(number)"]) }
        rig.silent.withLock { $0 = ["usb/"] }
        let library = CatalogLibrary(
            catalog: rig.test.catalog, scanner: rig.scanner(), clock: rig.clock.library,
            log: { Issue.record("\($0)") })
        var sleeps = rig.clock.sleeps.makeAsyncIterator()

        await library.scan()
        var pauses: [Duration] = []
        for _ in 0..<6 {
            let pause = try #require(await sleeps.next())
            pauses.append(pause)
            rig.clock.wakeAll()
        }

        #expect(pauses.allSatisfy { $0 >= .seconds(60) }, "\(pauses)")
        await library.close()
    }
}
