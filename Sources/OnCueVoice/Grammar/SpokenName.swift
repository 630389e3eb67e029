// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A name of the library that can be said in a phrase.
package struct SpokenName: Sendable, Hashable {
    /// The lists of phrases to which names belong.
    package enum List: String, Sendable, CaseIterable {
        case artist, album, track, playlist, podcast, station, output, shortcut
    }

    package var list: List
    package var text: String

    package init(_ list: List, _ text: String) { (self.list, self.text) = (list, text) }

    /// The most names to listen for. Each further name makes confusions more likely and the search longer.
    package static let most = 300
    /// The most words of a name; longer ones are not spoken as a whole.
    package static let mostWords = 8

    /// The words of the name as they are spoken, in lower case; `nil` if it has none or too many.
    package var words: [String]? {
        var words: [String] = []
        var word = ""
        for character in text.lowercased() {
            if character.isLetter || character.isNumber {
                word.append(character)
            } else if "'\u{2019}".contains(character), !word.isEmpty {
                word.append("'")
            } else if character == "&" {
                if !word.isEmpty { words.append(word) }
                words.append("and")
                word = ""
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        if !word.isEmpty { words.append(word) }
        return (1...Self.mostWords).contains(words.count) ? words : nil
    }
}
