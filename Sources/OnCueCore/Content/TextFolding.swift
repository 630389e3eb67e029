// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Reduces text to a form for comparing names: without case or accents, with single spaces.
package enum TextFolding {
    /// Returns the folded form, which is equal for `Björk`, `BJÖRK` and `bjork`.
    ///
    /// Folding is idempotent. Control characters and runs of white space become one space.
    ///
    /// - Complexity: O(*n*); plain ASCII takes one pass without looking at Unicode properties.
    package static func fold(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? foldASCII(bytes) : nil
        } ?? foldUnicode(text)
    }

    private static func foldASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { out in
            var count = 0
            var isSpaceDue = false
            for byte in bytes {
                if byte <= 0x20 || byte == 0x7F {
                    isSpaceDue = count > 0
                    continue
                }
                // A space is due only after a skipped byte, so there is always room for it.
                if isSpaceDue {
                    out[count] = 0x20
                    count += 1
                    isSpaceDue = false
                }
                out[count] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                count += 1
            }
            return count
        }
    }

    private static func foldUnicode(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        var isSpaceDue = false
        for scalar in text.unicodeScalars {
            if isBlank(scalar) {
                isSpaceDue = !out.isEmpty
                continue
            }
            if isMark(scalar) { continue }
            if isSpaceDue {
                out.append(" ")
                isSpaceDue = false
            }
            append(scalar, to: &out)
        }
        return String(out)
    }

    /// White space of Unicode and control characters. Reading Unicode properties would take longer than everything
    /// else.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x20, 0x7F, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to out: inout String.UnicodeScalarView) {
        if scalar.isASCII {
            let isCapital = (0x41...0x5A).contains(scalar.value)
            out.append(isCapital ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
            return
        }
        for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isMark(lower) {
            if lower.isASCII {
                out.append(lower)
            } else if let base = AccentTable.base(of: lower) {
                out.append(base)
            } else if let letters = spelledOut(lower) {
                out.append(contentsOf: letters.unicodeScalars)
            } else {
                out.append(lower)
            }
        }
    }

    /// Combining marks of the scripts in which they are accents, not letters.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        default: false
        }
    }

    private static func spelledOut(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "ß": "ss"
        case "æ": "ae"
        case "œ": "oe"
        case "þ": "th"
        case "ð": "d"
        case "ς": "σ"
        case "\u{2018}", "\u{2019}", "\u{2BC}": "'"
        case "\u{201C}", "\u{201D}": "\""
        case "\u{2010}"..."\u{2015}": "-"
        default: nil
        }
    }
}
