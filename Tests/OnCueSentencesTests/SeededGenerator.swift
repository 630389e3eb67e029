// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// SplitMix64: the same numbers for the same seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A text of letters that are hard on layout: wide, combining, joined, control and direction characters.
    mutating func text(upTo length: Int) -> String {
        let pieces = [
            "a", "Z", "9", " ", " ", "-", "é", "e\u{301}", "日", "本", "한", "\u{1112}\u{1161}\u{11AB}", "🎵", "👩‍👩‍👧",
            "🇩🇪", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "\u{1B}[31m", "\n", "\r\n", "\t", "\0", "\u{7F}", "\u{9B}",
            "\u{202E}", "\u{2028}", "\u{200D}", "\u{FE0F}", "\u{301}", "\u{FFFD}", "ﷺ", "\\", "\"", "\u{10FFFD}",
        ]
        let count = Int.random(in: 0...length, using: &self)
        return (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &self)] }.joined()
    }
}
