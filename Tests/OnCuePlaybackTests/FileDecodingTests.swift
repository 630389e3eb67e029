// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueTestSupport
import Testing

@testable import OnCuePlayback

@Suite("The elements that the first bytes of a file call for")
struct FileDecodingTests {
    private static let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
    private static let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 128)

    private static func wave(_ format: Int, bits: Int, inner: Int = 0) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let size = format == 0xFFFE ? 40 : 16
        let fields =
            little(format, 2) + little(2, 2) + little(44_100, 4) + little(44_100 * 2 * bits / 8, 4)
            + little(2 * bits / 8, 2) + little(bits, 2)
        let more = size == 40 ? little(22, 2) + little(bits, 2) + little(3, 4) + little(inner, 2) : []
        let chunk = fields + more + [UInt8](repeating: 0, count: size - fields.count - more.count)
        return Array("RIFF".utf8) + little(1000, 4) + Array("WAVELIST".utf8) + little(3, 4) + [1, 2, 3, 0]
            + Array("fmt ".utf8) + little(size, 4) + chunk + Array("data".utf8) + little(8, 4)
            + [UInt8](repeating: 0, count: 8)
    }

    private static let mpeg = ["mpegaudioparse", "mpg123audiodec"]

    @Test(
        "What is usual is known, and everything else is left to GStreamer",
        arguments: [
            (Array("fLaC".utf8) + [0, 0, 0, 34], ["flacparse", "flacdec"]),
            (wave(1, bits: 16), ["wavparse"]), (wave(1, bits: 24), ["wavparse"]), (wave(3, bits: 32), ["wavparse"]),
            (wave(0xFFFE, bits: 24, inner: 1), ["wavparse"]), (wave(0xFFFE, bits: 16, inner: 0x92), []),
            (wave(0x55, bits: 0), []), (wave(2, bits: 4), []),
            (frame + frame, mpeg), (tag + frame + frame, ["id3demux"] + mpeg),
            (frame + frame + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125), ["id3demux"] + mpeg),
            (frame + frame + Array("APETAGEX".utf8) + [UInt8](repeating: 0, count: 24), []),
            // A frame alone, sound of AAC, a tag in front of FLAC, and nothing.
            (frame, []), ([0xFF, 0xF1] + [UInt8](repeating: 0, count: 600), []),
            (tag + Array("fLaC".utf8) + [0, 0, 0, 34], []), ([], []),
        ] as [([UInt8], [String])])
    func finds(_ bytes: [UInt8], _ elements: [String]) throws {
        let files = try TemporaryFiles()
        let path = files.path("file")
        try Data(bytes).write(to: URL(fileURLWithPath: path))

        #expect(FileDecoding(path: Array(path.utf8)).elements == elements)
    }
}
