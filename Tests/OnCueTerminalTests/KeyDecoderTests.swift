// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@testable import OnCueTerminal

@Suite("Keys")
struct KeyDecoderTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.take(Array(text.utf8)) + decoder.flush()
    }

    @Test(
        "are known by the sequences that terminals send",
        arguments: [
            ("\u{1B}[A", Key.up), ("\u{1B}OB", .down), ("\u{1B}[C", .right), ("\u{1B}[1;5D", .left),
            ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[H", .home), ("\u{1B}[1~", .home),
            ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete), ("\r", .enter), ("\u{7F}", .backspace),
            ("\u{8}", .backspace), ("\u{3}", .control("c")), ("\u{1B}", .escape), ("\u{1B}a", .alt("a")),
            ("é", .character("é")), ("夜", .character("夜")), ("🎵", .character("🎵")), (" ", .character(" ")),
            ("\u{1B}[I", .focus(true)), ("\u{1B}[O", .focus(false)),
        ])
    func known(text: String, key: Key) {
        #expect(keys(text) == [key])
    }

    @Test("come whole, however the bytes are cut")
    func pieces() {
        let text = "a\u{1B}[Aé\u{1B}[6~夜\u{1B}OFz"
        let expected: [Key] = [
            .character("a"), .up, .character("é"), .pageDown, .character("夜"), .end, .character("z"),
        ]
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for byte in text.utf8 { keys += decoder.take([byte]) }
        #expect(keys == expected)
        #expect(!decoder.isUndecided)
        #expect(self.keys(text) == expected)
    }

    @Test("An escape waits for what may follow, and is one when nothing does")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.take([0x1B]) == [])
        #expect(decoder.isUndecided)
        #expect(decoder.flush() == [.escape])
        #expect(decoder.take([0x1B, 0x1B]) == [.escape])
        #expect(decoder.take(Array("[A".utf8)) == [.up])
    }

    @Test("Bytes that mean nothing are passed over, and never for ever")
    func noise() {
        #expect(keys("\u{1B}[200~\u{1B}[?1;2cx") == [.character("x")])
        var decoder = KeyDecoder()
        #expect(decoder.take([0xFF, 0xC3, 0x41]) == [.character("A")])
        #expect(decoder.take([0x1B, 0x5B] + Array(repeating: 0x30, count: 1000)).count < 1000)
        var generator = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let bytes = (0..<50).map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = decoder.take(bytes)
            _ = decoder.flush()
            #expect(!decoder.isUndecided)
        }
    }
}
