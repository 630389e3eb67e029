// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The pronunciations of words, in the sounds of a recogniser's dictionary.
package struct Pronunciations: Sendable, Equatable {
    /// The most pronunciations of a word.
    static let most = 4

    /// Sounds by word; several if it is pronounced in several ways.
    package private(set) var words: [String: [String]] = [:]

    package init(_ words: [String: [String]] = [:]) { self.words = words }

    /// Reads the wanted words from a dictionary: `word S OU N D` in each line, and `word(2)` for another pronunciation.
    ///
    /// - Complexity: linear in the dictionary.
    package init(of wanted: Set<String>, in dictionary: [UInt8]) {
        let wanted = Dictionary(wanted.map { (Array($0.utf8)[...], $0) }) { first, _ in first }
        dictionary.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
                var space = start
                while space < end, bytes[space] != UInt8(ascii: " "), bytes[space] != UInt8(ascii: "(") { space += 1 }
                if space > start, space < end, let word = wanted[ArraySlice(bytes[start..<space])] {
                    let sounds = bytes[space..<end].drop { $0 != UInt8(ascii: " ") }
                    add(word, String(decoding: sounds, as: UTF8.self))
                }
                start = end + 1
            }
        }
    }

    /// Adds a pronunciation: sounds divided by spaces.
    package mutating func add(_ word: String, _ sounds: String) {
        let sounds = sounds.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !sounds.isEmpty, words[word, default: []].count < Self.most else { return }
        words[word, default: []].append(sounds)
    }

    package subscript(_ word: String) -> [String]? { words[word] }
}
