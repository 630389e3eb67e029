// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Words that are the title of an item, or its beginning, regardless of case and accents.
enum TitleWords {
    /// The most items of other programs that are searched for a title.
    static let mostForeign = 50

    /// Returns the indexes of the titles equal to the words, or else of those that begin with them.
    ///
    /// - Parameter isWhole: Whether a beginning is not enough.
    static func indexes(of words: String, in titles: [String], isWhole: Bool = false) -> [Int] {
        let wanted = TextFolding.fold(words)
        guard !wanted.isEmpty else { return [] }
        let folded = titles.map(TextFolding.fold)
        let equal = folded.indices.filter { folded[$0] == wanted }
        guard equal.isEmpty, !isWhole else { return equal }
        return folded.indices.filter { folded[$0].hasPrefix(wanted) }
    }
}
