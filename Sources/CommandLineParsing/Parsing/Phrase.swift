// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TextOutput

/// Pieces of sentences for error lines and help.
enum Phrase {
    /// The word in double quotes, safe to print and cut to a length that fits in one line.
    static func quoted(_ word: String) -> String { "\"\(printable(word))\"" }

    /// The word without control characters, cut to a length that fits in one line.
    static func printable(_ word: String) -> String { TextLayout.truncate(word, to: 60) }

    /// `a, b or c`.
    static func alternatives(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
