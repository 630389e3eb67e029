// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The words of an unfinished line of bash, without their quotes, and the part of the last one that Readline replaces.
///
/// Readline divides words at `COMP_WORDBREAKS`, which include quotes, `:` and `=`, and completes only the rest. Bash
/// itself treats a word such as `a:b` as one, and so does this.
package struct ReadlineWord: Sendable, Equatable {
    /// At least one; the last one is unfinished.
    package private(set) var words: [String] = []
    /// The beginning of the last word, which Readline keeps unchanged.
    package private(set) var kept = ""
    /// The quote that is open at the cursor.
    private var quote: Character?

    /// Reads a line up to the cursor.
    package init(line: String, breaks: String) {
        var word = ""
        var isWord = false
        var rest = line[...]
        while let character = rest.popFirst() {
            switch (character, quote) {
            case (_, character):
                quote = nil
                if breaks.contains(character) { kept = word }
            case ("\\", "\"") where rest.first.map("\"\\$`".contains) == true: word.append(rest.removeFirst())
            case (_, .some): word.append(character)
            case ("'", _), ("\"", _):
                quote = character
                kept = word
            case ("\\", _): if let next = rest.popFirst() { word.append(next) }
            case _ where character.isWhitespace:
                if isWord { words.append(word) }
                (word, kept) = ("", "")
            default:
                // Of these, Readline takes the sign along.
                if breaks.contains(character), "@$".contains(character) { kept = word }
                word.append(character)
                if breaks.contains(character), !"@$".contains(character) { kept = word }
            }
            isWord = quote != nil || !character.isWhitespace
        }
        words.append(word)
    }

    /// Returns the text for Readline to insert for a word that begins like the last one, so that bash takes every
    /// character literally.
    package func insertion(_ candidate: String) -> String {
        let rest = candidate.dropFirst(kept.count)
        let special: (Character) -> Bool
        switch quote {
        case "'": return rest.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
        case "\"": special = { "\"\\$`".contains($0) }
        default: special = { $0.isASCII && !$0.isLetter && !$0.isNumber && !"-_./,+%@=:^".contains($0) }
        }
        return rest.reduce(into: "") { text, character in
            if special(character) { text.append("\\") }
            text.append(character)
        }
    }
}
