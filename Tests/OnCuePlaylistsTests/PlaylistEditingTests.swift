// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueTestSupport
import PlaylistFormats
import Testing

@testable import OnCuePlaylists

@Suite("Own playlists")
struct PlaylistEditingTests {
    private let rig: PlaylistRig

    init() throws {
        rig = try PlaylistRig()
    }

    @Test(
        "are made, filled, changed and deleted, and every step is in the file", arguments: [PlaylistFormat.m3u8, .xspf])
    func edits(_ format: PlaylistFormat) async throws {
        let list = try await rig.shelf.create("My: Evening | Mix", format: format)
        var part = rig.track("c.flac")
        part.segment = MediaSegment(start: .seconds(10), end: .seconds(20))
        try await rig.shelf.add([rig.track("a.mp3"), rig.track("b.mp3")], to: list, at: nil)
        try await rig.shelf.add([part], to: list, at: 0)
        _ = try await rig.shelf.arrange(list, .move([0], to: 2))
        _ = try await rig.shelf.arrange(list, .remove([0]))
        try await rig.shelf.rename(list, to: "Night")

        let again = PlaylistShelf(folder: rig.folder.file("own"), revision: .init(1)) { [] }
        await again.refresh()
        let content = try await again.content(of: list)
        #expect(content.list.title == "Night")
        #expect(content.document.entries.map(\.location.displayName) == ["b.mp3", "c.flac"])
        #expect(content.document.entries[1].segment == part.segment)
        #expect(content.document.entries[0].artist == "Somebody")

        try await rig.shelf.delete(list)
        await again.refresh()
        #expect(await again.lists.isEmpty)
    }

    @Test("get no name of a saved query at the top, however they come to it, and the error names the rule")
    func savedQueries() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        try await rig.shelf.add([rig.track("a.mp3")], to: list, at: nil)
        let best = try await rig.shelf.create("Best", format: .m3u8)
        try await rig.shelf.rename(best, to: "Other")
        await rig.shelf.reserve { [(name: "Best", text: "stars:5")] }
        let exchange = PlaylistExchange(shelf: rig.shelf, library: rig.library)
        let file = rig.location("own/Evening.m3u8")

        let errors = [
            await #expect(throws: ContentError.self) { try await rig.shelf.create("best", format: .m3u8) },
            await #expect(throws: ContentError.self) { try await rig.shelf.rename(list, to: "BEST") },
            await #expect(throws: ContentError.self) { try await exchange.importFile(file, name: "Best") },
            await #expect(throws: ContentError.self) { try await rig.shelf.undoEdit() },
        ]

        for error in errors {
            #expect(error?.code == .refused)
            #expect(error?.message.contains("\"Best\" is a saved query, whose tracks follow the rule stars:5") == true)
        }
        #expect(Set(await rig.shelf.lists.map(\.title)) == ["Evening", "Other"])
        _ = try await rig.shelf.create("Trips/Best", format: .m3u8)
        await rig.shelf.reserve { [] }
        try await rig.shelf.rename(list, to: "Best")
    }

    @Test(
        "keep in their file when they were made, whatever is changed later", arguments: [PlaylistFormat.m3u8, .xspf])
    func created(_ format: PlaylistFormat) async throws {
        let list = try await rig.shelf.create("Evening", format: format)
        try await rig.shelf.add([rig.track("a.mp3")], to: list, at: nil)
        let again = PlaylistShelf(folder: rig.folder.file("own"), revision: .init(1)) { [] }
        try await again.rename(list, to: "Night")

        let dates = try #require(await again.dates()[list])

        #expect(dates.created == 1_000_000_000)
        #expect(try #require(dates.modified) > 1_000_000_000)
    }

    @Test("that do not say when they were made count as made when they were changed last, and say it from then on")
    func creationUnknown() async throws {
        try rig.folder.write("own/old.m3u8", Array("#EXTM3U\n/m/a.mp3\n".utf8))
        await rig.shelf.refresh()
        let list = try #require(await rig.shelf.lists.first?.identifier)
        let before = try #require(await rig.shelf.dates()[list]?.modified)

        try await rig.shelf.add([rig.track("a.mp3")], to: list, at: nil)

        #expect(await rig.shelf.dates()[list]?.created == before)
    }

    @Test("are there for the first who asks, before any walk")
    func first() async throws {
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        try await rig.shelf.add([rig.track("a.mp3")], to: list, at: nil)

        let again = PlaylistShelf(folder: rig.folder.file("own"), revision: .init(1)) { [] }
        try await again.add([rig.track("b.mp3")], to: list, at: nil)

        #expect(try await again.content(of: list).document.entries.count == 2)
        #expect(await again.lists.map(\.title) == ["Evening"])
    }

    @Test("are refused names that are taken, empty or no names")
    func names() async throws {
        _ = try await rig.shelf.create("Evening", format: .m3u8)

        for name in ["evening", " ", "", "a\nb", String(repeating: "x", count: 201)] {
            await #expect(throws: ContentError.self) { try await rig.shelf.create(name, format: .m3u8) }
        }
        await #expect(throws: ContentError.self) { try await rig.shelf.create("b", format: .pls) }
        for name in [
            "../up", "a/../b", "a/./b", "a\u{1}/b", "a/", "1/2/3/4/5/6/7/8/9/10",
            "a/" + .init(repeating: "x", count: 201),
        ] {
            await #expect(throws: ContentError.self) { try await rig.shelf.create(name, format: .m3u8) }
        }
        for name in [".hidden", ".a/.b", String(repeating: "é", count: 100)] {
            _ = try await rig.shelf.create(name, format: .m3u8)
        }
        let files = await rig.shelf.lists.map {
            String(decoding: $0.path.dropFirst(rig.folder.file("own").utf8.count), as: UTF8.self)
        }
        #expect(
            Set(files) == [
                "/Evening.m3u8", "/_.hidden.m3u8", "/_.a/_.b.m3u8", "/\(String(repeating: "é", count: 100)).m3u8",
            ])
    }

    @Test("have no entries behind their last one to change")
    func bounds() async throws {
        let list = try await rig.shelf.create("l", format: .m3u8)
        try await rig.shelf.add([rig.track("a.mp3")], to: list, at: 99)

        for index in [1, -1, .max] {
            for change: PlaylistArrangement in [.remove([0, index]), .keep([index]), .move([index], to: 0)] {
                await #expect(throws: ContentError.self) { _ = try await rig.shelf.arrange(list, change) }
            }
        }
        #expect(try await rig.titles(list).count == 1)
    }

    @Test("are the only ones that are changed")
    func others() async throws {
        try rig.folder.write("music/l.m3u8", Array("a.mp3".utf8))
        await rig.shelf.refresh()
        let list = try await rig.source.identifier(named: ["l"])

        await #expect(throws: ContentError.self) { try await rig.shelf.delete(list) }
        await #expect(throws: ContentError.self) {
            try await rig.shelf.add([rig.track("b.mp3")], to: list, at: nil)
        }
        #expect(try await rig.titles(list) == ["a.mp3"])
    }

    @Test("stay whole when writing fails")
    func readOnly() async throws {
        let list = try await rig.shelf.create("l", format: .m3u8)
        try await rig.shelf.add([rig.track("a.mp3")], to: list, at: nil)
        let before = try FileAccess.read(Array(rig.folder.file("own/l.m3u8").utf8), limit: 1000).bytes

        // A folder in the way of the temporary name cannot be had, but a target that is a folder can.
        let other = try await rig.shelf.create("m", format: .m3u8)
        try FileAccess.remove(Array(rig.folder.file("own/m.m3u8").utf8))
        try rig.folder.makeDirectory("own/m.m3u8")

        await #expect(throws: ContentError.self) {
            try await rig.shelf.add([rig.track("b.mp3")], to: other, at: nil)
        }
        #expect(try FileAccess.read(Array(rig.folder.file("own/l.m3u8").utf8), limit: 1000).bytes == before)
    }
}

