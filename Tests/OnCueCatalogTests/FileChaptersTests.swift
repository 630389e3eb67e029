// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCatalog
import OnCueCore
import OnCueMedia
import OnCueTestSupport
import Testing

@Suite("Chapters of files, read by workers")
struct FileChaptersTests {
    private static let file =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/ChapterFixtures/parts.m4a"

    private func track(_ path: String, segment: MediaSegment? = nil) -> Track {
        Track(
            identifier: ContentIdentifier(kind: .track, key: "parts"),
            location: MediaLocation(filePath: Array(path.utf8)),
            title: "Parts", segment: segment)
    }

    @Test("they come from the file, not from a part of it and not from what is no file")
    func file() async throws {
        let files = FileChapters(workers: TestWorkers.shared)
        var remote = track(Self.file)
        remote.location = try #require(MediaLocation(uri: "http://127.0.0.1:1/parts.m4a"))

        #expect(try await files.chapters(of: track(Self.file)).chapters.map(\.title).first == "Anfang")
        #expect(try await files.chapters(of: track(Self.file, segment: MediaSegment(start: .zero))).isEmpty)
        #expect(try await files.chapters(of: remote).isEmpty)
    }

    @Test("a file that is not there is told, one that ends its reader has none")
    func trouble() async throws {
        let folder = try TemporaryDirectory()
        let workers = MediaWorkers(
            program: try TestWorkers.misbehaving(["begin 1; kill -9 $$"], in: folder), idleTime: .milliseconds(300))
        let files = FileChapters(workers: workers)

        #expect(try await files.chapters(of: track(Self.file)).isEmpty)
        #expect(try await files.chapters(of: track(Self.file)).count == 3)
        await #expect(throws: ContentError.self) { try await files.chapters(of: track("/nowhere/parts.m4a")) }
        workers.close()
    }
}
