// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCuePlaylists

@Suite("Playlists in the tree")
struct PlaylistTreeTests {
    private let rig: PlaylistRig

    init() throws {
        rig = try PlaylistRig()
    }

    @Test("are those that lie in the library and the person's own, by title")
    func lists() async throws {
        try rig.folder.write("music/deep/er/b.m3u", Array("#PLAYLIST:Zebra\nx.mp3".utf8))
        try rig.folder.write("music/a10.pls", Array("[playlist]\nFile1=http://h/x".utf8))
        try rig.folder.write("music/.hidden/c.m3u", Array("x.mp3".utf8))
        try rig.folder.write("music/off/.nomedia", [])
        try rig.folder.write("music/off/d.m3u", Array("x.mp3".utf8))
        try rig.folder.write("own/a9.m3u8", Array("x.mp3".utf8))

        await rig.shelf.refresh()

        #expect(try await rig.titles() == ["a9", "a10", "Zebra"])
    }

    @Test("show what the library has as the library shows it, and what is missing as unavailable")
    func entries() async throws {
        let known = rig.track("known.mp3")
        rig.library.add(known)
        try rig.folder.write("music/there.mp3", [1])
        try rig.folder.write(
            "music/l.m3u",
            Array(
                "#EXTINF:9,Other - Name\nknown.mp3\nthere.mp3\n#EXTINF:5,A - B\ngone.mp3\nC:\\x\\there.mp3\nhttp://h/s"
                    .utf8))
        await rig.shelf.refresh()
        let list = try await rig.source.identifier(named: ["L"])

        let items = try await rig.source.children(of: list, offset: 0, limit: 10, at: nil).items
        let tracks = try await rig.source.tracks(under: list)

        #expect(items.map(\.title) == ["Title of known.mp3", "there.mp3", "B", "there.mp3", "http://h/s"])
        #expect(items.map(\.isUnavailable) == [false, false, true, false, false])
        #expect(items.map(\.isPlayable) == [true, true, false, true, true])
        #expect(items[0].identifier == known.identifier)
        #expect(items[2].subtitle == "A" && items[2].duration == .seconds(5))
        #expect(items[4].isStreaming)
        #expect(tracks.map(\.title) == ["Title of known.mp3", "there.mp3", "B", "there.mp3", "http://h/s"])
        #expect(tracks[3].location == rig.location("music/there.mp3"))
    }

    @Test("have what is missing told when its turn comes, but of many in a row only the first")
    func missing() async throws {
        try rig.folder.write("music/a.mp3", [1])
        let gone = (0..<25).map { "gone \($0).mp3" }
        try rig.folder.write(
            "music/l.m3u", Array((["mms://h/s", "a.mp3"] + gone + ["a.mp3"] + gone).joined(separator: "\n").utf8))
        try rig.folder.write("music/none.m3u", Array(gone.joined(separator: "\n").utf8))
        await rig.shelf.refresh()

        let tracks = try await rig.source.tracks(under: rig.source.identifier(named: ["l"]))
        let none = try await rig.source.tracks(under: rig.source.identifier(named: ["none"]))

        #expect(tracks.map(\.title) == ["a.mp3"] + gone.prefix(10) + ["a.mp3"] + gone.prefix(10))
        #expect(none.isEmpty)
    }

    @Test("are episodes where a podcast has what they lead to")
    func episodes() async throws {
        var episode = rig.track("x")
        episode.identifier = ContentIdentifier(kind: .episode, key: "aaaaaaaaaaaa")
        episode.location = try #require(MediaLocation(uri: "http://h/one.mp3"))
        rig.library.add(episode)
        try rig.folder.write("music/l.m3u", Array("#EXTINF:5,Other\nhttp://h/one.mp3\nhttp://h/two.mp3".utf8))
        await rig.shelf.refresh()
        let list = try await rig.source.identifier(named: ["l"])

        let items = try await rig.source.children(of: list, offset: 0, limit: 10, at: nil).items
        let tracks = try await rig.source.tracks(under: list)

        #expect(items.first?.identifier == episode.identifier)
        #expect(items.first?.title == "Title of x")
        #expect(tracks.first == episode)
    }

