// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCatalog
import OnCueCore
import OnCueMedia
import OnCueTestSupport
import Testing

@Suite("Lyrics of files, read by workers")
struct FileLyricsTests {
    private func track(_ path: String, segment: MediaSegment? = nil) -> Track {
        Track(
            identifier: ContentIdentifier(kind: .track, key: "song"),
            location: MediaLocation(filePath: Array(path.utf8)), title: "Song", segment: segment)
    }

    @Test("they come from the file beside the medium, whatever its encoding")
    func beside() async throws {
        let folder = try TemporaryDirectory()
        let files = FileLyrics(workers: TestWorkers.shared)
        let song = try folder.write("a song.flac", [1])
        try folder.write("a song.lrc", [0xEF, 0xBB, 0xBF] + Array("[00:01.00]Eins\r\n".utf8))

        let found = try #require(try await files.lyrics(of: track(song)))
        #expect(found.source == .file && found.lyrics.lines == [.init("Eins", at: .seconds(1))])
        try folder.write("a song.lrc", Array("caf".utf8) + [0xE9])
        #expect(try await files.lyrics(of: track(song))?.lyrics.lines == [.init("café")])
        #expect(try await files.lyrics(of: track(song, segment: MediaSegment(start: .zero))) == nil)
    }

    @Test("a file of lyrics that is too large, empty, or no file is none")
    func hostile() async throws {
        let folder = try TemporaryDirectory()
        let files = FileLyrics(workers: TestWorkers.shared)
        let song = try folder.write("song.flac", [1])

        #expect(try await files.lyrics(of: track(song)) == nil)
        for bytes in [[], Array("\n \n".utf8), [UInt8](repeating: 0x41, count: 300_000), [0, 0, 0]] as [[UInt8]] {
            try folder.write("song.lrc", bytes)
            let lines = try await files.lyrics(of: track(song))?.lyrics.lines.count ?? 0
            #expect(lines <= 1, "\(bytes.count)")
        }
        #expect(try await files.lyrics(of: track("/nowhere/song.flac")) == nil)
    }

    @Test("a file that ends its reader has none")
    func trouble() async throws {
        let folder = try TemporaryDirectory()
        let workers = MediaWorkers(
            program: try TestWorkers.misbehaving(["begin 1; kill -9 $$"], in: folder), idleTime: .milliseconds(300))

        #expect(try await FileLyrics(workers: workers).lyrics(of: track("/nowhere/song.flac")) == nil)
        workers.close()
    }
}
