// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The state of the service, and the limits of its display of content.
public struct PlayableContentManagerContext: Sendable, Equatable {
    /// Whether OnCue runs and displays the content.
    public var isEndpointAvailable: Bool
    /// Whether every view of OnCue's tree, such as that of a car, has limits.
    public var contentLimitsEnforced = false
    /// The largest number of items in one container that any view shows; 0 for no limit.
    public var enforcedItemsCount = 0
    /// The largest number of levels below OnCue's root that any view shows; 0 for no limit. The branch is the first
    /// level.
    public var enforcedTreeDepth = 0

    /// Creates a context without limits.
    public init(isEndpointAvailable: Bool) {
        self.isEndpointAvailable = isEndpointAvailable
    }
}
