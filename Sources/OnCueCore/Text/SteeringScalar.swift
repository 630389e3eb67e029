// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension Unicode.Scalar {
    /// Whether it controls a terminal or a reader instead of being displayed: a control character of ASCII or Latin-1,
    /// a line separator, or one that changes the direction of text. None of them needs more than four hexadecimal
    /// digits.
    package var isSteering: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The JSON text with every character that controls a terminal escaped, such as `\u009b`. It has the same meaning.
    package var withEscapedSteering: String {
        guard unicodeScalars.contains(where: { $0.isSteering }) else { return self }
        var out = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isSteering { out += scalar.jsonEscape.unicodeScalars } else { out.append(scalar) }
        }
        return String(out)
    }
}

extension Unicode.Scalar {
    /// The JSON escape of a scalar of at most four hexadecimal digits.
    package var jsonEscape: String {
        let digits = String(value, radix: 16)
        return #"\u"# + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
