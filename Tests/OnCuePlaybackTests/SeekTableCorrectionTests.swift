// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCuePlayback

@Suite("Seek tables of MP3 files with a constant bit rate")
struct SeekTableCorrectionTests {
    /// A stereo frame of MPEG-1 layer III with a header of this name, and a table that ascends, behind a tag.
    private func file(_ name: String, flags: UInt8 = 7, tag: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        if tag > 0 {
            bytes = Array("ID3".utf8) + [4, 0, 0, 0, 0, UInt8(tag >> 7), UInt8(tag & 0x7F)]
            bytes += [UInt8](repeating: 9, count: tag)
        }
        bytes += [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 32)
        bytes += Array(name.utf8) + [0, 0, 0, flags] + [UInt8](repeating: 1, count: 8)
        bytes += (0..<100).map { UInt8($0 * 255 / 100) } + [UInt8](repeating: 5, count: 300)
        return bytes
    }

    private func correct(_ bytes: [UInt8], in pieces: Int) -> [UInt8] {
        var correction = SeekTableCorrection()
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            var piece = Array(bytes[start..<min(start + pieces, bytes.count)])
            piece.withUnsafeMutableBytes { correction.apply(to: $0[...], at: start) }
            result += piece
        }
        return result
    }

    @Test("The table is made one that parsers skip, and nothing else is touched", arguments: [0, 300])
    func corrects(tag: Int) {
        let bytes = file("Info", tag: tag)

        let corrected = correct(bytes, in: 4_096)

        let table = (tag > 0 ? tag + 10 : 0) + 36 + 16
        #expect(corrected[table + 1] > corrected[table + 2])
        let changed = bytes.indices.filter { bytes[$0] != corrected[$0] }
        #expect(Set(changed).isSubset(of: [table + 1, table + 2]))
    }

    @Test("What is read again is corrected again")
    func again() {
        let bytes = file("Info")
        var correction = SeekTableCorrection()
        var first = bytes
        first.withUnsafeMutableBytes { correction.apply(to: $0[...], at: 0) }
        var second = Array(bytes[50...])

        second.withUnsafeMutableBytes { correction.apply(to: $0[...], at: 50) }

        #expect(second == Array(first[50...]))
    }

    @Test("Tables of variable bit rates, frames without one, and other files stay as they are")
    func leavesAlone() {
        for bytes in [file("Xing"), file("Info", flags: 3), file("Fnfo"), Array("fLaC and more".utf8), [], [0xFF]] {
            #expect(correct(bytes, in: 4_096) == bytes)
        }
    }

    @Test("A tag that claims more than there is does no harm")
    func hostile() {
        let bytes = Array("ID3".utf8) + [4, 0, 0x10, 0x7F, 0x7F, 0x7F, 0x7F] + [UInt8](repeating: 0xFF, count: 500)
        #expect(correct(bytes, in: 64) == bytes)
    }
}
