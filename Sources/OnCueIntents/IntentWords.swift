// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import TextOutput

/// Names that are mistyped.
enum IntentWords {
    /// The known word that is nearest; `nil` if none is near.
    static func nearest(_ word: String, _ known: [String]) -> String? { NearestWord.of(word, among: known) }

    /// `; did you mean "confirm"?`, or the list of known words.
    static func advice(_ word: String, _ known: [String]) -> String {
        if let nearest = nearest(word, known) { return "; did you mean \"\(nearest)\"?" }
        return "; it is one of " + known.joined(separator: ", ")
    }

    /// Returns whether a text is a name: a letter, and then letters, digits, `_` and `-`, at most 64 in all.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
        func isLetter(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte >= UInt8(ascii: "A")
        }
        return isLetter(first)
            && text.utf8.allSatisfy { byte in
                isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
                    || byte == UInt8(ascii: "-")
            }
    }
}

extension IntentDefinition {
    /// Returns the known name that is nearest to an unknown one; `nil` if none is near.
    package static func nearest(_ name: String, among known: [String]) -> String? { IntentWords.nearest(name, known) }
}
