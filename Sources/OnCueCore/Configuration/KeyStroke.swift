// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A key of a terminal, by its name: a character, `Space`, `PageUp`, `F5`, `Ctrl-r`, `Alt-x`, `Shift-Up`.
package struct KeyStroke: Sendable, Hashable {
    /// Keys that have names instead of characters.
    package static let named = [
        "Up", "Down", "Left", "Right", "PageUp", "PageDown", "Home", "End", "Enter", "Space", "Backspace", "Delete",
        "Insert", "Tab", "Esc",
    ]

    /// The named keys that can be combined with Shift; with Shift, a character key yields another character instead.
    private static let shifted = ["Up", "Down", "Left", "Right", "Tab"]
    private static let functions = (1...12).map { "F\($0)" }

    package let name: String

    /// Parses the name of a key; `nil` for any other text. Names of keys and modifiers are accepted in any case.
    package init?(_ text: String) {
        if let character = Self.character(text) {
            name = String(character)
        } else if let known = (Self.named + Self.functions).first(where: { $0.lowercased() == text.lowercased() }) {
            name = known
        } else if let rest = Self.rest(of: text, behind: "Ctrl-"), let letter = rest.lowercased().first,
            rest.count == 1,
            ("a"..."z").contains(letter)
        {
            name = "Ctrl-\(letter)"
        } else if let rest = Self.rest(of: text, behind: "Alt-"), let character = Self.character(rest),
            character.isASCII
        {
            name = "Alt-\(character)"
        } else if let rest = Self.rest(of: text, behind: "Shift-"),
            let known = Self.shifted.first(where: { $0.lowercased() == rest.lowercased() })
        {
            name = "Shift-" + known
        } else {
            return nil
        }
    }

    /// Creates a key whose name is known to be valid.
    package init(known name: String) { self.name = name }

    private static func character(_ text: String) -> Character? {
        guard text.count == 1, let first = text.first, !first.isWhitespace else { return nil }
        return first.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? nil : first
    }

    private static func rest(of text: String, behind modifier: String) -> String? {
        text.lowercased().hasPrefix(modifier.lowercased()) ? String(text.dropFirst(modifier.count)) : nil
    }
}
