// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One row of the tree: a container, something playable, or both.
///
/// A row that is neither, or that has no title or no good identifier, is left out. Anything else that is outside its
/// bounds is cut, or left out of the row.
public struct ContentItem: Sendable, Equatable, Identifiable {
    /// What the item is known by, for good: 1 to 256 bytes that name no other item of this program.
    public var identifier: String
    /// What the row is called; at most 4096 bytes are shown.
    public var title: String
    /// A second line, such as the artist; at most 4096 bytes are shown.
    public var subtitle = ""
    /// File, http or https URI of a picture, at most 8192 bytes; it goes before ``artworkName``.
    public var artworkURL: String?
    /// The name of a picture that ``PlayableContentDataSource/artwork(named:)`` gives, where it has no address; another
    /// picture has another name.
    public var artworkName: String?
    /// How long it plays, in whole microseconds and at most a year; `nil` where that is unknown or it has no end.
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
    /// How many children a container has, from 0 to 1,000,000, where that is known without loading them.
    public var childCount: Int?

    /// An item without a title that is neither container nor playable, until these are set.
    public init(identifier: String) {
        self.identifier = identifier
        title = ""
    }

    /// A container, whose children the data source gives.
    public static func container(_ identifier: String, title: String) -> ContentItem {
        var item = ContentItem(identifier: identifier)
        item.title = title
        item.isContainer = true
        return item
    }

    /// Something that plays, from where ``PlayableContentDelegate/url(forContentItem:)`` says.
    public static func playable(_ identifier: String, title: String, subtitle: String = "") -> ContentItem {
        var item = ContentItem(identifier: identifier)
        item.title = title
        item.subtitle = subtitle
        item.isPlayable = true
        return item
    }

    /// What the item is known by: its ``identifier``.
    public var id: String { identifier }
}
