// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What sort of thing plays, as clients tell it apart to choose buttons and pictures.
package enum MediaType: String, Sendable, CaseIterable {
    case music
    case podcast
    case audiobook
    case radio
    case video

    /// - Parameter hasVideo: It has moving pictures. A podcast and a station stay what they are, as their buttons do.
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
