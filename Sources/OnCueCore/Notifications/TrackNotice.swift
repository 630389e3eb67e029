// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A notification about the current track.
package struct TrackNotice: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// A track has started; this notification disappears automatically.
        case track
        /// A notification that stays, with buttons.
        case controls
    }

    package var kind: Kind
    package var title: String
    package var artists: [String]
    package var album: String?
    /// The picture; `nil` while it is being written.
    package var artwork: MediaLocation?
    /// Whether the buttons are those of a track that plays; unused for a plain track notification.
    package var isPlaying: Bool
    package var canGoPrevious: Bool
    package var canGoNext: Bool

    /// Creates the notification; `nil` if there is nothing to show.
    package init?(_ kind: Kind, _ nowPlaying: NowPlaying) {
        let playback = nowPlaying.playback
        guard let track = nowPlaying.track, playback.status != .stopped else { return nil }
        self.kind = kind
        title = playback.streamTitle ?? track.title
        artists = track.artists
        album = track.album(beside: playback.streamTitle)
        artwork = nowPlaying.artwork
        let hasButtons = kind == .controls
        isPlaying = hasButtons && playback.status == .playing
        canGoPrevious = hasButtons && playback.available.canGoPrevious
        canGoNext = hasButtons && playback.available.canGoNext
    }
}
