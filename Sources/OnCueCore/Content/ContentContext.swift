// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The limits within which an endpoint displays the tree.
package struct ContentContext: Sendable, Equatable {
    package var contentLimitsEnforced: Bool
    /// The limit of items, or 0 if there is none.
    package var enforcedItemsCount: Int
    /// The limit of levels, or 0 if there is none.
    package var enforcedTreeDepth: Int
    /// Whether an endpoint is present.
    package var endpointAvailable: Bool

    package init(_ limits: ContentLimits = ContentLimits(), endpointAvailable: Bool = false) {
        contentLimitsEnforced = limits.areEnforced
        enforcedItemsCount = limits.items ?? 0
        enforcedTreeDepth = limits.depth ?? 0
        self.endpointAvailable = endpointAvailable
    }
}
