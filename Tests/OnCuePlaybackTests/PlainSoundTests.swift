// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTestSupport
import Testing

@testable import OnCuePlayback

@Suite("Plain samples in files")
struct PlainSoundTests {
    private func big(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }

    /// A Core Audio file with this description of its samples.
    private func file(bits: UInt64, channels: UInt64, packet: UInt64, rate: Double = 44_100) -> [UInt8] {
        Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + big(32, 8) + big(rate.bitPattern, 8)
            + Array("lpcm".utf8) + big(2, 4) + big(packet, 4) + big(1, 4) + big(channels, 4) + big(bits, 4)
            + Array("data".utf8) + big(8_004, 8) + [UInt8](repeating: 0, count: 8_004)
    }

    private func sound(_ bytes: [UInt8]) throws -> PlainSound? {
        let folder = try TemporaryDirectory()
        try folder.write("a.caf", bytes)
        return FileBytes(path: Array(folder.file("a.caf").utf8)).flatMap { PlainSound($0) }
    }

    @Test("A description that no samples have is refused, whatever it says")
    func hostile() throws {
        #expect(try sound(file(bits: 16, channels: 2, packet: 4)) != nil)
        #expect(try sound(file(bits: 524_288, channels: 1, packet: 65_536)) == nil)
        #expect(try sound(file(bits: 0, channels: 1, packet: 0)) == nil)
        #expect(try sound(file(bits: 0xFFFF_FFFF, channels: 0xFFFF_FFFF, packet: 0xFFFF_FFFF)) == nil)
        #expect(try sound(file(bits: 16, channels: 2, packet: 4, rate: .nan)) == nil)
        #expect(try sound(file(bits: 16, channels: 2, packet: 4, rate: .infinity)) == nil)
    }
}
