// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import MediaChapters
import OnCueCore
import Testing

@Suite("Chapters in damaged and hostile media")
struct HostileMediaTests {
    /// Small files of every kind.
    private static let samples: [[UInt8]] = [
        SampleBytes.id3([
            SampleBytes.table(["a", "b"]), SampleBytes.chapter("a", 0, SampleBytes.title("One")),
            SampleBytes.chapter("b", 9000, SampleBytes.title("Two")),
        ]),
        SampleBytes.nero([(0, "One"), (60, "Two")]),
        SampleBytes.flac(["CHAPTER001=00:00:00.000", "CHAPTER001NAME=One", "CHAPTER002=00:10:00.000"]),
        SampleBytes.matroska(SampleBytes.edition(SampleBytes.atom(0, "One"), SampleBytes.atom(5, "Two"))),
        beginning("parts.m4a", true), beginning("parts.ogg", false), beginning("parts.opus", false),
        beginning("parts.mka", false), beginning("parts.mp3", false),
    ]

    /// What stands before the sound; in MP4 files behind it.
    private static func beginning(_ name: String, _ isWhole: Bool) -> [UInt8] {
        let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/ChapterFixtures/"
        guard let file = fopen(folder + name, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: isWhole ? 64 << 10 : 4 << 10)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return bytes
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private func check(_ bytes: [UInt8]) {
        let list = MediaChapters.read(bytes)
        #expect(list.count <= Chapter.limit)
        #expect(zip(list.chapters, list.chapters.dropFirst()).allSatisfy { $0.start < $1.start })
        #expect(list.chapters.allSatisfy { !$0.title.isEmpty && $0.start >= .zero })
    }

    @Test("changed, cut and doubled bytes never trap, and give chapters in order", arguments: samples.indices)
    func damage(_ index: Int) {
        var numbers = Numbers(state: UInt64(index) + 77)
        let sample = Self.samples[index]
        #expect(!sample.isEmpty)
        let edges: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
        for _ in 0..<400 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...8, using: &numbers) {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                bytes[place] =
                    Bool.random(using: &numbers)
                    ? edges[Int.random(in: 0..<edges.count, using: &numbers)] : .random(in: 0...255, using: &numbers)
            }
            if Int.random(in: 0..<4, using: &numbers) == 0 {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers))
            }
            check(bytes)
        }
    }

    @Test("a file that is cut off at any place gives what stands before")
    func cuts() {
        for sample in Self.samples.prefix(4) {
            for length in 0..<sample.count { check(Array(sample.prefix(length))) }
        }
    }

    @Test("numbers that claim everything are bounded")
    func claims() {
        let all = [UInt8](repeating: 0xFF, count: 64)
        check(Array("ID3".utf8) + [4, 0, 0] + all)
        check(Array("fLaC".utf8) + [0x84] + all)
        check(SampleBytes.box("ftyp", all) + [0, 0, 0, 1] + Array("moov".utf8) + all)
        check([0x1A, 0x45, 0xDF, 0xA3] + all)
        check(Array("OggS".utf8) + all + all)
    }

    @Test("more chapters than anybody lists are cut off, without taking long")
    func thousands() {
        let many = (0..<20_000).map { SampleBytes.chapter("c\($0)", UInt64($0), SampleBytes.title("T")) }

        #expect(MediaChapters.read(SampleBytes.id3(many)).count == Chapter.limit)
    }
}
