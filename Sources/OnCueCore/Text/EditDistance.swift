// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The number of typing mistakes between two words.
package enum EditDistance {
    /// Returns the number of mistakes that are forgiven in a word: one letter in five, from five letters on, at most
    /// two.
    package static func forgiven(letters: Int) -> Int { letters < 5 ? 0 : letters < 10 ? 1 : 2 }

    /// Returns the Damerau-Levenshtein distance (insert, delete, replace, swap neighbours; no letter is touched twice);
    /// `nil` if it is more than `limit`.
    ///
    /// - Complexity: O(*n* · *m*), less if the lengths differ greatly.
    package static func between(
        _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int
    ) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var cost = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            guard current.contains(where: { $0 <= limit }) else { return nil }
            (beforeLast, last) = (last, current)
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }

    /// Returns the word nearest to a mistyped one, if one is near enough: at most a third of its letters differ, or it
    /// begins with the typed text. Of equally near words the first wins.
    package static func nearest(_ typed: String, among words: [String]) -> String? {
        let letters = Array(typed.lowercased().unicodeScalars.prefix(64))
        guard !letters.isEmpty else { return nil }
        var best: (word: String, distance: Int)?
        for word in words {
            let limit = max(1, max(letters.count, word.unicodeScalars.count) / 3)
            guard let distance = between(letters, Array(word.unicodeScalars), limit: limit),
                distance < letters.count, distance < best?.distance ?? .max
            else { continue }
            best = (word, distance)
        }
        return best?.word ?? words.first { $0.hasPrefix(typed.lowercased()) }
    }
}
