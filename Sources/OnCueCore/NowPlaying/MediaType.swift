// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What sort of thing plays, as clients tell it apart to choose buttons and pictures.
package enum MediaType: String, Sendable, CaseIterable {
    case music
    case podcast
    case audiobook
    case radio

    package init(_ track: Track) {
        if track.isStation {
            self = .radio
        } else if track.identifier.kind == .episode || track.genres.contains(where: Self.isPodcast) {
            self = .podcast
        } else {
            self = track.isSpokenWord ? .audiobook : .music
        }
    }

    private static func isPodcast(_ genre: String) -> Bool { ["podcast", "podcasts"].contains(genre.lowercased()) }
}
