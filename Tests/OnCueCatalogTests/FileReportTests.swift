// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueMedia
import OnCueTestSupport
import TagReading
import Testing

@Suite("What a file is")
struct FileReportTests {
    private let files = FileReports(workers: TestWorkers.shared)
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// Copies a track of the music that comes with the source.
    private func copy(_ name: String = "Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac") throws
        -> MediaLocation
    {
        let file = #filePath
        let root = String(
            file.prefix(upTo: file.firstRange(of: "Tests/OnCueCatalogTests")?.lowerBound ?? file.endIndex))
        let song = URL(filePath: root + "Media/" + name)
        return MediaLocation(
            filePath: Array(try folder.write("song." + song.pathExtension, Array(Data(contentsOf: song))).utf8))
    }

    @Test("is told with all its tags, its format, and what is beside it")
    func reported() async throws {
        let location = try copy()
        let bare = try await files.report(onFileAt: location)
        #expect(bare.tags.contains { $0.name == "TITLE" && !$0.value.isEmpty })
        #expect(bare.tags.count > 5 && bare.tags.map(\.name) == bare.tags.map(\.name).sorted())
        #expect(bare.size ?? 0 > 1000 && bare.duration != nil && bare.sampleRate != nil && bare.channelCount != nil)
        #expect(bare.lyrics != .file)

        try folder.write("song.lrc", Array("[00:01.00]la".utf8))
        #expect(try await files.report(onFileAt: location).lyrics == .file)
    }

    @Test("is told with the tags of MP4 files that people store by name, too")
    func namedTags() async throws {
        let report = try await files.report(
            onFileAt: try copy("Valve & Feather/Postcards from the Workbench/03 Little Gears.m4a"))
        let gains = report.tags.filter { $0.name.hasPrefix("REPLAYGAIN_") }
        #expect(gains.map(\.name).contains("REPLAYGAIN_TRACK_GAIN") && gains.count == 4, "\(report.tags)")
    }

    @Test("has the lyrics that are shown: those with times, wherever they are")
    func timedLyrics() async throws {
        let location = try copy()
        try folder.write("song.lrc", Array("la la".utf8))
        #expect(try await files.report(onFileAt: location).lyrics == .file)
        let path = String(decoding: location.filePath ?? [], as: UTF8.self)

        let tagged = try await ChildProcess.run("metaflac", ["--set-tag=LYRICS=[00:01.00]la", path])

        #expect(tagged.status == 0, "\(tagged.errors)")
        #expect(try await files.report(onFileAt: location).lyrics == .tags)
    }

    @Test("is an error with a reason where it cannot be read, is something else, or is elsewhere")
    func failures() async throws {
        let text = try folder.write("a.mp3", Array("nothing".utf8))
        for path in [text, text + ".missing"] {
            await #expect(throws: ContentError.self) {
                try await files.report(onFileAt: MediaLocation(filePath: Array(path.utf8)))
            }
        }
        let web = try #require(MediaLocation(uri: "http://127.0.0.1:1/a.mp3"))
        await #expect(throws: ContentError.self) { try await files.report(onFileAt: web) }
    }
}
