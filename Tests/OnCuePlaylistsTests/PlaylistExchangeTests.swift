// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueTestSupport
import PlaylistFormats
import Testing

@testable import OnCuePlaylists

@Suite("Playlists that are imported and exported")
struct PlaylistExchangeTests {
    private let rig: PlaylistRig
    private let exchange: PlaylistExchange

    init() throws {
        rig = try PlaylistRig()
        exchange = PlaylistExchange(shelf: rig.shelf, library: rig.library)
    }

    private func document(_ text: String, _ format: PlaylistFormat, at name: String) throws -> PlaylistDocument {
        try #require(PlaylistFile.read(Array(text.utf8), as: format, list: rig.location(name)))
    }

    @Test("an import has the entries of the file where they are, with what the library knows, and those that are gone")
    func imports() async throws {
        rig.library.add(rig.track("known.mp3"))
        try rig.folder.write("music/there.mp3", [1])
        try rig.folder.write(
            "music/l.m3u", Array("known.mp3\n#EXTINF:5,A - B\nC:\\x\\there.mp3\ngone.mp3\nhttp://h/s\n".utf8))

        let made = try await exchange.importFile(rig.location("music/l.m3u"), name: nil)

        let content = try await rig.shelf.content(of: made.playlist)
        let entries = content.document.entries
        #expect(made.count == 4 && content.list.isOwn && content.list.title == "l")
        #expect(
            entries.map(\.location.uri)
                == ["known.mp3", "there.mp3", "gone.mp3"].map { rig.location("music/" + $0).uri } + ["http://h/s"])
        #expect(entries.map(\.title) == ["Title of known.mp3", "B", "gone.mp3", "http://h/s"])
        #expect(entries.map(\.artist) == ["Somebody", "A", nil, nil])
    }

    @Test("an import may have another name, and a title that no file could have; none is made twice")
    func names() async throws {
        let file = rig.location("music/l.m3u")
        try rig.folder.write("music/l.m3u", Array("#PLAYLIST:AC/DC: best\nhttp://h/s\n".utf8))

        _ = try await exchange.importFile(file, name: nil)
        _ = try await exchange.importFile(file, name: "Rock/Best")
        _ = try await exchange.importFile(file, name: "Rock/")
        let error = await #expect(throws: ContentError.self) { try await exchange.importFile(file, name: "rock/best") }

        #expect(await rig.shelf.lists.map(\.fullTitle) == ["AC-DC: best", "Rock/AC-DC: best", "Rock/Best"])
        #expect(error?.message == "there is already a playlist called \"Rock/best\"; choose another name")
    }

    @Test("a CUE sheet that is imported has its tracks as parts")
    func sheet() async throws {
        try rig.folder.write("music/album.flac", [1])
        try rig.folder.write(
            "music/album.cue",
            Array("TITLE Album\nFILE album.wav WAVE\nTRACK 01 AUDIO\nTITLE One\nINDEX 01 00:00:00\n".utf8)
                + Array("TRACK 02 AUDIO\nTITLE Two\nINDEX 01 00:40:00\n".utf8))

        let made = try await exchange.importFile(rig.location("music/album.cue"), name: nil)

        let content = try await rig.shelf.content(of: made.playlist)
        #expect(content.list.title == "Album" && content.list.format == .m3u8)
        #expect(content.document.entries.map(\.title) == ["One", "Two"])
        #expect(content.document.entries.map(\.segment?.start) == [.zero, .seconds(40)])
        #expect(
            content.document.entries.map(\.location) == Array(repeating: rig.location("music/album.flac"), count: 2))
    }

    @Test(
        "what is no playlist is refused with a reason",
        arguments: [
            ("none.m3u8", ContentError.Code.notFound, "No such file"), ("rubbish.xspf", .notPlayable, "not a playlist"),
            ("song.mp3", .notPlayable, "not a playlist"), ("empty.m3u", .refused, "no entries"),
        ])
    func refused(_ name: String, _ code: ContentError.Code, _ reason: String) async throws {
        try rig.folder.write("music/rubbish.xspf", Array("no".utf8))
        try rig.folder.write("music/song.mp3", [0xFF, 0xFB, 0, 1])
        try rig.folder.write("music/empty.m3u", Array("#EXTM3U\n".utf8))

        let error = await #expect(throws: ContentError.self) {
            try await exchange.importFile(rig.location("music/" + name), name: nil)
        }

        #expect(error?.code == code)
        #expect(error?.message.hasPrefix("cannot import ") == true && error?.message.contains(reason) == true)
        #expect(await rig.shelf.lists.isEmpty)
    }

    @Test("an export gives all entries back, also those that are gone, and not the identity of the playlist")
    func exports() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        var part = rig.track("c.flac")
        part.segment = MediaSegment(start: .seconds(10), end: .seconds(20))
        try await rig.shelf.add([rig.track("a.mp3"), part], to: list, at: nil)

        for format in [PlaylistFormat.m3u8, .xspf] {
            let text = try await exchange.exported(list, as: format, to: nil)
            let read = try document(text, format, at: "elsewhere/l")
            #expect(read.title == "Evening" && read.identity == nil)
            #expect(read.entries.map(\.location) == [rig.location("music/a.mp3"), rig.location("music/c.flac")])
            #expect(read.entries.map(\.segment) == [nil, part.segment])
        }
        let near = try await exchange.exported(list, as: .m3u8, to: rig.location("music/l.m3u8"))
        #expect(near.contains("\na.mp3\n"))
        let error = await #expect(throws: ContentError.self) { try await exchange.exported(list, as: .pls, to: nil) }
        #expect(error?.message == "it contains parts of files, which pls cannot name; export it as m3u8 or xspf")
        _ = try await rig.shelf.arrange(list, .remove([1]))
        let pls = try await exchange.exported(list, as: .pls, to: nil)
        #expect(try document(pls, .pls, at: "l").entries.map(\.title) == ["Somebody - Title of a.mp3"])
    }

    @Test("tracks are exported as a list of their own")
    func tracks() async throws {
        let text = try exchange.exported([rig.track("a.mp3")], title: "Best", as: .xspf, to: nil)

        let read = try document(text, .xspf, at: "l")

        #expect(read.title == "Best")
        #expect(read.entries.map(\.title) == ["Title of a.mp3"])
        #expect(throws: ContentError.self) { try exchange.exported([], title: "x", as: .asx, to: nil) }
    }
}
