// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import OnCueSuggestions

/// The knowledge of habits for searches of the desktop.
extension SuggestionCenter {
    /// Returns the probability of each item at this moment, 0 to 1; 0 while habits are still being read.
    package func habits(of items: [ContentIdentifier]) -> [Double] {
        parts.learning.ranker.shares(of: items.map(\.description), at: parts.learning.moment())
    }

    /// Returns the result of ``habits(of:)`` as long as this object exists.
    package var readHabits: @MediaActor ([ContentIdentifier]) -> [Double] {
        { [weak self] items in self?.habits(of: items) ?? [Double](repeating: 0, count: items.count) }
    }

    /// Returns whether the user has chosen that the item is never shown by itself.
    package func hides(_ item: ContentIdentifier) -> Bool {
        memory.state.said.excludes(item.description, for: nil)
    }
}
