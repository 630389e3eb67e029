// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One value of a tag and the ways to understand it.
struct TagText {
    /// Without white space at the ends.
    let text: String

    /// Copies the bytes, which should be UTF-8; invalid ones become U+FFFD.
    init(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        var end = bytes.count
        while start < end, unsafe Self.isBlank(bytes[start]) { start += 1 }
        while end > start, unsafe Self.isBlank(bytes[end - 1]) { end -= 1 }
        text = unsafe String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }

    var isEmpty: Bool { text.isEmpty }

    /// `1`, `true` or `yes`.
    var isTrue: Bool {
        switch text.lowercased() {
        case "1", "true", "yes": true
        default: false
        }
    }

    /// 1, or 4 in older files; 0 means unknown, and 2 the clean version.
    var isExplicitAdvisory: Bool { text == "1" || text == "4" }

    /// A number from 1 to 99999 at the start of the text.
    var count: Int? {
        Self.number(text.utf8[...])
    }

    /// Parses `3`, `03`, `3/12`, `3 of 12` and `/12`. Sides of records (`A1`) are not numbers.
    var position: (number: Int?, total: Int?) {
        let utf8 = text.utf8
        let afterDigits = utf8.drop(while: Self.isDigit).drop(while: Self.isBlank)
        var total: Int?
        if afterDigits.first == UInt8(ascii: "/") {
            total = Self.number(afterDigits.dropFirst().drop(while: Self.isBlank))
        } else if afterDigits.starts(with: "of ".utf8) {
            total = Self.number(afterDigits.dropFirst(3).drop(while: Self.isBlank))
        }
        return (count, total)
    }

    /// A gain such as `-6.48 dB`, in dB. More than 64 dB either way is an error, not a loudness correction.
    var gain: Double? {
        var number = text[...]
        if number.utf8.count > 2, number.suffix(2).lowercased() == "db" {
            number = number.dropLast(2)
        }
        return Self.decimal(number, in: -64...64)
    }

    /// A peak such as `0.988647`.
    var peak: Double? {
        Self.decimal(text[...], in: 0...1000)
    }

    /// The gain of an Opus tag (RFC 7845: 1/256 dB, towards -23 LUFS) as a ReplayGain 2 value, which aims at
    /// -18 LUFS.
    var r128Gain: Double? {
        guard let steps = Int(text), (-32768...32767).contains(steps) else { return nil }
        return Double(steps) / 256 + 5
    }

    private static func decimal(_ text: Substring, in bounds: ClosedRange<Double>) -> Double? {
        // Some writers follow the language of their user.
        let bytes = text.utf8.drop(while: isBlank).map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
        let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
        guard let value = Double(String(decoding: bytes[..<end], as: UTF8.self)), bounds.contains(value) else {
            return nil
        }
        return value
    }

    private static func number(_ bytes: Substring.UTF8View) -> Int? {
        let digits = bytes.prefix(while: isDigit).drop { $0 == UInt8(ascii: "0") }
        guard !digits.isEmpty, digits.count <= 5 else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7F
    }
}
