// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Several short texts in one column.
package enum TextList {
    /// U+001F, the unit separator of ASCII.
    static let separator: Character = "\u{1F}"

    /// Returns the joined texts, or `nil` for an empty list.
    package static func joined(_ texts: [String]) -> String? {
        switch texts.count {
        case 0: nil
        case 1: texts[0]
        default: texts.joined(separator: String(separator))
        }
    }

    /// Returns a column as a line to display.
    static func line(_ text: String) -> String {
        text.utf8.contains(0x1F) ? divided(text).joined(separator: ", ") : text
    }

    package static func divided(_ text: String?) -> [String] {
        guard let text else { return [] }
        guard text.utf8.contains(0x1F) else { return [text] }
        return text.split(separator: separator).map(String.init)
    }
}
