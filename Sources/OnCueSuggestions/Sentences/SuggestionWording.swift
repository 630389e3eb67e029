// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The wording for the subject of a suggestion; the ranker only has identifiers.
package struct SuggestionWording: Sendable {
    /// The action with the item: "play this", "continue this show".
    package var action: String
    /// The same in the past: "played", "opened".
    package var past = "played"
    /// Returns the title of another item; `nil` if it is unknown.
    package var title: @Sendable (String) -> String?

    package init(action: String = "play this", title: @escaping @Sendable (String) -> String? = { _ in nil }) {
        self.action = action
        self.title = title
    }
}
