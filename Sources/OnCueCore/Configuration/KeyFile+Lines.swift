// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension KeyFile {
    /// The kinds of line.
    enum Line: Sendable, Equatable {
        case blank
        /// A comment; carries the text after the sign.
        case comment(String)
        case heading(String)
        case entry(key: String, value: String)
        /// Not a valid line; carries a description of a valid one.
        case nothing(String)

        init(_ text: String) {
            // Some editors write a byte order mark at the start of a file.
            let text = Self.trimmed(Substring(text.unicodeScalars.trimmingPrefix(["\u{FEFF}"])))
            if text.isEmpty {
                self = .blank
            } else if text.hasPrefix("#") {
                self = .comment(String(text.dropFirst()))
            } else if text.hasPrefix("[") {
                let name = text.dropFirst().dropLast()
                let isName = text.hasSuffix("]") && !name.isEmpty && !name.contains { $0 == "[" || $0 == "]" }
                self = isName ? .heading(String(name)) : .nothing("expected a group in brackets, such as [playback]")
            } else if let sign = text.firstIndex(of: "=") {
                let key = Self.trimmed(text[..<sign])
                let value = Self.trimmed(text[text.index(after: sign)...])
                self =
                    key.isEmpty
                    ? .nothing("expected a key before the =") : .entry(key: String(key), value: String(value))
            } else {
                self = .nothing("expected KEY=VALUE, a [group], or # before a comment")
            }
        }

        /// Returns the text without ASCII white space around it.
        private static func trimmed(_ text: Substring) -> Substring {
            let start = text.unicodeScalars.drop(while: isSpace)
            return Substring(start.lastIndex { !isSpace($0) }.map { start[...$0] } ?? start.prefix(0))
        }

        private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            scalar == " " || (0x09...0x0D).contains(scalar.value)
        }
    }
}
