// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Text from servers: one line, without control characters, and not longer than it may be.
package enum SubsonicText {
    /// The most bytes of a title.
    static let longest = 1000

    /// Control characters and the ends of lines become spaces; nothing else is changed, markup neither.
    package static func line(_ text: String, longest: Int = SubsonicText.longest) -> String {
        var (out, count, isSpace) = (String.UnicodeScalarView(), 0, true)
        for scalar in text.unicodeScalars {
            let isControl =
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
                // Marks that turn the direction of text around would do so behind the title, too.
                case .format: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                default: false
                }
            let next: Unicode.Scalar = isControl ? " " : scalar
            if isControl, isSpace { continue }
            count += UTF8.width(next)
            if count > longest { break }
            isSpace = next == " "
            out.append(next)
        }
        while out.last == " " { out.removeLast() }
        return String(out)
    }
}
