// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import PlayableContent
import SubsonicProtocol
import Testing

@testable import SubsonicLibrary

@Suite("What a server has, as OnCue asks for it", .timeLimit(.minutes(10)))
struct SourceTests {
    private static let song = #"{"id":"s1","title":"One","artist":"Ann","duration":1200,"suffix":"mp3","size":8}"#

    @Test("Podcasts, radio, bookmarks and the queue are shown where the server has them")
    @MediaActor
    func sections() async throws {
        let server = try ScriptedServer([
            "getPodcasts": #""podcasts":{"channel":{"id":"p1","title":"Show"}}"#,
            "getBookmarks": #""bookmarks":{"bookmark":[{"position":600000,"entry":\#(Self.song)}]}"#,
            "getInternetRadioStations": #""internetRadioStations":{}"#,
        ])
        let source = SubsonicSource(try server.connect(), patience: .seconds(60))

        var titles: [String] = []
        // They are left out until the server has answered.
        try await waitUntil("the sections are known; there were \(titles)") {
            titles = try await source.childItems(ofItemWithIdentifier: "", offset: 0, limit: 50).items.map(\.title)
            return titles.contains("Bookmarks")
        }
        let bookmarks = try await source.childItems(ofItemWithIdentifier: "list:bookmarks", offset: 0, limit: 9).items

        #expect(titles.suffix(3) == ["Playlists", "Podcasts", "Bookmarks"])
        #expect(bookmarks.map(\.identifier) == ["bookmark:s1"])
        #expect(bookmarks.first?.playbackProgress == 0.5)
        #expect(try await source.url(forContentItem: "bookmark:s1").url.contains("/rest/stream?id=s1&format=raw&"))
    }

