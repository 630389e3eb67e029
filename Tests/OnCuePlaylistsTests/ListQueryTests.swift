// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCuePlaylists

@Suite("Queries to stations and playlists")
struct ListQueryTests {
    @Test("stations are found by name, kind and marks, also mistyped")
    func stations() async throws {
        let folder = try TemporaryDirectory()
        let store = StationStore(path: folder.file("radio.m3u8"), revision: .init(1))
        for name in ["Jazz Nights", "News", "Jazz FM"] {
            _ = try await store.add(name, at: #require(MediaLocation(uri: "http://h/" + String(name.prefix(6).last!))))
        }
        let listening = FakeListeningStore()
        let news = try #require(await store.stations.first { $0.name == "News" })
        listening.set(ListeningRecord(playCount: 2, isFavourite: true), for: news.identifier)
        let source = StationContentSource(store: store, locator: StationLocator { _ in nil }, listening: listening)
        func found(_ query: String) async throws -> [String] {
            try await source.search(query, offset: 0, limit: 10).items.map(\.title)
        }

        #expect(try await found("kind:station jazz") == ["Jazz FM", "Jazz Nights"])
        #expect(try await found("kind:radio") == ["Jazz FM", "Jazz Nights", "News"])
        #expect(try await found("kind:radio sort:-plays,title limit:2") == ["News", "Jazz FM"])
        #expect(try await found("kind:station -jazz") == ["News"])
        #expect(try await found("favourite") == ["News"])
        #expect(try await found("nihgts") == ["Jazz Nights"])
        #expect(try await found("length:>1m").isEmpty)
        #expect(try await found("kind:episode jazz").isEmpty)
    }

    @Test("playlists are found by name, kind, folder and length; entries that are liked, with them")
    func playlists() async throws {
        let rig = try PlaylistRig()
        try rig.folder.write("music/a.m3u8", Array("#EXTM3U\n#EXTINF:600,X - Long one\nlong.mp3\n".utf8))
        try rig.folder.write("music/b.m3u8", Array("#EXTM3U\n#EXTINF:60,X - Short one\nshort.mp3\n".utf8))
        await rig.shelf.refresh()
        let listening = FakeListeningStore()
        let source = PlaylistContentSource(shelf: rig.shelf, library: rig.library, listening: listening)
        let lists = try await source.children(of: .root, offset: 0, limit: 9, at: nil).items
        let entry = try #require(
            try await source.children(of: lists[1].identifier, offset: 0, limit: 9, at: nil).items.first)
        listening.set(ListeningRecord(isFavourite: true), for: lists[0].identifier)
        listening.set(ListeningRecord(isFavourite: true), for: entry.identifier)
        func found(_ query: String) async throws -> [String] {
            try await source.search(query, offset: 0, limit: 10).items.map(\.title)
        }

        #expect(lists.map(\.title) == ["a", "b"])
        #expect(try await found("kind:playlist") == ["a", "b"])
        #expect(try await found("kind:playlist length:>5m") == ["a"])
        #expect(try await found("kind:playlist sort:-title limit:1") == ["b"])
        #expect(try await found("kind:playlist folder:music b") == ["b"])
        #expect(try await found("favourite kind:playlist") == ["a"])
        #expect(try await found("favourite") == ["Short one", "a"])
        #expect(try await found("unplayed").isEmpty)
    }
}
