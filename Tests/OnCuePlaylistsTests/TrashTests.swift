// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import PlaylistFormats
import Synchronization
import Testing

@testable import OnCuePlaylists

@Suite("The trash")
struct TrashTests {
    private final class Clock: Sendable {
        let now = Mutex<Int64>(1_000_000)
    }

    private let folder: TemporaryDirectory
    private let trash: TrashFolder
    private let clock = Clock()

    init() throws {
        folder = try TemporaryDirectory()
        trash = TrashFolder(path: folder.file("trash")) { [clock] in clock.now.withLock { $0 } }
    }

    private func file(_ key: String?) throws -> TrashFile {
        let key = try #require(key)
        return try #require(trash.read(key))
    }

    @Test("a playlist that was deleted comes back under its name, in its file, with its entries")
    func playlist() async throws {
        let shelf = PlaylistShelf(folder: folder.file("own"), revision: .init(1), trash: trash) { [] }
        let made = try await shelf.create("Über Nacht", format: .m3u8)
        let track = Track(
            identifier: StableKey(hashing: "a".utf8).identifier(.track),
            location: MediaLocation(filePath: Array("/m/a.flac".utf8)), title: "A")
        try await shelf.add([track], to: made, at: nil)

        try await shelf.delete(made)

        #expect(await shelf.list(made) == nil)
        let item = try #require(trash.items().first)
        #expect(item.kind == .playlist)
        #expect(item.title == "Über Nacht")
        try await shelf.restore(try file(item.key))
        #expect(await shelf.list(made)?.title == "Über Nacht")
        #expect(try await shelf.content(of: made).document.entries.map(\.title) == ["A"])
    }

    @Test("a playlist whose name is taken meanwhile is refused, and stays in the trash")
    func taken() async throws {
        let shelf = PlaylistShelf(folder: folder.file("own"), revision: .init(1), trash: trash) { [] }
        try await shelf.delete(try await shelf.create("Mix", format: .xspf))
        _ = try await shelf.create("mix", format: .m3u8)

        let kept = try file(trash.items().first?.key)
        let error = await #expect(throws: ContentError.self) { try await shelf.restore(kept) }

        #expect(error?.message == "there is already a playlist called \"Mix\"; choose another name")
        #expect(trash.items().count == 1)
    }

    @Test("a name that leads out of the folder of playlists does not")
    func escape() async throws {
        let shelf = PlaylistShelf(folder: folder.file("own"), revision: .init(1), trash: trash) { [] }
        let evil = TrashFile(
            .playlist, title: "Evil", removed: 1, name: "../evil.m3u8", content: Array("#EXTM3U\n".utf8))

        try await shelf.restore(evil)

        #expect(!FileManager.default.fileExists(atPath: folder.file("evil.m3u8")))
        #expect(FileManager.default.fileExists(atPath: folder.file("own/Evil.m3u8")))
    }

    @Test("a station comes back with its name and its picture, behind what a person has written since")
    func station() async throws {
        let text = "#EXTM3U\n#EXTINF:-1,Jazz\n#EXTIMG:http://h/j.png\nhttp://h/jazz\n"
        try folder.write("radio.m3u8", Array(text.utf8))
        let store = StationStore(path: folder.file("radio.m3u8"), revision: .init(1), trash: trash)
        await store.open()
        let jazz = try #require(await store.stations.first)
        try await store.remove(jazz.identifier)
        #expect(await store.stations.isEmpty)
        try folder.write("radio.m3u8", Array("#EXTM3U\n# mine\n".utf8))

        try await store.restore(try file(trash.items().first?.key))

        #expect(await store.stations == [jazz])
        let written = try String(contentsOfFile: folder.file("radio.m3u8"), encoding: .utf8)
        #expect(written.hasPrefix("#EXTM3U\n# mine\n#EXTINF:-1,Jazz\n"))
        let again = try file(trash.items().first?.key)
        await #expect(throws: ContentError.self) { try await store.restore(again) }
    }

    @Test("is for this user alone, and what is older than 30 days is gone when somebody looks")
    func expiry() throws {
        _ = try trash.put(.query, title: "Old", content: [1])
        let key = try #require(trash.items().first?.key)
        let status = try FileManager.default.attributesOfItem(atPath: folder.file("trash/" + key))
        #expect((status[.posixPermissions] as? Int) == 0o600)

        clock.now.withLock { $0 += TrashItem.lifetime }
        #expect(trash.items().count == 1)
        clock.now.withLock { $0 += 1 }
        #expect(trash.items().isEmpty)
        #expect(trash.read(key) == nil)
    }

    @Test("leaves alone what it did not write, and files that a crash has left half")
    func foreign() throws {
        try folder.write("trash/notes.txt", Array("mine".utf8))
        try folder.write("trash/5-ab", Array("OnCue trash 1\nkind: play".utf8))
        _ = try trash.put(.query, title: "a\nb\u{1B}", content: [0, 10, 10, 255])

        let items = trash.items()

        #expect(items.map(\.title) == ["a b "])
        #expect(try file(items.first?.key).content == [0, 10, 10, 255])
        #expect(trash.read("../trash/5-ab") == nil)
        #expect(FileManager.default.fileExists(atPath: folder.file("trash/notes.txt")))
    }
}
