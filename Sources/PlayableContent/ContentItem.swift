// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One row of the tree: a container, something playable, or both.
public struct ContentItem: Sendable, Equatable, Identifiable {
    /// What the item is known by, for good: 1 to 256 bytes that name no other item of this program.
    public var identifier: String
    /// At most 4096 bytes are shown. A row without a title is left out.
    public var title: String
    /// A second line, such as the artist.
    public var subtitle = ""
    /// File, http or https URI of a picture.
    public var artworkURL: String?
    /// The name of a picture that the data source gives, where it has no address; another picture has another name.
    public var artworkName: String?
    /// `nil` where it is unknown or has no end.
    public var duration: Duration?
    /// True for an item that has children.
    public var isContainer = false
    /// True for an item that can be played by itself.
    public var isPlayable = false
    /// True for an item that is marked as explicit.
    public var isExplicitContent = false
    /// True for an item that comes over the network.
    public var isStreamingContent = false
    /// How much was heard, from 0 to 1; `nil` where that says nothing.
    public var playbackProgress: Double?
    /// How many children a container has, where that is known without loading them.
    public var childCount: Int?

    /// An item that is neither container nor playable, until that is set; one of them must be.
    public init(identifier: String) {
        self.identifier = identifier
        title = ""
    }

    /// A container.
    public static func container(_ identifier: String, title: String) -> ContentItem {
        var item = ContentItem(identifier: identifier)
        item.title = title
        item.isContainer = true
        return item
    }

    /// Something that plays.
    public static func playable(_ identifier: String, title: String, subtitle: String = "") -> ContentItem {
        var item = ContentItem(identifier: identifier)
        item.title = title
        item.subtitle = subtitle
        item.isPlayable = true
        return item
    }

    /// The identifier.
    public var id: String { identifier }
}
