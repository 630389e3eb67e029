// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A key with its modifiers, in the form of the shortcuts specification of desktops: `CTRL+ALT+m`.
///
/// Source: the XDG specification for shortcuts, which the global-shortcuts portal follows.
package struct ShortcutKey: Sendable, Equatable {
    /// A text that can be given, for messages.
    package static let expected = "modifiers and a key, as CTRL+ALT+m or LOGO+F9"

    private static let modifiers = ["CTRL", "ALT", "SHIFT", "LOGO"]
    private static let otherNames = [
        "CONTROL": "CTRL", "STRG": "CTRL", "SUPER": "LOGO", "META": "LOGO", "WIN": "LOGO", "OPTION": "ALT",
    ]
    private static let longest = 40

    /// `CTRL+ALT+m`: the modifiers in this order, then the name of the key as the X11 keysyms have it.
    package let text: String

    /// Reads a key; modifiers are case-insensitive.
    ///
    /// - Returns: `nil` for anything else, and for a letter without a modifier, which could not be typed any longer.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var parts = text.split(separator: "+", omittingEmptySubsequences: false).map {
            String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
        guard let last = parts.popLast(), !last.isEmpty,
            last.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
            })
        else { return nil }
        var found: Set<String> = []
        for part in parts {
            let word = part.uppercased()
            let name = Self.otherNames[word] ?? word
            guard Self.modifiers.contains(name), found.insert(name).inserted else { return nil }
        }
        let key = last.utf8.count == 1 ? last.lowercased() : last
        let isTyped = key.utf8.count == 1
        guard !Self.modifiers.contains(last.uppercased()), Self.otherNames[last.uppercased()] == nil,
            !isTyped || !found.subtracting(["SHIFT"]).isEmpty
        else { return nil }
        self.text = (Self.modifiers.filter(found.contains) + [key]).joined(separator: "+")
    }
}
