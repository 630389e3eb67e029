// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The fixed branches directly under the root, in the order in which they are shown.
package enum ContentSection: String, Sendable, CaseIterable {
    case artists
    case albums
    case tracks
    case genres
    case folders
    case recentlyAdded = "recently-added"
    case composers
    case compilations
    case albumsByArtist = "albums-by-artist"
    case albumsByYear = "albums-by-year"

    package var identifier: ContentIdentifier { ContentIdentifier(kind: .section, key: rawValue) }

    /// Creates the section with an identifier; `nil` for identifiers of other kinds.
    package init?(_ identifier: ContentIdentifier) {
        guard identifier.kind == .section else { return nil }
        self.init(rawValue: identifier.key)
    }

    package var title: String {
        switch self {
        case .artists: "Artists"
        case .albums: "Albums"
        case .tracks: "Tracks"
        case .genres: "Genres"
        case .folders: "Folders"
        case .recentlyAdded: "Recently Added"
        case .composers: "Composers"
        case .compilations: "Compilations"
        case .albumsByArtist: "Albums by Artist"
        case .albumsByYear: "Albums by Year"
        }
    }
}
