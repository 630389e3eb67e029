// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The type of the current medium, by which clients choose buttons and pictures.
package enum MediaType: String, Sendable, CaseIterable {
    case music
    case podcast
    case audiobook
    case radio
    case video

    /// - Parameter hasVideo: Whether it contains video. A podcast or a station keeps its type, as its buttons stay the
    ///   same.
    package init(_ track: Track, hasVideo: Bool = false) {
        if track.isStation {
            self = .radio
        } else if track.identifier.kind == .episode || track.genres.contains(where: Self.isPodcast) {
            self = .podcast
        } else if hasVideo {
            self = .video
        } else {
            self = track.isSpokenWord ? .audiobook : .music
        }
    }

    private static func isPodcast(_ genre: String) -> Bool { ["podcast", "podcasts"].contains(genre.lowercased()) }
}
