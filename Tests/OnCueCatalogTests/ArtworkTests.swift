// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FileAccess
import FoundationEssentials
import Glibc
import OnCueCore
import OnCueTestSupport
import Pictures
import TagReading
import Testing

@testable import OnCueCatalog
@testable import OnCueMedia

@Suite("Pictures as files")
struct ArtworkTests {
    private static let png = PictureFile.png(1800, 1900)

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
            let broken = Array(Self.png.prefix(8)) + Self.png.suffix(900)
            let bytes = kind == "bomb" ? PictureFile.png(50_000, 50_000) : broken
            try Data(bytes).write(to: URL(fileURLWithPath: folder + "/cover.png"))
            let store = ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared)

            let file = await store.file(for: reference(folder), size: .small, identifier: item)

            #expect(file?.displayName.hasPrefix("generated-") == true)
        }
    }

    @Test("a picture of 3 MB is drawn anew")
    func large() async throws {
        try await withFolder { (folder: String) async throws in
            // What follows the end of a picture is ignored, but counts.
            let picture = try PictureScaler.gradient(from: (9, 90, 200), to: (200, 90, 9), side: 900).bytes
            let bytes = picture + [UInt8](repeating: 0, count: 3 << 20)
            try Data(bytes).write(to: URL(fileURLWithPath: folder + "/cover.png"))
            let store = ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared)

            let file = await store.file(for: reference(folder))

            #expect(try size(file) == [900, 900])
            #expect(try content(file).count < 1 << 20)
        }
    }

    /// Pictures that no other program is to be given, and the side of what is given for them; any where the decoder may
    /// make something of it or not.
    private static let excessive: [(name: String, bytes: [UInt8], side: Int?)] = [
        ("a bomb", PictureFile.png(25_000, 25_000), 512), ("a scan", PictureFile.jpeg(8000, 8000), 1024),
        ("a wide one", PictureFile.png(2049, 10), 1024), ("many passes", PictureFile.jpeg(600, 600, scans: 65), nil),
        ("packed text", PictureFile.png(600, 600, with: [("zTXt", [0x61, 0, 0] + PictureFile.zeros(9_000_000))]), 600),
        ("a bomb that is cut off", Array(PictureFile.png(25_000, 25_000).prefix(1000)), nil),
        ("one that is cut off", Array(PictureFile.png(600, 600).dropLast(40)), nil),
    ]

    /// How pictures come to the store: beside a medium, in one, and as a file of their own, which those of feeds, of
    /// stations and of other programs are.
    private static let sources = ["beside", "embedded", "fetched"]

    @Test("no picture that would cost other programs their memory is given as it is", arguments: sources)
    func excessive(source: String) async throws {
        try await withFolder { (folder: String) async throws in
            unlink(folder + "/cover.png")
            let flac = Array(try Data(contentsOf: URL(fileURLWithPath: Self.fixtures + "/untagged.flac")))
            for (number, picture) in Self.excessive.enumerated() {
                let own = folder + "/\(number)"
                try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
                var (name, bytes) = ("/cover.png", picture.bytes)
                if source == "embedded" {
                    (name, bytes) = ("/a.flac", PictureFile.flac(flac, with: bytes, "image/png"))
                }
                try Data(bytes).write(to: URL(fileURLWithPath: own + name))
                let medium = MediaLocation(filePath: Array((own + "/a.flac").utf8))
                let fetched = MediaLocation(filePath: Array((own + name).utf8))
                let reference: ArtworkReference = source == "fetched" ? .picture(fetched) : .medium(medium)
                let store = ArtworkStore(folder: folder + "/art", workers: TestWorkers.shared)

                let full = await store.file(for: reference)
                let ofItem = await store.file(for: reference, size: nil, identifier: item)

                for file in [full, ofItem] {
                    let header = try #require(PictureHeader(try content(file)), "\(picture.name) from \(source)")
                    #expect(header.isHarmless && max(header.width, header.height) <= 1024, "\(picture.name) \(source)")
                }
                let side = try max(size(ofItem)[0], size(ofItem)[1])
                #expect(side == picture.side ?? side, "\(picture.name) \(source)")
            }
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
}
