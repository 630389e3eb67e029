// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import PlaylistFormats
import Testing

@testable import OnCuePlaylists

@Suite("Own playlists that are renamed")
struct PlaylistRenamingTests {
    private let rig: PlaylistRig

    init() throws {
        rig = try PlaylistRig()
    }

    /// The shelf that a new start of the daemon has.
    private func restarted() -> PlaylistShelf {
        PlaylistShelf(folder: rig.folder.file("own"), revision: .init(1)) { [] }
    }

    private func files(_ shelf: PlaylistShelf) async -> [[String]] {
        await shelf.lists.map { [$0.title, $0.location.displayName] }
    }

    private func own(_ name: String) -> [UInt8] { Array(rig.folder.file("own/" + name).utf8) }

    @Test(
        "give their files the new name, keep their identifiers, also after a restart, and leave the old name free",
        arguments: [PlaylistFormat.m3u8, .xspf])
    func renamed(_ format: PlaylistFormat) async throws {
        let list = try await rig.shelf.create("Evening", format: format)
        try await rig.shelf.add([rig.track("a.mp3")], to: list, at: nil)
        let ending = "." + format.rawValue

        try await rig.shelf.rename(list, to: "Night")
        let other = try await rig.shelf.create("Evening", format: format)

        #expect(other != list)
        for shelf in [rig.shelf, restarted()] {
            #expect(await files(shelf) == [["Evening", "Evening" + ending], ["Night", "Night" + ending]])
            #expect(await shelf.lists.map(\.identifier) == [other, list])
            #expect(try await shelf.content(of: list).document.entries.map(\.title) == ["Title of a.mp3"])
        }
    }

    @Test("keep the identifiers of entries that no library has, also for a file that is played by its path")
    func entries() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        try rig.folder.write("a.mp3", [1])
        var track = rig.track("a.mp3")
        track.location = rig.location("a.mp3")
        try await rig.shelf.add([track], to: list, at: nil)
        let before = try await rig.source.tracks(under: list).map(\.identifier)

        try await rig.shelf.rename(list, to: "Night")

        #expect(try await rig.source.tracks(under: list).map(\.identifier) == before)
        let resolver = PlaylistMediaResolver(media: FakeMediaResolver([:]), library: rig.library) { _ in nil }
        let location = rig.location("own/Night.m3u8")
        #expect(try await resolver.tracks(at: location).map(\.identifier) == before)
        #expect(try await rig.source.identifier(of: location) == list)
    }

    @Test("are refused a name that is taken, and then nothing has changed; another spelling of their own is none")
    func taken() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        _ = try await rig.shelf.create("Night", format: .m3u8)

        let error = await #expect(throws: ContentError.self) { try await rig.shelf.rename(list, to: "night") }
        #expect(error?.message == "there is already a playlist called \"night\"; choose another name")
        #expect(await files(rig.shelf) == [["Evening", "Evening.m3u8"], ["Night", "Night.m3u8"]])

        try await rig.shelf.rename(list, to: "EVENING")
        try await rig.shelf.rename(list, to: "EVENING")
        #expect(await files(rig.shelf) == [["EVENING", "EVENING.m3u8"], ["Night", "Night.m3u8"]])
    }

    @Test("do not replace a file that another program has put there")
    func foreignFile() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        try rig.folder.write("own/Night.m3u8", Array("#EXTM3U\n#PLAYLIST:Other\n/a.mp3\n".utf8))

        try await rig.shelf.rename(list, to: "Night")
        await rig.shelf.refresh()

        #expect(await files(rig.shelf) == [["Night", "Night-2.m3u8"], ["Other", "Night.m3u8"]])
        #expect(throws: FileAccess.Failure.self) { try FileAccess.move(own("Night-2.m3u8"), to: own("Night.m3u8")) }
    }

    @Test("are there once with their identifier when the daemon was killed between the two steps")
    func killed() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        try await rig.shelf.rename(list, to: "Night")
        // As after the first step: the new title in the file with the old name.
        try FileAccess.move(own("Night.m3u8"), to: own("Evening.m3u8"))

        let again = restarted()
        #expect(await files(again) == [["Night", "Evening.m3u8"]])
        #expect(await again.lists.map(\.identifier) == [list])
        try await again.rename(list, to: "Night")
        #expect(await files(again) == [["Night", "Night.m3u8"]])
    }

    @Test("are the originals of copies, which are lists of their own", arguments: ["A copy.m3u8", "Z copy.m3u8"])
    func copies(_ name: String) async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        try await rig.shelf.rename(list, to: "Night")
        let bytes = try FileAccess.read(own("Night.m3u8"), limit: 10_000).bytes
        try rig.folder.write("own/" + name, bytes)

        await rig.shelf.refresh()

        #expect(await rig.shelf.lists.count == 2)
        #expect(await rig.shelf.list(list)?.location.displayName == "Night.m3u8")
        #expect(await restarted().list(list)?.location.displayName == "Night.m3u8")
        let copy = try #require(await rig.shelf.lists.first { $0.identifier != list }?.identifier)
        try await rig.shelf.rename(copy, to: "Copy")
        #expect(await restarted().list(copy)?.title == "Copy")
    }

    @Test("keep their identifiers when another program gives their files new names")
    func renamedElsewhere() async throws {
        let list = try await rig.shelf.create("Evening", format: .xspf)

        try FileAccess.move(own("Evening.xspf"), to: own("Other.xspf"))
        await rig.shelf.refresh()

        #expect(await rig.shelf.list(list)?.location.displayName == "Other.xspf")
    }

    @Test("get another identifier back from the trash when theirs has gone to a later list")
    func trash() async throws {
        let trash = TrashFolder(path: rig.folder.file("trash")) { 1_000 }
        let shelf = PlaylistShelf(folder: rig.folder.file("own"), revision: .init(1), trash: trash) { [] }
        let first = try await shelf.create("Evening", format: .m3u8)
        try await shelf.delete(first)
        let second = try await shelf.create("Evening", format: .m3u8)
        try await shelf.rename(second, to: "Night")
        let key = try #require(trash.items().first?.key)

        try await shelf.restore(try #require(trash.read(key)))

        #expect(await shelf.list(second)?.title == "Night")
        #expect(Set(await shelf.lists.map(\.identifier)).count == 2)
        #expect(await restarted().list(second)?.title == "Night")
    }
}
