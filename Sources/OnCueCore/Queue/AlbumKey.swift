// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The identity of an album, by which its tracks are grouped.
enum AlbumKey: Hashable, Sendable {
    case item(ContentIdentifier)
    /// An album known only from tags.
    case named(String, [String])

    /// Creates the key of a track's album; `nil` if it has no album.
    init?(_ track: Track) {
        if let identifier = track.albumIdentifier {
            self = .item(identifier)
        } else if let album = track.album, !album.isEmpty {
            self = .named(album, track.albumArtists)
        } else {
            return nil
        }
    }
}
