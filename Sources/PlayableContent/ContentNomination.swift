// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An item recommended for the user, with the reason.
public struct ContentNomination: Sendable, Equatable {
    /// The reason for a nomination. OnCue learns without nominations which items are played when.
    public enum Ground: String, Sendable, CaseIterable {
        /// The item was left unfinished.
        case unfinished
        /// The item is a new part of something that the user follows.
        case new
        /// The user has marked the item in this program.
        case pinned
        /// The item belongs to its ``ContentItem/location``, and is only suggested when the machine arrives there.
        case location
    }

    /// The playable item; any other is left out.
    public var item: ContentItem
    /// The reason for the nomination.
    public var ground: Ground

    /// Creates a nomination of an item, with the reason.
    public init(_ item: ContentItem, _ ground: Ground) {
        self.item = item
        self.ground = ground
    }
}
