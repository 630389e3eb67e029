// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueQuery
internal import Synchronization

/// The texts of a source with few items, so that a search for words that it does not contain need not be sent to its
/// thread.
package final class KeptTexts: Sendable {
    /// The maximum number of kept bytes. They are searched by callers that must not block, such as `MediaActor`; a
    /// source with more is asked instead.
    private static let limit = 1 << 16

    /// The folded texts; `nil` if they are not known, or too many.
    private let texts = Mutex<Set<String>?>(nil)

    package init() {}

    /// Keeps texts in their original form, or forgets them.
    package func keep(_ texts: [String]?) {
        let folded = texts.map { Set($0.map { TextFolding.fold($0) }) }
        let size = folded?.reduce(0) { $0 + $1.utf8.count } ?? 0
        let kept = size <= Self.limit ? folded : nil
        self.texts.withLock { $0 = kept }
    }

    /// Returns whether a query certainly finds nothing: a word that every match must have is in none of the texts, not
    /// even as a part of a longer one. False if the texts are not known, if typing mistakes may be forgiven, and for a
    /// word that may be written with other bytes.
    package func lack(_ question: QueryQuestion) -> Bool {
        guard let texts = texts.withLock({ $0 }) else { return false }
        if texts.isEmpty { return true }
        let search = question.search
        guard let word = search.necessaryWord, Self.hasOneForm(word),
            !(question.forgives && search.hasForgivableWords)
        else { return false }
        return !texts.contains { Self.has($0, word) }
    }

    /// Returns whether a folded word has the same bytes in every spelling. In scripts beyond Latin, Greek and Cyrillic
    /// a letter may be one character or several, as in Hangul, and words are compared as if these were the same.
    private static func hasOneForm(_ word: String) -> Bool { word.unicodeScalars.allSatisfy { $0.value < 0x590 } }

    /// Compares bytes, since the beginning of a word may end within a character.
    private static func has(_ text: String, _ word: String) -> Bool {
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: word.utf8.first ?? 0) {
            if rest[start...].starts(with: word.utf8) { return true }
            rest = rest[start...].dropFirst()
        }
        return word.isEmpty
    }
}
