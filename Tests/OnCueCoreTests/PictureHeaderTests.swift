// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import Testing

@Suite("What the header of a picture says")
struct PictureHeaderTests {
    @Test("the size is read from every format")
    func sizes() {
        let files = [
            PictureFile.png(300, 200), PictureFile.jpeg(300, 200), PictureFile.gif(300, 200, frames: [(300, 200)]),
            PictureFile.webp([
                ("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A] + PictureFile.little(300, 2) + PictureFile.little(200, 2))
            ]),
            PictureFile.webp([("VP8L", [0x2F] + PictureFile.little(299 | 199 << 14, 4))]),
            PictureFile.webp([
                ("VP8X", [0, 0, 0, 0] + PictureFile.little(299, 3) + PictureFile.little(199, 3)),
                ("VP8L", [0x2F] + PictureFile.little(299 | 199 << 14, 4)),
            ]),
        ]

        for (number, file) in files.enumerated() {
            let header = PictureHeader(file)
            #expect(header?.width == 300 && header?.height == 200, "file \(number)")
            #expect(header?.isHarmless == true, "file \(number)")
        }
    }

    @Test("what is too large on one side is not harmless, and 2048 pixels are the most")
    func limits() {
        for (width, height, isHarmless) in [
            (2048, 2048, true), (2049, 1, false), (1, 2049, false), (8000, 8000, false), (25_000, 25_000, false),
        ] {
            #expect(PictureHeader(PictureFile.png(width, height))?.isHarmless == isHarmless)
            #expect(PictureHeader(PictureFile.jpeg(width, height))?.isHarmless == isHarmless)
        }
        #expect(PictureHeader(PictureFile.gif(100, 100, frames: [(60_000, 10)]))?.isHarmless == false)
        let inner = PictureFile.webp([
            ("VP8X", [0, 0, 0, 0] + PictureFile.little(99, 3) + PictureFile.little(99, 3)),
            ("VP8L", [0x2F] + PictureFile.little(16_382 | 16_382 << 14, 4)),
        ])
        #expect(PictureHeader(inner)?.isHarmless == false)
    }

    @Test("several pictures in one file, and what unfolds beside the pixels, are not plain")
    func unfolding() {
        let packed = Array("Comment\0\0".utf8) + PictureFile.zeros(50_000_000)
        let text = Array("XML:com.adobe.xmp\0".utf8)
        let animated = PictureFile.webp([
            ("VP8X", [2, 0, 0, 0] + PictureFile.little(99, 3) + PictureFile.little(99, 3))
        ])

        #expect(PictureHeader(PictureFile.png(10, 10, with: [("zTXt", packed)]))?.isPlain == false)
        #expect(PictureHeader(PictureFile.png(10, 10, with: [("iTXt", text + [1, 0, 0, 0])]))?.isPlain == false)
        #expect(PictureHeader(PictureFile.png(10, 10, with: [("iTXt", text + [0, 0, 0, 0])]))?.isPlain == true)
        #expect(PictureHeader(PictureFile.png(10, 10, with: [("acTL", [0, 0, 0, 2, 0, 0, 0, 0])]))?.isPlain == false)
        #expect(PictureHeader(PictureFile.jpeg(10, 10, scans: 64))?.isPlain == true)
        #expect(PictureHeader(PictureFile.jpeg(10, 10, scans: 65))?.isPlain == false)
        #expect(PictureHeader(PictureFile.gif(10, 10, frames: [(10, 10), (10, 10)]))?.isPlain == false)
        #expect(PictureHeader(animated)?.isPlain == false)
    }

    @Test("a colour profile of usual size is plain, one that unfolds or comes twice is not")
    func profiles() {
        let usual = ("iCCP", Array("Display\0\0".utf8) + [UInt8](repeating: 7, count: 10_000))
        let packed = ("iCCP", Array("Display\0\0".utf8) + PictureFile.zeros(50_000_000))

        #expect(PictureHeader(PictureFile.png(10, 10, with: [usual]))?.isHarmless == true)
        #expect(PictureHeader(PictureFile.png(10, 10, with: [usual, usual]))?.isHarmless == false)
        #expect(PictureHeader(PictureFile.png(10, 10, with: [packed]))?.isHarmless == false)
        #expect(PictureHeader(PictureFile.png(9000, 10, with: [usual]))?.isHarmless == false)
    }

    @Test("a PNG whose size does not stand at its beginning, or stands there twice, is not plain")
    func misplacedSize() {
        let file = PictureFile.png(10, 10)
        let header = Array(file[8..<33])
        let profile: [UInt8] = [0, 0, 0, 3] + Array("iCCPa\0\0".utf8) + [0, 0, 0, 0]

        #expect(PictureHeader(Array(file[..<8] + profile + file[8...]))?.isHarmless == false)
        #expect(PictureHeader(Array(file[..<33] + header + file[33...]))?.isHarmless == false)
        #expect(PictureHeader(Array(file[..<8] + profile + file[33...]))?.isHarmless == nil)
    }

    @Test("a second header does not hide the first, nor a segment that only looks like one")
    func lies() {
        let small = PictureFile.jpeg(10, 10)
        let large = PictureFile.jpeg(30_000, 30_000)
        // A mark without a length: a reader that takes one would step over the true header.
        let hidden = [0xFF, 0xD8, 0xFF, 0xD0] + large.dropFirst(2)
        let twice = Array(small.prefix(2 + 69 + 13)) + Array(large.dropFirst(2))

        #expect(PictureHeader(Array(hidden))?.isHarmless != true)
        #expect(PictureHeader(twice)?.isHarmless != true)
        #expect(PictureHeader([0xFF, 0xD8, 0xFF, 0xFF, 0xC0])?.isHarmless != true)
    }

    @Test("whatever is cut off or changed anywhere ends with an answer")
    func damaged() {
        var random = SplitMix64(seed: 7)
        let files = [
            PictureFile.png(30, 20, with: [("iTXt", [1, 0, 1])]), PictureFile.jpeg(30, 20, scans: 3),
            PictureFile.gif(30, 20, frames: [(30, 20), (30, 20)]),
            PictureFile.webp([("VP8X", [UInt8](repeating: 0, count: 10)), ("VP8L", [0x2F, 1, 2, 3, 4])]),
        ]

        for file in files {
            for count in 0..<file.count { _ = PictureHeader(Array(file.prefix(count))) }
            for _ in 0..<2000 {
                var changed = file
                for _ in 0..<3 {
                    changed[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                _ = PictureHeader(changed)
            }
        }
        #expect(PictureHeader(Array(files[0].prefix(files[0].count - 12)))?.isHarmless == false)
        #expect(PictureHeader([])?.isHarmless == nil)
    }
}
