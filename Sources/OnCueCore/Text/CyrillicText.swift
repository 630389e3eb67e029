// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Windows-1251, in which stations and files from Eastern Europe still write their titles.
enum CyrillicText {
    /// Returns whether bytes that are not UTF-8 are more likely Windows-1251 than a western encoding.
    ///
    /// Three accented letters in a row are rare in western words, and common in every Cyrillic one.
    static func isLikely(_ bytes: some Sequence<UInt8>) -> Bool {
        var run = 0
        for byte in bytes {
            run = byte >= 0xC0 || byte == 0xA8 || byte == 0xB8 ? run + 1 : 0
            if run == 3 { return true }
        }
        return false
    }

    /// Returns the character of a byte.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0x00...0x7F: Unicode.Scalar(byte)
        case 0x80...0xBF: middle[Int(byte - 0x80)]
        // U+0410 to U+044F.
        default: Unicode.Scalar(UInt16(0x0410) + UInt16(byte - 0xC0)) ?? "?"
        }
    }

    private static let middle: [Unicode.Scalar] = [
        "\u{402}", "\u{403}", "\u{201A}", "\u{453}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{20AC}",
        "\u{2030}", "\u{409}", "\u{2039}", "\u{40A}", "\u{40C}", "\u{40B}", "\u{40F}", "\u{452}", "\u{2018}",
        "\u{2019}",
        "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{98}", "\u{2122}", "\u{459}", "\u{203A}",
        "\u{45A}", "\u{45C}", "\u{45B}", "\u{45F}", "\u{A0}", "\u{40E}", "\u{45E}", "\u{408}", "\u{A4}", "\u{490}",
        "\u{A6}", "\u{A7}", "\u{401}", "\u{A9}", "\u{404}", "\u{AB}", "\u{AC}", "\u{AD}", "\u{AE}", "\u{407}", "\u{B0}",
        "\u{B1}", "\u{406}", "\u{456}", "\u{491}", "\u{B5}", "\u{B6}", "\u{B7}", "\u{451}", "\u{2116}", "\u{454}",
        "\u{BB}", "\u{458}", "\u{405}", "\u{455}", "\u{457}",
    ]
}