    @Test("Episodes play by the name of their stream, and those that the server has not loaded are left out")
    @MediaActor
    func podcasts() async throws {
        let server = try ScriptedServer([
            "getPodcasts": #"""
            "podcasts":{"channel":[{"id":"p1","title":"Show","episode":[
            {"id":"e1","streamId":"m1","title":"Here","status":"completed","publishDate":"2026-03-01T10:00:00Z"},
            {"id":"e2","title":"Elsewhere","status":"skipped"}]}]}
            """#
        ])
        let source = SubsonicSource(try server.connect(), patience: .seconds(60))

        let episodes = try await source.childItems(ofItemWithIdentifier: "podcast:p1", offset: 0, limit: 50).items

        #expect(episodes.map(\.identifier) == ["episode:m1"])
        #expect(episodes.first?.subtitle == "2026-03-01")
    }

    @Test("A playlist of the server and its play queue are played as a whole")
    @MediaActor
    func playlists() async throws {
        let songs = #"[\#(Self.song),{"id":"s2","title":"Two"}]"#
        let server = try ScriptedServer([
            "getPlaylists": #""playlists":{"playlist":[{"id":"p1","name":"Mix","songCount":2}]}"#,
            "getPlaylist": #""playlist":{"id":"p1","name":"Mix","songCount":2,"entry":\#(songs)}"#,
            "getPlayQueue": #""playQueue":{"current":"s2","entry":\#(songs)}"#,
        ])
        let source = SubsonicSource(try server.connect(), patience: .seconds(60))
        func rows(_ container: String) async throws -> [PlayableContent.ContentItem] {
            try await source.childItems(ofItemWithIdentifier: container, offset: 0, limit: 50).items
        }

        let playlists = try await rows("list:playlists")
        let items = try await rows("playlist:p1")
        let single = try await source.contentItem(forIdentifier: "playlist:p1")
        let queue = try await source.contentItem(forIdentifier: "list:queue")

        #expect(playlists.map(\.identifier) == ["playlist:p1"])
        for container in [playlists.first, single, queue] {
            #expect(container?.isContainer == true && container?.isPlayable == true)
        }
        #expect(items.map(\.identifier) == ["song:s1", "song:s2"] && items.allSatisfy(\.isPlayable))
        #expect(try await rows("list:queue").map(\.identifier) == ["song:s1", "song:s2"])
        #expect(try await source.contentItem(forIdentifier: "list:albums")?.isPlayable == false)
    }

    @Test(
        "Where other players left long songs comes with them, wherever they are listed, and not what OnCue has told itself"
    )
    @MediaActor
    func positions() async throws {
        let short = #"{"id":"s2","title":"Two","duration":300}"#
        func mark(_ song: String, _ position: Int) -> String {
            #"{"position":\#(position),"changed":"2026-11-29T16:00:00.000Z","entry":\#(song)}"#
        }
        let server = try ScriptedServer([
            "getAlbum": #""album":{"id":"a1","name":"Book","song":[\#(Self.song),\#(short)]}"#,
            "getSong": #""song":\#(Self.song)"#,
            "getBookmarks": #""bookmarks":{"bookmark":[\#(mark(Self.song, 600_000)),\#(mark(short, 60_000))]}"#,
            "getPlayQueue":
                #""playQueue":{"current":"s1","position":90000,"changed":"2026-11-29T17:00:00+01:00","entry":[\#(Self.song)]}"#,
        ])
        let source = SubsonicSource(try server.connect(), patience: .seconds(60))
        func row(_ container: String) async throws -> PlayableContent.ContentItem? {
            try await source.childItems(ofItemWithIdentifier: container, offset: 0, limit: 50).items.first
        }
        let time: Int64 = 1_795_968_000

        for found in [try await row("album:a1"), try await source.contentItem(forIdentifier: "song:s1")] {
            #expect(found?.leftPosition == .seconds(600) && found?.leftTime == time && found?.playbackProgress == 0.5)
        }
        let bookmark = try await row("list:bookmarks")
        #expect(bookmark?.leftPosition == .seconds(600) && bookmark?.leftTime == time)
        let queued = try await row("list:queue")
        #expect(queued?.leftPosition == .seconds(90) && queued?.leftTime == time)
        #expect(try await source.contentItem(forIdentifier: "list:queue")?.subtitle == "at \"One\"")

        source.forget(nil)
        source.ownBookmarks = ["s1": 600_000]
        #expect(try await row("album:a1")?.leftTime == nil)
        source.forget(nil)
        (source.ownBookmarks, source.isAhead) = ([:], true)
        #expect(try await row("list:bookmarks")?.leftTime == nil)
    }

    @Test("Times of servers are read with and without a zone, and nothing else is")
    func times() {
        for text in [
            "2026-11-29T16:00:00.000Z", "2026-11-29T16:00:00", "2026-11-29 17:00:00+01:00", "2026-11-29T11:00:00-0500",
        ] {
            #expect(SubsonicText.moment(text) == 1_795_968_000, "\(text)")
        }
        for text in [
            "", "2026-11-29", "2026-13-29T16:00:00Z", "2026-11-29T16:00:00X", "2026-11-29T16:00:00+1", "now",
            "0001-01-01T00:00:00Z",
        ] {
            #expect(SubsonicText.moment(text) == nil, "\(text)")
        }
    }

    @Test("Stars and ratings go to the server, and are shown at once")
    @MediaActor
    func marks() async throws {
        let server = try ScriptedServer([
            "getAlbum": #""album":{"id":"a","name":"A","song":[\#(Self.song)]}"#, "star": "", "unstar": "",
            "setRating": "",
        ])
        let source = SubsonicSource(try server.connect(), patience: .seconds(60))
        func row() async throws -> PlayableContent.ContentItem? {
            try await source.childItems(ofItemWithIdentifier: "album:a", offset: 0, limit: 1).items.first
        }

        #expect(try await row()?.isFavourite == false)
        try await source.setFavourite(true, forContentItem: "song:s1")
        try await source.setStars(3.5, forContentItem: "song:s1")
        let marked = try await row()
        try await source.setFavourite(false, forContentItem: "album:a")
        try await source.setStars(nil, forContentItem: "song:s1")

        #expect(marked?.isFavourite == true && marked?.stars == 4)
        #expect(
            server.asked.filter { !$0.hasPrefix("get") } == [
                "star id=s1", "setRating id=s1 rating=4", "unstar albumId=a", "setRating id=s1 rating=0",
            ])
        server.set("star", ScriptedServer.error(50, "not for guests"))
        await #expect(throws: PlayableContentError.self) {
            try await source.setFavourite(true, forContentItem: "song:s1")
        }
    }

    @Test("Copies are made of what is pinned, stay within their room, and play without the server")
    @MediaActor
    func copies() async throws {
        let directory = try TemporaryDirectory()
        let server = try ScriptedServer([
            "getAlbum":
                #""album":{"id":"a","name":"A","song":[\#(Self.song),{"id":"s2","title":"Two","size":8,"suffix":"mp3","track":2}]}"#
        ])
        server.set("stream", HTTPServer.Response(200, [("Content-Type", "audio/mpeg")], Array("12345678".utf8)))
        let connection = try server.connect()
        let source = SubsonicSource(connection, patience: .seconds(60))
        let files = SubsonicFiles(folder: directory.file("subsonic"))
        let copies = SubsonicCopies(connection, in: files, source)
        source.copies = copies
        copies.room = { 10 }

        copies.follow(["album:a"])
        try await waitUntil("one is copied") { copies.fault != nil }
        #expect(copies.state.map(\.copies) == [1] && copies.state.map(\.songs) == [2])
        #expect(copies.fault?.contains("limit") == true)
        copies.room = { 1000 }
        copies.follow(["album:a"])
        try await waitUntil("both are copied") { try CopyTests.kept(files) == 2 }

        let gone = try ScriptedServer()
        for method in ["ping", "getAlbum", "getPodcasts"] { gone.set(method, HTTPServer.Response(503)) }
        let broken = try gone.connect()
        let offline = SubsonicSource(broken, patience: .seconds(60))
        offline.copies = SubsonicCopies(broken, in: files, offline)
        let rows = try await offline.childItems(ofItemWithIdentifier: "album:a", offset: 0, limit: 5).items
        let url = try await offline.url(forContentItem: "song:s1").url
        #expect(rows.map(\.title) == ["One", "Two"])
        #expect(url.hasPrefix("file://"))
        #expect(
            try await offline.childItems(ofItemWithIdentifier: "", offset: 0, limit: 5).items.map(\.title) == [
                "On This Machine"
            ])

        copies.follow([])
        try await waitUntil("they are deleted") { access(String(url.dropFirst(7)), F_OK) != 0 }
        #expect(copies.byteCount == 0 && copies.state.isEmpty)
    }
}
