// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A branch of the tree that a search could not ask.
package struct UnansweredBranch: Sendable, Equatable {
    package var title: String
    /// What went wrong, for people.
    package var message: String

    package init(title: String, message: String) {
        self.title = title
        self.message = message
    }
}
