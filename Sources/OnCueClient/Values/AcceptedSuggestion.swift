// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The playing item after the acceptance of a suggestion.
package struct AcceptedSuggestion: Sendable, Equatable {
    package var identifier: String
    package var title: String
    package var subtitle: String

    package init(identifier: String, title: String, subtitle: String = "") {
        self.identifier = identifier
        self.title = title
        self.subtitle = subtitle
    }
}
