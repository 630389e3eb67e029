// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueQuery
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

    /// Whether a source is asked for a word by a search that forgives no mistakes.
    private func isAsked(_ source: some QuerySearching, _ word: String) throws -> Bool {
        var question = QueryQuestion(try ContentQuery(word), inFull: false, now: 0, seed: 0)
        question.forgives = false
        return source.matchesAtHand(question) == nil
    }

    @Test("stations are asked for a word from when one has it until none does, whoever changes the file")
    func stationsAtHand() async throws {
        let folder = try TemporaryDirectory()
        let store = StationStore(path: folder.file("radio.m3u8"), revision: .init(1))
        let source = StationContentSource(store: store, locator: StationLocator { _ in nil })

        #expect(try isAsked(source, "jazz"))
        #expect(await store.stations.isEmpty)
        #expect(try !isAsked(source, "jazz"))
        let station = try await store.add("Jazz FM", at: #require(MediaLocation(uri: "http://h/j")))
        #expect(try isAsked(source, "jazz"))
        #expect(try !isAsked(source, "news"))
        try await store.rename(station, to: "News")
        #expect(try !isAsked(source, "jazz"))
        #expect(try isAsked(source, "news"))
        _ = try folder.write("radio.m3u8", Array("#EXTM3U\n#EXTINF:-1,Blues\nhttp://h/b\n".utf8))
        await store.refresh()
        #expect(try isAsked(source, "blues"))
        #expect(try !isAsked(source, "news"))
    }

    @Test("playlists are asked for a word from when one or its folder has it until none does")
    func playlistsAtHand() async throws {
        let rig = try PlaylistRig()
        _ = try rig.folder.write("music/Jazz.m3u8", Array("x.mp3".utf8))

        #expect(try isAsked(rig.source, "jazz"))
        await rig.shelf.refresh()
        #expect(try isAsked(rig.source, "jazz"))
        #expect(try isAsked(rig.source, "music"))
        #expect(try !isAsked(rig.source, "evening"))
        let list = try await rig.shelf.create("Evening", format: .m3u8)
        #expect(try isAsked(rig.source, "evening"))
        try await rig.shelf.rename(list, to: "Morning")
        #expect(try !isAsked(rig.source, "evening"))
        #expect(try isAsked(rig.source, "morning"))
        try await rig.shelf.delete(list)
        #expect(try !isAsked(rig.source, "morning"))
        #expect(try isAsked(rig.source, "favourite morning"))
    }
}