@Suite("A playlist that is given as a file or an address")
struct PlaylistResolverTests {
    private let rig: PlaylistRig
    private let resolver: PlaylistMediaResolver

    init() throws {
        rig = try PlaylistRig()
        resolver = PlaylistMediaResolver(media: FakeMediaResolver([:]), library: rig.library) {
            address async throws(PlaybackError) in
            let lists = [
                "http://h/l.pls": "[playlist]\nFile1=http://h/live\nTitle1=Live\nFile2=file:///etc/passwd",
                "http://h/hls.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:10\na.ts",
                "http://h/none.m3u?x": "file:///etc/passwd",
            ]
            guard let text = lists[address.uri] else { throw PlaybackError(.notFound, "nothing there") }
            return RemoteList(bytes: Array(text.utf8), contentType: nil, address: address)
        }
    }

    @Test("on a web server plays the streams that it names, and none of our files")
    func remote() async throws {
        let tracks = try await resolver.tracks(at: #require(MediaLocation(uri: "http://h/l.pls")))
        #expect(tracks.map(\.location.uri) == ["http://h/live"])
        #expect(tracks.map(\.title) == ["Live"])

        for (address, code) in [
            ("http://h/hls.m3u8", ContentError.Code.notFound), ("http://h/none.m3u?x", .notPlayable),
            ("http://h/gone.m3u", .notFound),
        ] {
            do {
                _ = try await resolver.tracks(at: #require(MediaLocation(uri: address)))
                Issue.record("\(address) was taken")
            } catch let error as ContentError {
                #expect(error.code == code)
            }
        }
    }

    @Test("plays its tracks, and those of lists in it, but not of itself")
    func nested() async throws {
        for name in ["a.mp3", "b.mp3", "c.mp3"] { try rig.folder.write("music/" + name, [1]) }
        try rig.folder.write("music/in.pls", Array("[playlist]\nFile1=b.mp3\nTitle1=B\nFile2=deep.m3u".utf8))
        try rig.folder.write("music/deep.m3u", Array("#EXTINF:1,C\nc.mp3".utf8))
        try rig.folder.write("music/l.m3u", Array("#EXTINF:1,A\na.mp3\nin.pls\nl.m3u\ngone.mp3".utf8))

        let tracks = try await resolver.tracks(at: rig.location("music/l.m3u"))

        #expect(tracks.map(\.title) == ["A", "B", "gone.mp3"])
    }

    @Test("fails with a reason when it has nothing, is no list or is not there")
    func failures() async throws {
        try rig.folder.write("music/empty.m3u", Array("gone.mp3".utf8))
        try rig.folder.write("music/rubbish.xspf", Array("no".utf8))

        for (name, code) in [
            ("empty.m3u", ContentError.Code.notPlayable), ("rubbish.xspf", .notPlayable), ("none.m3u", .notFound),
        ] {
            do {
                _ = try await resolver.tracks(at: rig.location("music/" + name))
                Issue.record("\(name) was taken")
            } catch {
                #expect(error.code == code)
            }
        }
    }
}
