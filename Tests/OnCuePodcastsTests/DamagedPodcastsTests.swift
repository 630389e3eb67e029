// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueTestSupport
import Testing

@testable import OnCuePodcasts

@Suite("A damaged file of podcasts")
struct DamagedPodcastsTests {
    private let folder: TemporaryDirectory
    private let log = EventLog<String>()
    private var path: String { folder.file("podcasts.sqlite") }

    init() throws { folder = try TemporaryDirectory() }

    private func store() -> PodcastStore { PodcastStore(path: path, log: { [log] in log.append($0) }) }

    /// Leaves a file with podcasts, in one piece.
    private func fill(_ count: Int) async throws {
        let store = store()
        for number in 0..<count {
            _ = try await store.subscribe(to: "https://example.org/\(number)", title: "Show \(number)")
        }
        await store.close()
    }

    private var asides: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                $0.contains(".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
            }
        }
    }

    @Test("One that cannot be opened is logged once for each cause, whoever does without it")
    func unreachable() async throws {
        _ = try folder.write("file", [1])
        let store = PodcastStore(path: folder.file("file/podcasts.sqlite"), log: { [log] in log.append($0) })

        for _ in 0..<3 { #expect((try? await store.podcasts()) == nil) }

        #expect(log.events.count == 1 && log.events[0].hasPrefix("cannot read or write the podcasts"), "\(log.events)")
    }

    @Test(
        "is moved aside, with a line in the log, and a new one takes its place", arguments: ["text", "empty", "folder"])
    func lost(kind: String) async throws {
        try await fill(3)
        let before = try await store().revision()
        switch kind {
        case "text": try Data("this is no database, but a text\n".utf8).write(to: URL(fileURLWithPath: path))
        case "empty": try Data().write(to: URL(fileURLWithPath: path))
        default:
            unlink(path)
            mkdir(path, 0o700)
        }
        for end in ["-wal", "-shm"] { unlink(path + end) }

        let store = store()
        #expect(try await store.podcasts().isEmpty)
        _ = try await store.subscribe(to: "https://example.org/new", title: "New")

        #expect(try await self.store().podcasts().map(\.title) == ["New"])
        #expect(try asides.count == 1)
        #expect(log.events.count == 1 && log.events[0].contains(".damaged-"), "\(log.events)")
        #expect(try await store.revision() > before, "positions of before do not look like positions of now")
    }

    @Test("gives what can still be read to the new one")
    func salvaged() async throws {
        try await fill(400)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // Some of the pages behind those of the schema, but not all of them.
        let page = Int(bytes[16]) << 8 | Int(bytes[17])
        for number in stride(from: 10, to: bytes.count / page, by: 4) {
            bytes.replaceSubrange(number * page..<(number + 1) * page, with: Data(repeating: 0x5A, count: page))
        }
        try bytes.write(to: URL(fileURLWithPath: path))

        let store = store()
        var count = 0
        for number in 0..<400 where (try? await store.podcast(at: "https://example.org/\(number)")) ?? nil != nil {
            count += 1
        }
        _ = try await store.subscribe(to: "https://example.org/new", title: "New")
        let titles = try await store.podcasts().map(\.title)

        #expect(try asides.count == 1)
        #expect(titles.contains("New") && titles.count > 50 && titles.count < 401, "\(titles.count)")
        withExtendedLifetime(count) {}
    }

    @Test("that was removed while it was open is written again")
    func removed() async throws {
        let store = store()
        _ = try await store.subscribe(to: "https://example.org/a", title: "A")
        for end in ["", "-wal", "-shm"] { unlink(path + end) }

        _ = try await store.subscribe(to: "https://example.org/b", title: "B")

        #expect(try await self.store().podcasts().map(\.title).sorted() == ["A", "B"])
        #expect(log.events.count == 1 && log.events[0].contains("written again"), "\(log.events)")
    }
}
