// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The words of texts, as the index compares them: folded, and divided at all characters other than letters and digits.
package enum SearchWords {
    /// The words of a text, each once; at most `limit`.
    package static func of(_ text: String, limit: Int = 200) -> [String] {
        var words: [String] = []
        var seen: Set<String> = []
        for word in TextFolding.fold(text).split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            guard words.count < limit else { break }
            let word = String(word.prefix(40))
            if seen.insert(word).inserted { words.append(word) }
        }
        return words
    }

    /// Returns whether each word is the beginning of a word of a text.
    package static func matches(_ words: [String], in text: String) -> Bool {
        let own = of(text)
        return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
    }
}
