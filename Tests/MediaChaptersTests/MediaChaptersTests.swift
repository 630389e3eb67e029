// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import MediaChapters
import OnCueCore
import Testing

@Suite("Chapters in media")
struct MediaChaptersTests {
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/ChapterFixtures/"

    private func titles(_ bytes: [UInt8]) -> [String] { MediaChapters.read(bytes).chapters.map(\.title) }

    @Test(
        "chapters of every format are found",
        arguments: [
            "parts.mp3", "parts-24.mp3", "parts.m4a", "parts.mka", "parts.ogg", "parts.opus", "parts.flac",
        ])
    func formats(_ name: String) throws {
        let list = try #require(MediaChapters.read(fileAt: Array((Self.folder + name).utf8)))

        #expect(
            list.chapters == [
                Chapter(start: .zero, title: "Anfang"),
                Chapter(start: .milliseconds(2500), title: "Zweiter Teil – Töne"),
                Chapter(start: .seconds(6), title: "終わり"),
            ])
    }

    @Test("a file that is not there, a folder and a pipe give nothing")
    func noFile() {
        #expect(MediaChapters.read(fileAt: Array("/nowhere/at all.mp3".utf8)) == nil)
        #expect(MediaChapters.read(fileAt: Array(Self.folder.utf8)) == nil)
        #expect(MediaChapters.read(fileAt: [0x2F, 0]) == nil)
        #expect(MediaChapters.read(fileAt: Array("/dev/null".utf8)) == nil)
    }

    @Test("chapters that the table of contents leaves out are hidden")
    func tableOfContents() {
        let chapters = [
            SampleBytes.chapter("a", 0, SampleBytes.title("First")),
            SampleBytes.chapter("b", 1000, SampleBytes.title("A picture")),
            SampleBytes.chapter("c", 2000, SampleBytes.title("Last")),
        ]

        #expect(titles(SampleBytes.id3([SampleBytes.table(["c", "a"])] + chapters)) == ["First", "Last"])
        #expect(titles(SampleBytes.id3(chapters)) == ["First", "A picture", "Last"])
        #expect(titles(SampleBytes.id3([SampleBytes.table(["x"])] + chapters)).count == 3)
    }

    @Test("titles in every encoding are understood, and a picture before the title does not hide it")
    func encodings() {
        let picture = SampleBytes.frame("APIC", [UInt8](repeating: 7, count: 5000))
        let texts: [[UInt8]] = [
            [0, 0x54, 0xF6, 0x6E, 0], [1, 0xFF, 0xFE, 0x54, 0, 0xF6, 0, 0x6E, 0],
            [2, 0, 0x54, 0, 0xF6, 0, 0x6E], [3] + Array("Tön".utf8),
        ]
        let chapters = texts.enumerated().map {
            SampleBytes.chapter("c\($0)", UInt64($0), picture + SampleBytes.frame("TIT2", $1))
        }

        #expect(titles(SampleBytes.id3(chapters)) == ["Tön", "Tön", "Tön", "Tön"])
    }

    @Test("padded frames are understood")
    func padding() {
        let chapter = Array("a".utf8) + [0] + SampleBytes.big(255, 4) + SampleBytes.big(0, 12)
        let inner = SampleBytes.frame("TIT2", [1, 0xFF, 0xFE, 0x54, 0])
        let padded = (chapter + inner).flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }

        let list = MediaChapters.read(SampleBytes.id3([SampleBytes.frame("CHAP", padded, flags: 2)]))

        #expect(list.chapters == [Chapter(start: .milliseconds(255), title: "T")])
    }

    @Test("the list of Nero is read where there is no track of titles")
    func nero() {
        let list = MediaChapters.read(SampleBytes.nero([(0, "One"), (90, ""), (60, "Two")]))

        #expect(
            list.chapters == [
                Chapter(start: .zero, title: "One"), Chapter(start: .seconds(60), title: "Two"),
                Chapter(start: .seconds(90), title: "Chapter 3"),
            ])
    }

    @Test("hidden and switched off chapters of Matroska are left out, chapters in chapters are not")
    func matroska() {
        let file = SampleBytes.matroska(
            SampleBytes.edition(
                SampleBytes.atom(0, "One", SampleBytes.atom(5, "Inside")),
                SampleBytes.atom(10, "Hidden", SampleBytes.element(0x98, 1, [1])),
                SampleBytes.atom(20, "Off", SampleBytes.element(0x4598, 2, [0])), SampleBytes.atom(30, "Two")),
            SampleBytes.edition(SampleBytes.atom(0, "Another")))

        #expect(titles(file) == ["One", "Inside", "Two"])
    }

    @Test("comments in any order and with any number of digits are understood, bad times are not")
    func comments() {
        let file = SampleBytes.flac([
            "chapter02name=Two", "CHAPTER01=00:00:00.000", "CHAPTER01NAME=One", "Chapter02=01:02:03.5",
            "CHAPTER003=1:2",
            "CHAPTER004=00:99:00", "CHAPTERS=none", "TITLE=x",
        ])

        #expect(
            MediaChapters.read(file).chapters == [
                Chapter(start: .zero, title: "One"), Chapter(start: .milliseconds(3_723_500), title: "Two"),
            ])
    }
}
