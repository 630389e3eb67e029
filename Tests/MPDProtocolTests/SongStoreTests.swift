// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import MPDProtocol

@Suite("Songs in little memory")
struct SongStoreTests {
    private static let songs = [
        Song("plain.flac", identifier: "track:plain"),
        Song(
            "One/all.flac", identifier: "track:all",
            tags: [
                .init(.artist, "Ada"), .init(.artist, "Ben"), .init(.album, "First"), .init(.albumArtist, "Ada"),
                .init(.title, "Café"), .init(.track, "2"), .init(.genre, "Folk"), .init(.date, "1999-01-02"),
                .init(.composer, "C"), .init(.disc, "1"), .init(.musicBrainzAlbum, "a-b"),
                .init(.musicBrainzTrack, "c-d"),
            ], duration: .microseconds(61_234_567), modified: 1_700_000_000, format: "44100:*:2"),
        Song("One/empty.flac", tags: [.init(.title, ""), .init(.artist, "Ada")], duration: .zero),
        Song("One/lines.flac", identifier: "track:lines", tags: [.init(.title, "a\nb\u{7F}c")]),
        Song(
            "One/long.flac", identifier: "track:long",
            tags: [.init(.title, String(repeating: "é", count: 5_000)), .init(.album, "First")], modified: 1),
    ]

    @Test("are told as they are without", arguments: SongStoreTests.songs)
    func told(song: Song) throws {
        let stored = try #require(SongTree(Self.songs).song(at: song.uri))
        var titles = TagMask.all
        _ = try titles.perform(["clear"])
        _ = try titles.perform(["enable", "title", "album"])

        for mask in [TagMask.all, .none, titles] {
            var (one, other) = (Reply(), Reply())
            one.add(stored, mask)
            other.add(song, mask)
            #expect(one == other)
        }
    }

    @Test("are the same songs again")
    func same() throws {
        let tree = SongTree(Self.songs)

        for song in Self.songs.prefix(3) {
            #expect(tree.song(at: song.uri)?.song == song)
        }
        #expect(tree.song(at: "One/long.flac")?.song.first(.album) == "First")
    }

    @Test("are found by their paths and identifiers, however many there are")
    func many() {
        let songs = (0..<3_000).map { Song("\($0 % 7)/\($0).flac", identifier: "track:\($0)") }

        let tree = SongTree(songs.shuffled())

        #expect(tree.songs.count == 3_000)
        #expect(songs.allSatisfy { tree.song(at: $0.uri)?.identifier == $0.identifier })
        #expect(songs.allSatisfy { tree.song(identifier: $0.identifier)?.uri == $0.uri })
        #expect(tree.song(identifier: "track:3000") == nil)
        #expect(tree.song(at: "") == nil)
        #expect(SongTree().song(at: "1/1.flac") == nil)
    }

    @Test("have each value that many have once")
    func shared() {
        func size(_ count: Int) -> Int {
            let album = String(repeating: "a", count: 1_000)
            let songs = (0..<count).map { Song("\($0)", identifier: "\($0)", tags: [.init(.album, album)]) }
            return SongTree(songs).songs.store.bytes.count
        }

        #expect(size(100) < 3_000)
    }

    @Test("are found by an exact value as by any other way", arguments: ["Ada", "Ben", "", "First", "x"])
    func exact(value: String) {
        let tree = SongTree(Self.songs)

        for kind in TagKind.allCases {
            let filter = SongFilter(kind, value)
            let all = tree.songs.indices.filter { filter.matches(tree.songs[$0]) }
            #expect(filter.exactValue != nil)
            #expect(tree.songs(in: 0..<tree.songs.count, foundBy: filter) == all)
            #expect(tree.songs(in: 1..<3, foundBy: filter) == all.filter { (1..<3).contains($0) })
        }
    }

    @Test("have a bounded number of rows, with every value that is listed, however many values of several tags")
    func manyValues() {
        let values = { (kind: TagKind) in (0..<100).map { Song.Tag(kind, "\(kind.name) \($0)") } }
        let tags = values(.genre) + values(.composer) + values(.artist)
        let tree = SongTree([Song("1", tags: tags), Song("2", tags: [.init(.artist, "Ada"), .init(.genre, "Folk")])])
        var tree3 = ValueTree([.genre, .composer, .artist])

        let rows = tree.songs.map { tree3.add($0) }

        #expect(rows == [ValueTree.mostRows, 1])
        let artists = tree3.lines.filter { $0.kind == .artist }
        #expect(artists.count == ValueTree.mostRows + 1)
        #expect(Set(artists.map(\.value)).count == 101)
    }

    @Test("have one value where a tag and the one that stands for it are equal")
    func fallback() {
        let tree = SongTree([
            Song("1", tags: [.init(.artist, "Ada"), .init(.album, "x")]),
            Song("2", tags: [.init(.artist, "Ben"), .init(.albumArtist, "Ada"), .init(.album, "x")]),
            Song("3", tags: [.init(.artist, "Ben"), .init(.artist, "Ada"), .init(.album, "y")]),
        ])
        var values = ValueTree([.albumArtist, .album])

        for song in tree.songs { values.add(song) }

        #expect(
            values.lines.map { "\($0.kind.name) \($0.value)" } == [
                "AlbumArtist Ada", "Album x", "Album y", "AlbumArtist Ben", "Album y",
            ])
        #expect(tree.valueCount(.artist) == 2)
    }
}
