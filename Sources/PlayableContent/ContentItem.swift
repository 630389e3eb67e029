// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One row of the tree: a container, something playable, or both.
///
/// A row that is neither, or that has no title or no valid identifier, is left out. Any other value beyond its limits
/// is cut, or left out of the row.
public struct ContentItem: Sendable, Equatable, Identifiable {
    /// The permanent identifier of the item: 1 to 256 bytes that identify no other item of this program.
    public var identifier: String
    /// The title of the row; at most 4096 bytes are displayed.
    public var title: String
    /// A second line, such as the artist; at most 4096 bytes are shown.
    public var subtitle = ""
    /// The file, http or https URI of a picture, at most 8192 bytes; takes precedence over ``artworkName``.
    public var artworkURL: String?
    /// The name of a picture without an address, which ``PlayableContentDataSource/artwork(named:)`` returns. Different
    /// pictures have different names.
    public var artworkName: String?
    /// The playing time, in whole microseconds and at most a year; `nil` if it is unknown or endless.
    public var duration: Duration?
    /// Whether the item has children.
    public var isContainer = false
    /// Whether the item itself can be played.
    public var isPlayable = false
    /// Whether the item is marked as explicit.
    public var isExplicitContent = false
    /// Whether the item is streamed over the network.
    public var isStreamingContent = false
    /// The part that was played, from 0 to 1; `nil` if that is not meaningful.
    public var playbackProgress: Double?
    /// The position where the user left the item in another player of this program, if that player keeps it. A long
    /// item resumes there if that was more recent than in OnCue, and if the item is not playing in OnCue.
    public var leftPosition: Duration?
    /// The time of ``leftPosition``, in seconds since 1970; without it the position is not used.
    public var leftTime: Int64?
    /// The number of children of a container, from 0 to 1,000,000, if it is known without loading them.
    public var childCount: Int?
    /// Whether the item is one of the user's favourites in this program; `nil` if it cannot be one.
    public var isFavourite: Bool?
    /// The user's rating in this program, 0 to 5; `nil` without one.
    public var stars: Double?
    /// The place in the world where the item belongs. A nominated item is suggested when the machine arrives there.
    public var location: ContentLocation?

    /// Creates an item without a title, which is neither a container nor playable until these are set.
    public init(identifier: String) {
        self.identifier = identifier
        title = ""
    }

    /// Creates a container, whose children come from the data source.
    public static func container(_ identifier: String, title: String) -> ContentItem {
        var item = ContentItem(identifier: identifier)
        item.title = title
        item.isContainer = true
        return item
    }

    /// Creates a playable item, whose address ``PlayableContentDelegate/url(forContentItem:)`` returns.
    public static func playable(_ identifier: String, title: String, subtitle: String = "") -> ContentItem {
        var item = ContentItem(identifier: identifier)
        item.title = title
        item.subtitle = subtitle
        item.isPlayable = true
        return item
    }

    /// The identity of the item: its ``identifier``.
    public var id: String { identifier }
}
