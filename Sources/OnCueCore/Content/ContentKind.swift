// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a content item stands for.
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
    /// A listing that is made anew from what the person has played and likes, or a saved query.
    case list
    /// The top of what another program provides.
    case provider
    /// An item, or a container, of a provider.
    case provided
}

extension ContentKind {
    /// True for what stays what it is, and is found again by its identity alone.
    package var canBeFavourite: Bool {
        switch self {
        case .track, .album, .artist, .genre, .composer, .folder, .playlist, .podcast, .episode, .station: true
        case .root, .section, .list, .provider, .provided: false
        }
    }
}
