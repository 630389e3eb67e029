// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Pictures
import Testing

@Suite("Making pictures small")
struct PictureScalerTests {
    /// A PNG file whose header claims a size, with hardly anything behind.
    private func claiming(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        let header = Array("IHDR".utf8) + big(width) + big(height) + [8, 2, 0, 0, 0]
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in header {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13) + header + big(~crc)
            + big(100) + Array("IDAT".utf8) + [0x78, 0x9C, 1, 2, 3]
    }

    @Test("a picture is made to fit, keeps its shape and never grows")
    func fits() throws {
        let large = try PictureScaler.gradient(from: (200, 30, 60), to: (20, 40, 220), side: 600)

        let small = try PictureScaler.scale(large.bytes, toFit: 128)
        let same = try PictureScaler.scale(small.bytes, toFit: 512)

        #expect((large.width, large.height) == (600, 600))
        #expect((small.width, small.height) == (128, 128))
        #expect((same.width, same.height) == (128, 128))
        #expect(small.isJPEG && small.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(small.bytes.count < 20_000)
    }

    @Test("a picture that claims more pixels than the limit is refused by its header", arguments: [60_000, 1_000_000])
    func bomb(_ side: UInt32) {
        #expect(throws: PictureError.tooLarge) { try PictureScaler.scale(claiming(side, side), toFit: 128) }
    }

    @Test("what is no picture, or is cut off, is an error")
    func damaged() throws {
        let whole = try PictureScaler.gradient(from: (0, 0, 0), to: (255, 255, 255), side: 64).bytes

        for bytes in [[], Array("nonsense".utf8), Array(whole.prefix(40))] {
            #expect(throws: PictureError.notDecodable) { try PictureScaler.scale(bytes, toFit: 128) }
        }
    }

    @Test("a gradient is the same each time")
    func deterministic() throws {
        let first = try PictureScaler.gradient(from: (1, 2, 3), to: (4, 5, 6), side: 128)
        #expect(try PictureScaler.gradient(from: (1, 2, 3), to: (4, 5, 6), side: 128) == first)
    }
}
