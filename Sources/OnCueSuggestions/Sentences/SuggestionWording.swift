// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Words for what a suggestion is about; the ranker knows identifiers alone.
package struct SuggestionWording: Sendable {
    /// What the person does with the item: "play this", "continue this show".
    package var action: String
    /// The title of another item; `nil` when nobody knows it.
    package var title: @Sendable (String) -> String?

    package init(action: String = "play this", title: @escaping @Sendable (String) -> String? = { _ in nil }) {
        self.action = action
        self.title = title
    }
}
