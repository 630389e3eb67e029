// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An item that would suit the person next, and why.
public struct ContentNomination: Sendable, Equatable {
    /// Why an item is named. OnCue learns by itself what is played when.
    public enum Ground: String, Sendable, CaseIterable {
        /// It was left in its midst.
        case unfinished
        /// A new part of something that the person follows.
        case new
        /// The person has marked it in this program.
        case pinned
    }

    /// Something that plays; any other item is left out.
    public var item: ContentItem
    /// Why it would suit the person.
    public var ground: Ground

    /// An item, and why it would suit the person.
    public init(_ item: ContentItem, _ ground: Ground) {
        self.item = item
        self.ground = ground
    }
}
