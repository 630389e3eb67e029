// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The quality of a match between words and a title; case and accents do not matter.
package enum TitleFit: Int, Sendable, Comparable {
    /// The title consists of exactly these words.
    case whole
    /// The title begins with them.
    case beginning
    /// The words are elsewhere in the title.
    case inside
    /// The match is not in the title.
    case elsewhere

    package init(_ words: String, in title: String) {
        let (words, title) = (TextFolding.fold(words), TextFolding.fold(title))
        self =
            if words == title {
                .whole
            } else if title.hasPrefix(words) {
                .beginning
            } else if title.contains(words) {
                .inside
            } else {
                .elsewhere
            }
    }

    package static func < (left: TitleFit, right: TitleFit) -> Bool { left.rawValue < right.rawValue }
}
