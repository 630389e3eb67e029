// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

/// Filtering of a list on the screen.
extension ListLevel {
    /// The longest text, in characters.
    private static let longestFilter = 100

    /// Shows the matches of a text, starting at the first match.
    ///
    /// - Parameter round: A number not used by any earlier filter text.
    /// - Returns: `false` if the text is unchanged, which has no effect.
    mutating func setFilter(_ text: String, round: Int) -> Bool {
        let text = String(text.prefix(Self.longestFilter))
        guard text != filter?.text else { return false }
        var filtering = filtering ?? ListFiltering("", round: round)
        filtering.change(to: text, round: round)
        self.filtering = filtering
        selected = 0
        top = 0
        return true
    }

    /// Shows the whole list again; the selection is kept if the row is known.
    mutating func clearFilter(height: Int) {
        let chosen = selection?.id
        filtering = nil
        top = 0
        select(chosen.flatMap(pages.index) ?? 0, height: height)
    }
}
