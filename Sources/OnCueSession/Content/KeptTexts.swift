// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueQuery
internal import Synchronization

/// The texts by which the few items of a source are found, so that a search for words that it does not have need not go
/// to its thread.
package final class KeptTexts: Sendable {
    /// Folded; `nil` if they are not known.
    private let texts = Mutex<[String]?>(nil)

    package init() {}

    /// Keeps texts as they are written, or forgets them.
    package func keep(_ texts: [String]?) {
        let folded = texts?.map(TextFolding.fold)
        self.texts.withLock { $0 = folded }
    }

    /// Returns whether nothing is found by a question: a word that every match has is in none of the texts, not even as
    /// a part of a longer one. False if the texts are not known, and if typing mistakes may be forgiven.
    package func lack(_ question: QueryQuestion) -> Bool {
        guard let texts = texts.withLock({ $0 }) else { return false }
        if texts.isEmpty { return true }
        let search = question.search
        guard let word = search.necessaryWord, !(question.forgives && search.hasForgivableWords) else { return false }
        return !texts.contains { Self.has($0, word) }
    }

    /// Compares bytes: a beginning of a word may end within a character.
    private static func has(_ text: String, _ word: String) -> Bool {
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: word.utf8.first ?? 0) {
            if rest[start...].starts(with: word.utf8) { return true }
            rest = rest[start...].dropFirst()
        }
        return word.isEmpty
    }
}
