// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The branches of the tree that OnCue provides itself, in the order in which they are shown below the root.
package enum RootBranch: String, Sendable, CaseIterable {
    case forYou = "for-you"
    case library
    case playlists
    case podcasts
    case radio

    package var identifier: ContentIdentifier { ContentIdentifier(kind: .section, key: rawValue) }

    /// Creates the branch with an identifier; `nil` for identifiers of other items.
    package init?(_ identifier: ContentIdentifier) {
        guard identifier.kind == .section else { return nil }
        self.init(rawValue: identifier.key)
    }

    package var title: String {
        switch self {
        case .forYou: "For You"
        case .library: "Library"
        case .playlists: "Playlists"
        case .podcasts: "Podcasts"
        case .radio: "Radio"
        }
    }

    /// The kind of the items directly below the branch; `nil` for the library, which has sections.
    package var itemKind: ContentKind? {
        switch self {
        case .forYou: .list
        case .library: nil
        case .playlists: .playlist
        case .podcasts: .podcast
        case .radio: .station
        }
    }
}
