// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Finds the word that a mistyped one most likely means.
package enum NearestWord {
    /// The length above which a word is not a mistyped name; it keeps the comparison cheap.
    private static let longest = 64

    /// The candidate nearest to `word`, or nil if none is near.
    ///
    /// Near is an edit distance (insert, delete, replace, swap neighbours) of at most a third of the length and at
    /// least 1, with at least one letter in common, or a candidate that begins with `word`. Case does not count, and
    /// words made of the same letters may be two apart (`palyy`). Of equally near candidates the first is taken; a
    /// candidate within the distance takes precedence over one that only begins with `word`.
    package static func of(_ word: String, among candidates: [String]) -> String? {
        let typed = Array(word.lowercased())
        guard !typed.isEmpty, typed.count <= longest else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased())
            let isMixedUp = typed.first == letters.first && Set(typed) == Set(letters)
            let limit = max(isMixedUp ? 2 : 1, max(typed.count, letters.count) / 3)
            guard abs(letters.count - typed.count) <= limit else { continue }
            let distance = distance(typed, letters)
            guard distance <= limit, distance < min(typed.count, letters.count) else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
        }
        return best?.candidate ?? candidates.first { $0.lowercased().starts(with: typed) }
    }

    /// The Damerau-Levenshtein distance in its optimal string alignment form.
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard !left.isEmpty else { return right.count }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + (character == other ? 0 : 1))
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
