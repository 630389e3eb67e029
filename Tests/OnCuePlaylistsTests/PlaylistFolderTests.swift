// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCuePlaylists

@Suite("Playlists in folders")
struct PlaylistFolderTests {
    private let rig: PlaylistRig

    init() throws {
        rig = try PlaylistRig()
    }

    private func isFolder(_ name: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: rig.folder.file("own/" + name), isDirectory: &isFolder)
            && isFolder
    }

    private func named(_ titles: String...) async throws -> ContentIdentifier {
        try await rig.source.identifier(named: titles)
    }

    @Test("stand in the folders of their files, which come before lists and have what is in them")
    func tree() async throws {
        for name in ["b.m3u8", "Calm/z.m3u8", "Calm/Deep/y.m3u8", "a10/x.m3u8", "a9/w.m3u8"] {
            try rig.folder.write("own/" + name, Array("#EXTM3U\nhttp://h/s\n".utf8))
        }
        try rig.folder.write("own/Empty/none.txt", [1])
        try rig.folder.write("music/far/l.m3u", Array("http://h/s".utf8))
        await rig.shelf.refresh()

        #expect(try await rig.titles() == ["a9", "a10", "Calm", "b", "l"])
        let calm = try await named("calm")
        #expect(try await rig.titles(calm) == ["Deep", "z"])
        let item = try await rig.source.item(for: calm)
        #expect(item.kind == .folder && item.isContainer && item.isPlayable && item.childCount == 2)
        #expect(try await rig.titles(named("Calm", "Deep")) == ["y"])
        #expect(try await rig.source.tracks(under: calm).count == 2)
        #expect(try await rig.source.tracks(under: .root).count == 6)
        #expect(try await rig.source.identifier(at: [2, 0, 0], revision: nil) == named("Calm", "Deep", "y"))
        #expect(
            await ContentSourceContract.violations(
                in: rig.source, fixedDepth: 0,
                change: .init(of: calm) {
                    try rig.folder.write("own/Calm/new.m3u8", Array("#EXTM3U\n".utf8))
                    await rig.shelf.refresh()
                }) == [])
    }

    @Test("are made, found with and without their folder, moved, and leave no empty folder")
    func moves() async throws {
        let list = try await rig.shelf.create("Calm/Deep/Night", format: .m3u8)
        try await rig.shelf.add([rig.track("a.mp3")], to: list, at: nil)
        #expect(isFolder("Calm/Deep"))
        #expect(try await named("Calm", "Deep", "Night") == list)
        #expect(try await named("night") == list)
        let entries = try await rig.source.tracks(under: list).map(\.identifier)

        try await rig.shelf.rename(list, to: "Day")
        #expect(try await named("Calm", "Deep", "Day") == list)
        try await rig.shelf.rename(list, to: "calm/")
        #expect(try await named("Calm", "Day") == list)
        #expect(!isFolder("Calm/Deep"))
        try await rig.shelf.rename(list, to: "/Day")
        #expect(try await rig.titles() == ["Day"])
        #expect(!isFolder("Calm"))
        try await rig.shelf.rename(list, to: "Other/Evening")
        #expect(try await rig.source.tracks(under: list).map(\.identifier) == entries)

        let again = PlaylistShelf(folder: rig.folder.file("own"), revision: .init(1)) { [] }
        #expect(await again.lists.map(\.fullTitle) == ["Other/Evening"])
        #expect(await again.lists.map(\.identifier) == [list])
        try await rig.shelf.delete(list)
        #expect(!isFolder("Other"))
    }

    @Test("may have the titles of lists elsewhere; a title that several have needs its folder")
    func several() async throws {
        let first = try await rig.shelf.create("A/Mix", format: .m3u8)
        let second = try await rig.shelf.create("B/Mix", format: .m3u8)
        await #expect(throws: ContentError.self) { try await rig.shelf.create("a/mix", format: .m3u8) }
        let error = await #expect(throws: ContentError.self) { try await named("Mix") }
        #expect(error?.message == "there are 2 playlists called \"Mix\"; name the folder as well: \"A/Mix\", \"B/Mix\"")
        #expect(try await named("b", "mix") == second)
        await #expect(throws: ContentError.self) { try await rig.shelf.rename(first, to: "B/Mix") }

        let top = try await rig.shelf.create("Mix", format: .m3u8)
        #expect(try await named("Mix") == top)
        // A list may have the title of a folder.
        let same = try await rig.shelf.create("A", format: .m3u8)
        #expect(try await named("A") == same)
        #expect(try await named("A", "Mix") == first)
    }

    @Test("keep their media when they move away from them")
    func nearMedia() async throws {
        try rig.folder.write("own/a.mp3", [1])
        try rig.folder.write("own/l.m3u8", Array("a.mp3\n".utf8))
        await rig.shelf.refresh()
        let list = try await named("l")

        try await rig.shelf.rename(list, to: "In/l")

        #expect(try await rig.source.tracks(under: list).map(\.location) == [rig.location("own/a.mp3")])
    }

    @Test("come back from the trash into their folder")
    func trash() async throws {
        let trash = TrashFolder(path: rig.folder.file("trash")) { 1_000 }
        let shelf = PlaylistShelf(folder: rig.folder.file("own"), revision: .init(1), trash: trash) { [] }
        let list = try await shelf.create("Calm/Night", format: .m3u8)
        try await shelf.delete(list)
        #expect(!isFolder("Calm"))

        try await shelf.restore(try #require(trash.items().first.flatMap { trash.read($0.key) }))

        #expect(await shelf.list(list)?.fullTitle == "Calm/Night")
    }

    @Test("are found by a search, and so are the folders")
    func search() async throws {
        _ = try await rig.shelf.create("Calm waters/Night", format: .m3u8)

        let folders = try await rig.source.search("kind:folder calm", offset: 0, limit: 9).items
        let lists = try await rig.source.search("night", offset: 0, limit: 9).items

        #expect(folders.map(\.title) == ["Calm waters"])
        #expect(lists.map(\.subtitle) == ["Calm waters"])
        #expect(try await rig.source.item(for: folders[0].identifier) == folders[0])
    }

    @Test("are all shown to players, by title")
    func watched() async throws {
        for name in ["B", "Calm/C", "Calm/Deep/A", "A/D"] { _ = try await rig.shelf.create(name, format: .m3u8) }
        let source = rig.source

        let watch = await PlaylistWatch(source: source, container: .root)
        var rows: [String] = []
        try await waitUntil("the playlists are read") {
            rows = await watch.rows.map(\.title)
            return !rows.isEmpty
        }

        #expect(rows == ["A", "B", "C", "D"])
    }
}
