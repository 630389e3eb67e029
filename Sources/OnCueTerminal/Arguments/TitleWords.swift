// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Words that are the title of something, or its beginning, whatever their case and accents.
enum TitleWords {
    /// The most things of other programs that are looked through for a title.
    static let mostForeign = 50

    /// Returns the indexes of the titles that are the words, or else of those that begin so.
    ///
    /// - Parameter isWhole: A beginning is not enough.
    static func indexes(of words: String, in titles: [String], isWhole: Bool = false) -> [Int] {
        let wanted = TextFolding.fold(words)
        guard !wanted.isEmpty else { return [] }
        let folded = titles.map(TextFolding.fold)
        let equal = folded.indices.filter { folded[$0] == wanted }
        guard equal.isEmpty, !isWhole else { return equal }
        return folded.indices.filter { folded[$0].hasPrefix(wanted) }
    }
}
