// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Finds titles in which every word of a text begins a word.
struct TitleSearch {
    private let words: [Substring]

    init(_ text: String) {
        words = Self.divided(TextFolding.fold(text))
    }

    /// In the order of `things`; nothing without words.
    func matches<Thing>(in things: [Thing], by title: (Thing) -> String) -> [Thing] {
        guard !words.isEmpty else { return [] }
        return things.filter { thing in
            let parts = Self.divided(TextFolding.fold(title(thing)))
            return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
        }
    }

    private static func divided(_ text: String) -> [Substring] {
        text.split { !($0.isLetter || $0.isNumber) }
    }
}

/// Bounds of listings.
enum ListPage {
    /// The largest page; a larger limit counts as this one.
    static let limit = 1000
}
