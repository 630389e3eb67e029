// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A branch of the tree that did not answer a search.
package struct UnansweredBranch: Sendable, Equatable {
    package var title: String
    /// A readable description of the failure.
    package var message: String

    package init(title: String, message: String) {
        self.title = title
        self.message = message
    }
}