    @Test("of a CUE sheet lead to media in other folders, with the loudness that the sheet tells")
    func farCueSheet() async throws {
        try rig.folder.write("music/sub/one.flac", [1])
        try rig.folder.write("music/two.flac", [1])
        try rig.folder.write(
            "music/lists/album.cue",
            Array(
                """
                REM REPLAYGAIN_ALBUM_GAIN -6.50 dB
                FILE "../sub/one.flac" WAVE
                TRACK 01 AUDIO
                REM REPLAYGAIN_TRACK_GAIN -7.25 dB
                INDEX 01 00:00:00
                TRACK 02 AUDIO
                INDEX 01 00:40:00
                FILE "..\\two.wav" WAVE
                TRACK 03 AUDIO
                INDEX 01 00:00:00
                """.utf8))
        await rig.shelf.refresh()

        let tracks = try await rig.source.tracks(under: rig.source.identifier(named: ["album"]))

        #expect(
            tracks.map(\.location) == ["sub/one.flac", "sub/one.flac", "two.flac"].map { rig.location("music/" + $0) })
        #expect(tracks.map(\.segment?.start) == [.zero, .seconds(40), nil])
        #expect(tracks.map(\.replayGain?.trackGain) == [-7.25, nil, nil])
        #expect(tracks.map(\.replayGain?.albumGain) == [-6.5, -6.5, -6.5])
    }

    @Test("keep the promises of every content source")
    func contract() async throws {
        try rig.folder.write("music/1.mp3", [1])
        try rig.folder.write("music/2.mp3", [1])
        try rig.folder.write("music/a.m3u", Array("1.mp3\n2.mp3\ngone.mp3".utf8))
        try rig.folder.write(
            "own/b.cue",
            Array(
                "TITLE \"An Album\"\nFILE \"../music/1.wav\" WAVE\nTRACK 01 AUDIO\nTITLE \"One\"\nINDEX 01 00:00:00\n"
                    .utf8)
                + Array("TRACK 02 AUDIO\nTITLE \"Two\"\nINDEX 01 00:01:00\n".utf8))
        try rig.folder.write("own/empty.m3u8", Array("#EXTM3U\n".utf8))
        await rig.shelf.refresh()

        let violations = await ContentSourceContract.violations(
            in: rig.source, fixedDepth: 0,
            change: .init(of: try await rig.source.identifier(named: ["a"])) {
                try rig.folder.write("music/a.m3u", Array("1.mp3\ngone.mp3".utf8))
                await rig.shelf.refresh()
            })

        #expect(violations == [])
    }

    @Test("do not repeat the CUE sheet of media beside it, which are an album")
    func albumSheet() async throws {
        let sheet = "FILE \"album.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 00:40:00\n"
        try rig.folder.write("music/album.cue", Array(sheet.utf8))
        try rig.folder.write("music/lists/far.cue", Array(sheet.replacing("album.wav", with: "../album.wav").utf8))
        try rig.folder.write("own/mine.cue", Array(sheet.utf8))
        // A file for each track, one of them named as on the machine where the sheet was written.
        let tracks = ["1.wav", "C:\\rip\\2.wav", "3.wav"].map {
            "FILE \"\($0)\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n"
        }
        try rig.folder.write("music/several/2.flac", [1])
        try rig.folder.write("music/several/album.cue", Array(tracks.joined().utf8))
        try rig.folder.write("music/none.cue", Array("REM GENRE Jazz\n".utf8))

        await rig.shelf.refresh()

        #expect(await rig.shelf.lists.map(\.title) == ["far", "mine"])
    }

    @Test("of CUE sheets are parts of the file that is there, with the last one as long as the rest")
    func cueSheet() async throws {
        let album = rig.track("album.flac")
        rig.library.add(album)
        try rig.folder.write("music/album.flac", [1])
        try rig.folder.write(
            "own/album.cue",
            Array(
                "PERFORMER \"P\"\nFILE \"../music/album.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\n"
                    .utf8)
                + Array("TITLE \"Two\"\nINDEX 01 00:40:00\n".utf8))
        await rig.shelf.refresh()

        let tracks = try await rig.source.tracks(under: rig.source.identifier(named: ["album"]))

        #expect(tracks.map(\.title) == ["Track 1", "Two"])
        #expect(tracks.map(\.location) == [album.location, album.location])
        #expect(tracks.map(\.duration) == [.seconds(40), .seconds(60)])
        #expect(tracks[0].segment?.isFollowed(by: tracks[1].segment) == true)
        #expect(tracks.map(\.artists) == [["P"], ["P"]])
        #expect(tracks[0].identifier != tracks[1].identifier)
    }

    @Test("change with their files, and positions of before are stale")
    func changes() async throws {
        try rig.folder.write("music/l.m3u", Array("a.mp3\n".utf8))
        await rig.shelf.refresh()
        let list = try await rig.source.identifier(named: ["l"])
        let revision = try await rig.source.revision()
        var changes = rig.source.changes().makeAsyncIterator()

        try rig.folder.write("music/l.m3u", Array("a.mp3\nb.mp3\n".utf8))
        await rig.shelf.refresh()

        #expect(try await rig.titles(list) == ["a.mp3", "b.mp3"])
        #expect(await changes.next()?.containers?.contains(list) == true)
        await #expect(throws: ContentError.self) {
            try await rig.source.identifier(at: [0, 0], revision: revision)
        }
    }

    @Test("that have gone are no longer there")
    func removal() async throws {
        let path = try rig.folder.write("music/l.m3u", Array("a.mp3\n".utf8))
        await rig.shelf.refresh()
        #expect(try await rig.titles() == ["l"])

        try FileAccess.remove(Array(path.utf8))
        await rig.shelf.refresh()

        #expect(try await rig.titles() == [])
    }

    @Test("are found by the words of their titles")
    func search() async throws {
        try rig.folder.write("music/l.m3u", Array("#PLAYLIST:Café at Night\na".utf8))
        await rig.shelf.refresh()

        #expect(try await rig.source.search("nig CAFE", offset: 0, limit: 10).items.count == 1)
        #expect(try await rig.source.search("ight", offset: 0, limit: 10).items.isEmpty)
        #expect(try await rig.source.search(" ", offset: 0, limit: 10).items.isEmpty)
    }
}
