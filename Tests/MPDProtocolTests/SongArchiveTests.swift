// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import MPDProtocol

@Suite("An archive of songs")
struct SongArchiveTests {
    private static let songs =
        [
            Song("plain.flac", identifier: "track:plain"),
            Song(
                "One/Two/all.flac", identifier: "track:all",
                tags: [.init(.artist, "Ada"), .init(.artist, "Ben"), .init(.album, "First"), .init(.title, "Café")],
                duration: .microseconds(61_234_567), modified: 1_700_000_000, format: "44100:*:2"),
            Song("One/empty.flac", tags: [.init(.title, ""), .init(.artist, "Ada")], duration: .zero),
            Song(
                "One/long.flac", identifier: "track:long",
                tags: [.init(.title, String(repeating: "é", count: 5_000))], modified: 1),
        ] + (0..<300).map { Song("Many/\($0 % 7)/\($0).flac", identifier: "track:\($0)", modified: Int64($0)) }

    @Test("is the same tree again", arguments: [SongArchiveTests.songs, [], [SongArchiveTests.songs[0]]])
    func same(songs: [Song]) throws {
        let tree = SongTree(songs)

        let read = try #require(SongTree(archive: [1, 2, 3] + tree.archive, from: 3))

        #expect(read.songs.map(\.song) == tree.songs.map(\.song))
        #expect(read.folders == tree.folders)
        for song in tree.songs {
            #expect(read.song(at: song.uri)?.row == song.row)
            #expect(read.song(identifier: song.identifier)?.row == tree.song(identifier: song.identifier)?.row)
        }
        #expect(read.song(at: "One") == nil)
        #expect(read.range(at: "One") == tree.range(at: "One"))
        #expect(read.archive == tree.archive)
        #expect(!read.isSame(as: tree))
    }

    @Test("that ends early is none")
    func cut() {
        let archive = SongTree(Self.songs).archive

        for length in stride(from: 0, to: archive.count, by: 97) {
            #expect(SongTree(archive: Array(archive[..<length])) == nil)
        }
        #expect(SongTree(archive: Array(archive.dropLast())) == nil)
        #expect(SongTree(archive: archive, from: archive.count + 1) == nil)
    }

    @Test("may be anything: what is read of it can be used, whatever it is")
    func damaged() throws {
        let archive = SongTree(Self.songs).archive
        var random = SplitMix64(seed: 11)
        var readable = 0

        for round in 0..<2_000 {
            var bytes = archive
            // Most of it is texts; what refers to them is behind.
            let start = round % 2 == 0 ? 0 : archive.count / 2
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: start..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let tree = SongTree(archive: bytes) else { continue }
            readable += 1
            var reply = Reply()
            for song in tree.songs {
                reply.add(song, .all)
                _ = (song.uri, song.identifier, song.format, tree.song(at: song.uri))
            }
            for folder in tree.folders.values { _ = tree.songs[folder.allSongs].count + tree.songs[folder.songs].count }
            // Whoever walks through all folders comes to an end.
            var waiting = [""]
            while let path = waiting.popLast() { waiting += tree.folder(at: path)?.folders ?? [] }
        }
        #expect(readable > 0)
    }
}
