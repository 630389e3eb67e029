// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

extension SplitMix64 {
    /// A text of letters that are hard on layout: wide, combining, joined, control and direction characters.
    package mutating func text(upTo length: Int) -> String {
        let pieces = [
            "a", "Z", "9", " ", " ", "-", "é", "e\u{301}", "日", "本", "한", "\u{1112}\u{1161}\u{11AB}", "🎵", "👩‍👩‍👧",
            "🇩🇪", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "\u{1B}[31m", "\n", "\r\n", "\t", "\0", "\u{7F}", "\u{9B}",
            "\u{202E}", "\u{2028}", "\u{200D}", "\u{FE0F}", "\u{301}", "\u{FFFD}", "ﷺ", "\\", "\"", "\u{10FFFD}",
        ]
        let count = Int.random(in: 0...length, using: &self)
        return (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &self)] }.joined()
    }
}
