// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueCore
import Pictures
import TagReading
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
            let (one, other) = (
                ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared),
                ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared)
            )
            let first = await one.file(for: reference(folder))
            let second = await other.file(for: reference(folder))
            #expect(try content(first) == Self.png)
            #expect(first == second)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/art").count == 1)
        }
    }

    @Test("a file that was cut off is written again", arguments: [0, 100])
    func cutOff(_ size: Int) async throws {
        try await withFolder { (folder: String) async throws in
            let store = ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared)
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

            _ = await ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared).file(for: reference(folder))

            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/art")
            #expect(!names.contains("old.png.1-2.part"))
            #expect(names.contains("new.png.1-3.part") && names.contains("other.png"))
        }
    }

    // MARK: Sizes

    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures").path

    private let item = ContentIdentifier(kind: .track, key: "7q2mbk4d9x1c")

    /// Width and height of a JPEG or PNG file.
    private func size(_ location: MediaLocation?) throws -> [Int] {
        let scaled = try PictureScaler.scale(try content(location), toFit: 4096)
        return [scaled.width, scaled.height]
    }

    @Test("pictures come in three sizes, each made once", arguments: ArtworkSize.allCases)
    func sizes(_ size: ArtworkSize) async throws {
        try await withFolder { (folder: String) async throws in
            let picture = try PictureScaler.gradient(from: (9, 90, 200), to: (200, 90, 9), side: 700).bytes
            try Data(picture).write(to: URL(fileURLWithPath: folder + "/cover.png"))
            let store = ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared)

            let first = await store.file(for: reference(folder), size: size, identifier: item)
            let second = await store.file(for: reference(folder), size: size, identifier: item)

            #expect(try self.size(first) == [size.rawValue, size.rawValue])
            #expect(first == second)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/art").count == 1)
        }
    }

    @Test("a picture inside the medium goes before one beside it")
    func embedded() async throws {
        try await withFolder { (folder: String) async throws in
            let song = folder + "/song.mp3"
            try FileManager.default.copyItem(atPath: Self.fixtures + "/full.mp3", toPath: song)
            let store = ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared)

            let file = await store.file(for: .medium(MediaLocation(filePath: Array(song.utf8))))

            let picture = try TagReader.picture(ofFileAt: Array(song.utf8))
            #expect(picture != nil)
            #expect(try content(file) == picture?.data)
        }
    }

    @Test("without a picture there is a gradient, the same one each time and another for another item")
    func generated() async throws {
        try await withFolder { (folder: String) async throws in
            let store = ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared)
            let other = ContentIdentifier(kind: .track, key: "aaaaaaaaaaaa")

            let first = await store.file(for: nil, size: .medium, identifier: item)
            let again = await store.file(for: nil, size: .medium, identifier: item)
            let second = await store.file(for: nil, size: .medium, identifier: other)

            #expect(first == again && first != second)
            #expect(try size(first) == [256, 256])
        }
    }

    @Test("bombs and broken pictures are refused, and the gradient is shown", arguments: ["bomb", "broken"])
    func hostile(_ kind: String) async throws {
        try await withFolder { (folder: String) async throws in
            let bytes = kind == "bomb" ? Self.claiming(50_000, 50_000) : Self.png
            try Data(bytes).write(to: URL(fileURLWithPath: folder + "/cover.png"))
            let store = ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared)

            let file = await store.file(for: reference(folder), size: .small, identifier: item)

            #expect(file?.displayName.hasPrefix("generated-") == true)
        }
    }

    @Test("a picture of 3 MB is published with 512 pixels")
    func large() async throws {
        try await withFolder { (folder: String) async throws in
            // What follows the end of a picture is ignored, but counts.
            let picture = try PictureScaler.gradient(from: (9, 90, 200), to: (200, 90, 9), side: 900).bytes
            let bytes = picture + [UInt8](repeating: 0, count: 3 << 20)
            try Data(bytes).write(to: URL(fileURLWithPath: folder + "/cover.png"))
            let store = ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared)

            #expect(try size(await store.file(for: reference(folder))) == [512, 512])
        }
    }

    @Test("the cache keeps its limit: the least used goes first, never what is published")
    func leastRecentlyUsed() async throws {
        try await withFolder { (folder: String) async throws in
            let store = ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared, limit: 20_000)
            let published = try #require(await store.file(for: reference(folder)))

            for number in 0..<40 {
                let key = "key" + String(number)
                _ = await store.file(for: nil, size: .small, identifier: ContentIdentifier(kind: .track, key: key))
            }

            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/art")
            let total = names.reduce(0) { $0 + (BoundedFile.size(folder + "/art/" + $1) ?? 0) }
            #expect(total <= 20_000)
            #expect(names.contains(published.displayName))
            #expect(names.count > 2)
        }
    }

    @Test("all sizes of what is published stay, however many others are looked at")
    func publishedSizes() async throws {
        try await withFolder { (folder: String) async throws in
            let store = ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared, limit: 20_000)
            let own = ContentIdentifier(kind: .track, key: "own")
            let files = try #require(await store.files(for: reference(folder), identifier: own))

            for number in 0..<40 {
                let key = "key" + String(number)
                _ = await store.file(for: nil, size: .small, identifier: ContentIdentifier(kind: .track, key: key))
            }

            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/art")
            #expect(files.sizes.count == ArtworkSize.allCases.count)
            for file in [files.full] + files.sizes.values { #expect(names.contains(file.displayName)) }
        }
    }

    /// A PNG file whose header claims a size, with no pixels behind.
    private static func claiming(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        let header = Array("IHDR".utf8) + big(width) + big(height) + [8, 2, 0, 0, 0]
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in header {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13) + header + big(~crc)
    }
}
