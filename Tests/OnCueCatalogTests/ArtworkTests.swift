// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueCore
import Testing

@testable import OnCueCatalog

@Suite("Pictures as files")
struct ArtworkTests {
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 7, count: 5000)

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/oncue-artwork-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder + "/art", withIntermediateDirectories: true)
        defer { removeTree(folder) }
        try Data(Self.png).write(to: URL(fileURLWithPath: folder + "/cover.png"))
        try await body(folder)
    }

    private func reference(_ folder: String) -> ArtworkReference {
        .medium(MediaLocation(filePath: Array((folder + "/none.mp3").utf8)))
    }

    private func content(_ location: MediaLocation?) throws -> [UInt8] {
        let path = String(decoding: try #require(location?.filePath), as: UTF8.self)
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test("a picture beside the medium becomes a file, the same one each time")
    func sidecar() async throws {
        try await withFolder { (folder: String) async throws in
            let first = await ArtworkStore(folder: folder + "/art").file(for: reference(folder))
            let second = await ArtworkStore(folder: folder + "/art").file(for: reference(folder))
            #expect(try content(first) == Self.png)
            #expect(first == second)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/art").count == 1)
        }
    }

    @Test("a file that was cut off is written again", arguments: [0, 100])
    func cutOff(_ size: Int) async throws {
        try await withFolder { (folder: String) async throws in
            let store = ArtworkStore(folder: folder + "/art")
            let location = try #require(await store.file(for: reference(folder)))
            let path = String(decoding: try #require(location.filePath), as: UTF8.self)
            truncate(path, size)

            #expect(await store.file(for: reference(folder)) == location)
            #expect(try content(location) == Self.png)
        }
    }

    @Test("what a write left behind goes after a day")
    func leftovers() async throws {
        try await withFolder { (folder: String) async throws in
            for name in ["old.png.1-2.part", "new.png.1-3.part", "other.png"] {
                try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/art/" + name))
            }
            let day = timespec(tv_sec: time(nil) - 90_000, tv_nsec: 0)
            for name in ["old.png.1-2.part", "other.png"] {
                #expect(utimensat(AT_FDCWD, folder + "/art/" + name, [day, day], 0) == 0)
            }

            _ = await ArtworkStore(folder: folder + "/art").file(for: reference(folder))

            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/art")
            #expect(!names.contains("old.png.1-2.part"))
            #expect(names.contains("new.png.1-3.part") && names.contains("other.png"))
        }
    }
}
