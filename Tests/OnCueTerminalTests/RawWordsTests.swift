// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTerminal
import Testing

@Suite("Words of the command line")
struct RawWordsTests {
    @Test(
        "Every byte survives the way to text and back",
        arguments: [
            Array("plain".utf8), Array("Größe 夜 🎵".utf8), [0xFF], [0x61, 0xC3], [0xC3, 0x28, 0x62], [0xED, 0xA0, 0x80],
            [0xF4, 0x8F, 0xBF, 0xBF], [0xE2, 0x82], [],
        ])
    func roundTrip(bytes: [UInt8]) {
        #expect(RawWords.bytes(of: RawWords.text(of: bytes)) == bytes)
    }

    @Test("All pairs of bytes survive")
    func allPairs() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let bytes = [first, second]
                guard RawWords.bytes(of: RawWords.text(of: bytes)) == bytes else {
                    Issue.record("\(bytes) changed")
                    return
                }
            }
        }
    }

    @Test("Valid UTF-8 stays the text it is")
    func validText() {
        #expect(RawWords.text(of: Array("Größe".utf8)) == "Größe")
    }

    @Test("Messages show a replacement character for a byte that is no text")
    func printable() {
        #expect(RawWords.printable(RawWords.text(of: [0x61, 0xFF, 0x62])) == "a\u{FFFD}b")
    }
}
