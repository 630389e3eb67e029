// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The fixed words of a language, with numbers.
struct Vocabulary: Sendable {
    /// The folded words.
    private(set) var words: [String] = []
    private var numbers: [String: Int32] = [:]
    private var shapes: [WordShape] = []

    /// Returns the number of a word, which is added if it is new. The German spelling of umlauts with an e (`fuer`) is
    /// also understood.
    ///
    /// - Parameter spelled: The word as it is written, with its accents.
    mutating func number(_ word: String, spelled: some StringProtocol) -> Int32 {
        if let number = numbers[word] { return number }
        let number = Int32(words.count)
        words.append(word)
        numbers[word] = number
        shapes.append(WordShape(Array(word.unicodeScalars)))
        if let other = Self.spelledOut(spelled), numbers[other] == nil { numbers[other] = number }
        return number
    }

    /// Returns the number of a word, or `nil` if it has none.
    func number(of word: String) -> Int32? { numbers[word] }

    /// Returns the words that a mistyped word may mean, with the number of mistakes.
    ///
    /// A word of the language is never taken for another one.
    /// - Complexity: linear in the words, with a few instructions for each.
    func mistyped(_ word: String) -> [(number: Int32, edits: Int)] {
        guard numbers[word] == nil else { return [] }
        let scalars = Array(word.unicodeScalars)
        guard scalars.count >= 3, scalars.count <= 40, !scalars.allSatisfy({ ("0"..."9").contains($0) }) else {
            return []
        }
        let shape = WordShape(scalars)
        var found: [(number: Int32, edits: Int)] = []
        for (index, other) in shapes.enumerated() {
            let limit = WordMistakes.forgiven(letters: other.length)
            guard limit > 0, shape.isWithin(limit, of: other),
                let edits = EditDistance.between(scalars, Array(words[index].unicodeScalars), limit: limit)
            else { continue }
            found.append((Int32(index), edits))
        }
        return found
    }

    private static func spelledOut(_ word: some StringProtocol) -> String? {
        guard word.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        var text = ""
        var isChanged = false
        for character in word.lowercased() {
            switch character {
            case "ä": text += "ae"
            case "ö": text += "oe"
            case "ü": text += "ue"
            default:
                text.append(character)
                continue
            }
            isChanged = true
        }
        return isChanged ? TextFolding.fold(text) : nil
    }
}
