// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCuePlaylists

@Suite("Undo of playlists")
struct PlaylistUndoTests {
    private let rig: PlaylistRig

    init() throws { rig = try PlaylistRig() }

    private func file(_ name: String) throws -> String {
        try String(contentsOfFile: rig.folder.file("own/" + name), encoding: .utf8)
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: rig.folder.file("own"))
    }

    @Test("Whatever changes a playlist is undone to the byte, and done again")
    func everything() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        let tracks = ["a.flac", "b.flac", "c.flac", "d.flac"].map { rig.track($0) }
        var states = [try file("Evening.m3u8")]
        func note() throws { states.append(try file("Evening.m3u8")) }
        try await rig.shelf.add(tracks, to: list, at: nil)
        try note()
        _ = try await rig.shelf.arrange(list, .remove([1, 2]))
        try note()
        _ = try await rig.shelf.arrange(list, .move([0], to: 1))
        try note()
        try await rig.shelf.add([tracks[1], tracks[1]], to: list, at: 0)
        try note()
        _ = try await rig.shelf.arrange(list, .removeDuplicates)
        try note()
        _ = try await rig.shelf.arrange(list, .sort(.title))
        try note()

        let edits = await rig.shelf.undoableEdits().map(\.edit)
        #expect(edits.map(\.kind) == [.sort, .remove, .add, .move, .remove, .add, .create])
        #expect(edits.map(\.count) == [3, 1, 2, 1, 2, 4, 0])
        #expect(edits[4] == ListEdit(.remove, title: "Title of b.flac", count: 2, playlist: "Evening"))
        for (edit, state) in zip(edits, states.dropLast().reversed()) {
            #expect(try await rig.shelf.undoEdit()?.edit == edit)
            #expect(try file("Evening.m3u8") == state, "\(edit)")
        }
        #expect(try await rig.shelf.undoEdit()?.edit.kind == .create)
        #expect(try await rig.titles().isEmpty)
        #expect(try await rig.shelf.undoEdit() == nil)
        for state in states {
            #expect(try await rig.shelf.redoEdit()?.playlist == list)
            #expect(try file("Evening.m3u8") == state)
        }
        #expect(try await rig.shelf.redoEdit() == nil)
        #expect(try await rig.titles(list).count == 3)
    }

    @Test("A name and a folder are undone, with the file")
    func renaming() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8, tracks: [rig.track("a.flac")])
        let before = try file("Evening.m3u8")
        try await rig.shelf.rename(list, to: "Calm/Night")

        let undone = try await rig.shelf.undoEdit()

        #expect(undone?.edit == ListEdit(.rename, title: "Evening", count: 1, playlist: "Calm/Night"))
        #expect(try file("Evening.m3u8") == before)
        #expect(try files() == ["Evening.m3u8"], "the folder that was made for it is gone")
        #expect(try await rig.source.item(for: list).title == "Evening")
        _ = try await rig.shelf.redoEdit()
        #expect(try files() == ["Calm"])
        #expect(try await rig.source.item(for: list).title == "Night")
    }

    @Test("A deleted playlist comes back as the same, and leaves the trash")
    func deleting() async throws {
        let trash = TrashFolder(path: rig.folder.file("trash"))
        let shelf = PlaylistShelf(
            folder: rig.folder.file("own"), revision: .init(100), trash: trash, roots: { [] })
        let list = try await shelf.create("Evening", format: .xspf, tracks: [rig.track("a.flac")])
        let before = try file("Evening.xspf")
        try await shelf.delete(list)
        #expect(trash.items().map(\.title) == ["Evening"])

        #expect(try await shelf.undoEdit()?.playlist == list)

        #expect(try file("Evening.xspf") == before)
        #expect(trash.items().isEmpty)
        _ = try await shelf.redoEdit()
        #expect(trash.items().map(\.title) == ["Evening"])
        #expect(try files().isEmpty)
    }

    @Test("What something else has changed since is left as it is, and its changes are forgotten")
    func changedByOthers() async throws {
        let other = try await rig.shelf.create("Other", format: .m3u8)
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        try await rig.shelf.add([rig.track("a.flac")], to: list, at: nil)
        let text = try file("Evening.m3u8") + "/music/b.flac\n"
        try rig.folder.write("own/Evening.m3u8", text.utf8)

        let error = await #expect(throws: ContentError.self) { try await rig.shelf.undoEdit() }

        #expect(error?.code == .refused)
        #expect(error?.message == "cannot change \"Evening\" back: something else has changed it since")
        #expect(try file("Evening.m3u8") == text)
        #expect(await rig.shelf.undoableEdits().map(\.edit.playlist) == ["Other"])
        #expect(try await rig.shelf.undoEdit()?.playlist == other)
    }

    @Test("A name that is taken meanwhile is refused")
    func takenName() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        try await rig.shelf.delete(list)
        try rig.folder.write("own/Evening.m3u8", "#EXTM3U\n/music/a.flac\n".utf8)
        await rig.shelf.refresh()

        await #expect(throws: ContentError.self) { try await rig.shelf.undoEdit() }

        #expect(try file("Evening.m3u8") == "#EXTM3U\n/music/a.flac\n")
    }

    @Test("At most twenty changes are kept, and those of large files only up to 16 MiB")
    func bounds() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        for _ in 0..<25 { try await rig.shelf.add([rig.track("a.flac")], to: list, at: nil) }
        #expect(await rig.shelf.undoableEdits().count == 20)

        let many = (0..<8_000).map { rig.track(String(repeating: "x", count: 200) + "\($0).flac") }
        _ = try await rig.shelf.create("Many", format: .m3u8, tracks: many)
        let size = try file("Many.m3u8").utf8.count
        let large = try await rig.shelf.create("Large", format: .m3u8, tracks: many)
        for _ in 0..<6 { _ = try await rig.shelf.arrange(large, .move([0], to: 1)) }
        #expect(await rig.shelf.undoableEdits().count == max(1, (16 << 20) / (2 * size)))
    }

    @Test("A change that changes nothing is none")
    func nothing() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8, tracks: [rig.track("a.flac")])
        _ = try await rig.shelf.arrange(list, .removeDuplicates)
        _ = try await rig.shelf.arrange(list, .move([0], to: 0))
        try await rig.shelf.rename(list, to: "Evening")

        #expect(await rig.shelf.undoableEdits().map(\.edit.kind) == [.create])
    }
}
