// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Words of which some are joined by slashes, such as `AC/DC Thunderstruck`.
package struct SlashedText: Sendable {
    /// The words with a slash, without case and accents.
    private let words: [String]

    /// - Parameter titles: The text, divided at its slashes.
    package init(_ titles: [String]) {
        words = Self.joined(titles.joined(separator: "/")).split(separator: " ").map(String.init)
            .filter { $0.contains("/") }
    }

    /// Returns whether each word with a slash is in one of the texts, with its slash.
    package func isFound(in title: String, or subtitle: String) -> Bool {
        let texts = [Self.joined(title), Self.joined(subtitle)]
        return words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }

    /// Folds a text, and removes white space next to its slashes.
    private static func joined(_ text: String) -> String {
        text.split(separator: "/", omittingEmptySubsequences: false)
            .map { TextFolding.fold(String($0)).split(separator: " ").joined(separator: " ") }
            .joined(separator: "/")
    }
}
