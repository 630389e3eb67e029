// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

/// The items that a place names.
package struct NamedItems: Sendable, Equatable {
    /// One, unless the place is a query; never empty.
    package var items: [ContentRecord]
    package var naming: ContentNaming
    /// Another item that could have been meant.
    package var runnerUp: ContentRecord?

    package init(_ items: [ContentRecord], by naming: ContentNaming = .place, runnerUp: ContentRecord? = nil) {
        self.items = items
        self.naming = naming
        self.runnerUp = runnerUp
    }
}
