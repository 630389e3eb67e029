// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

/// The items that a place names.
package struct NamedContent: Sendable, Equatable {
    /// One, unless a query was asked; never empty.
    package var items: [ContentNode]
    package var naming: ContentNaming
    /// Another item that could have been meant as well.
    package var runnerUp: ContentNode?

    package init(_ items: [ContentNode], by naming: ContentNaming, runnerUp: ContentNode? = nil) {
        self.items = items
        self.naming = naming
        self.runnerUp = runnerUp
    }
}
