// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The state that every client displays: playback, and the picture of the current track.
package struct NowPlaying: Sendable, Equatable {
    package var playback: PlaybackSnapshot
    /// Files that other programs can read; `nil` without a current track or while they are being written.
    package var pictures: ArtworkFiles?
    /// The current chapter; `nil` for an entry without chapters, and while they are unknown.
    package var chapter: CurrentChapter?
    /// Whether the current track is a favourite or disliked; neither while that is unknown.
    package var liking: Liking
    /// The rating of the current track by the user, otherwise by its tags; `nil` if there is none, and while it is
    /// unknown.
    package var stars: Stars?

    package init(
        playback: PlaybackSnapshot = PlaybackSnapshot(), pictures: ArtworkFiles? = nil, chapter: CurrentChapter? = nil,
        opinion: Opinion = Opinion()
    ) {
        self.playback = playback
        self.pictures = pictures
        self.chapter = chapter
        (liking, stars) = (opinion.liking, opinion.stars)
    }

    package var artwork: MediaLocation? { pictures?.full }

    package var track: Track? { playback.entry?.track }
}
