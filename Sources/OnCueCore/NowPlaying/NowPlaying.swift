// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What every client shows: playback together with the picture of the current track.
package struct NowPlaying: Sendable, Equatable {
    package var playback: PlaybackSnapshot
    /// A file that other programs can read; `nil` without a current track or while it is being written.
    package var artwork: MediaLocation?
    /// `nil` for an entry without chapters, and while they are not known.
    package var chapter: CurrentChapter?

    package init(
        playback: PlaybackSnapshot = PlaybackSnapshot(), artwork: MediaLocation? = nil, chapter: CurrentChapter? = nil
    ) {
        self.playback = playback
        self.artwork = artwork
        self.chapter = chapter
    }

    package var track: Track? { playback.entry?.track }
}
