// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The state of the service, and the limits of its display of content.
public struct PlayableContentManagerContext: Sendable, Equatable {
    /// Whether OnCue runs and displays the content.
    public var isEndpointAvailable: Bool
    /// Whether every view of OnCue's tree, such as that of a car, has limits.
    public var contentLimitsEnforced = false
    /// The most items of one container that any view shows; 0 without a limit.
    public var enforcedItemsCount = 0
    /// The most levels below OnCue's root that any view shows; 0 without a limit. The branch is the first.
    public var enforcedTreeDepth = 0

    /// A context without limits.
    public init(isEndpointAvailable: Bool) {
        self.isEndpointAvailable = isEndpointAvailable
    }
}
