// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TextOutput

/// Marks the position of a mistake in a text.
enum CaretText {
    /// Returns the text, cut around the mistake, and a line with a caret below it.
    static func lines(_ text: String, _ column: Int) -> [String] {
        let width = 60
        let characters = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        let start = max(0, min(column - 1 - width / 2, characters.count - width))
        let shown = TextLayout.printable(String(characters.dropFirst(start).prefix(width)))
        let before = TextLayout.printable(String(characters.dropFirst(start).prefix(max(0, column - 1 - start))))
        return ["  " + shown, "  " + String(repeating: " ", count: TextLayout.width(of: before)) + "^"]
    }
}
