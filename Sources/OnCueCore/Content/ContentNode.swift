// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A node of the playable-content tree: a container, something playable, or both (an album is both).
package struct ContentNode: Sendable, Equatable {
    /// The second line of a live item that has no other.
    package static let live = "Live"

    package var identifier: ContentIdentifier
    package var title: String
    /// A second line, such as the artist of an album; empty if there is none.
    package var subtitle: String
    package var artwork: ArtworkReference?
    /// The name of an icon in the icon theme of the desktop, or `nil` if none was given.
    package var iconName: String?
    /// Playing time; `nil` if it is unknown or the item has none.
    package var duration: Duration?
    package var isContainer: Bool
    package var isPlayable: Bool
    /// The fraction that has been played, 0 to 1; `nil` if playback progress does not apply.
    package var playbackProgress: Double?
    /// Number of direct children; `nil` for items that are not containers, and while it is not known.
    package var childCount: Int?
    /// Whether its publisher has marked it as explicit.
    package var isExplicit: Bool
    /// Whether it is streamed over a network.
    package var isStreaming: Bool
    /// Whether it is known, but cannot be opened or played at the moment, because its disk or its provider is missing.
    package var isUnavailable: Bool
    /// Whether the item is divided into chapters, available on request.
    package var hasChapters: Bool
    /// The rating by the user, otherwise by the tags; `nil` if there is none.
    package var stars: Stars?
    /// Facts that few items have, such as a location or a date.
    package var rare = RareFacts()
    package var location: Location? {
        get { rare.location }
        set { rare.location = newValue }
    }

    package init(
        identifier: ContentIdentifier, title: String, subtitle: String = "", artwork: ArtworkReference? = nil,
        duration: Duration? = nil, isContainer: Bool = false, isPlayable: Bool = false,
        playbackProgress: Double? = nil, childCount: Int? = nil, isExplicit: Bool = false,
        isStreaming: Bool = false, isUnavailable: Bool = false, hasChapters: Bool = false
    ) {
        self.identifier = identifier
        self.title = title
        self.subtitle = subtitle
        self.artwork = artwork
        self.duration = duration
        self.isContainer = isContainer
        self.isPlayable = isPlayable
        self.playbackProgress = playbackProgress
        self.childCount = childCount
        self.isExplicit = isExplicit
        self.isStreaming = isStreaming
        self.isUnavailable = isUnavailable
        self.hasChapters = hasChapters
    }

    package var kind: ContentKind { identifier.kind }
}
