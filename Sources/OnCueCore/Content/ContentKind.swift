// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The kind of a content item.
package enum ContentKind: String, Sendable, CaseIterable, Codable {
    /// The top of the tree.
    case root
    /// A fixed branch, such as Albums.
    case section
    case artist
    case album
    case track
    case genre
    case composer
    case folder
    case playlist
    case podcast
    case episode
    /// A radio station, or another stream without an end.
    case station
    /// A list generated from the listening history and the favourites, or from a saved query.
    case list
    /// The root of the content of another program.
    case provider
    /// An item or a container of a provider.
    case provided
    /// Something in another program that is not content: an activity, or an item of its index. It appears in searches
    /// only.
    case foreign
    /// A concert or another event that the user has saved. It appears in searches only, and cannot be played.
    case event
}

extension ContentKind {
    /// Whether items of this kind are permanent and can be found again by their identifier, as favourites must be.
    package var canBeFavourite: Bool {
        switch self {
        case .track, .album, .artist, .genre, .composer, .folder, .playlist, .podcast, .episode, .station: true
        case .root, .section, .list, .provider, .provided, .foreign, .event: false
        }
    }
}
