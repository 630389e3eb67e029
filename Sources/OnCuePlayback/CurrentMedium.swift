// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore

/// What the engine knows about the request that plays.
struct CurrentMedium {
    enum Stage: Equatable {
        /// Until the first data is at the sink.
        case opening
        /// Jumps to where it is to begin.
        case positioning
        case running
        /// The output is gone; stands at `start`.
        case lost
    }

    var request: PlaybackRequest
    /// Where playback begins once it is open.
    var start: Duration
    var stage = Stage.opening
    var clock = PlaybackClock()

    var duration: Duration?
    var isSeekable = false
    /// Whether it can jump as far as anybody has been told; `nil` before that.
    var toldSeekable: Bool?
    /// The source has failed at a jump, which it had claimed to be able to.
    var refusesSeeks = false
    var isLive = false
    var isBuffering = false
    var missing: [MissingPlugin] = []
    var streamTitle: String?

    /// `prepared` has been sent, or is not to be sent because this is a follower.
    var isPrepared = false
    /// `started` has been sent.
    var isStarted = false
    /// A jump whose end is to be told when the medium is open again.
    var announcesSeek = false
    /// The request before this one, which ends as if nothing had been cued should this one not open.
    var predecessor: PlaybackRequest.Token?

    /// The seek that is being carried out, and the one that comes after it.
    var seekTarget: Duration?
    var nextSeek: Duration?
    /// Until when the player's own position cannot be trusted, after it has gone on to a follower.
    var trustsClockUntil: ContinuousClock.Instant?
    /// The output was opened again because it did not take this medium.
    var hasRetriedOutput = false
    /// The player was replaced because it did not answer.
    var hasHung = false

    init(request: PlaybackRequest, start: Duration) {
        self.request = request
        self.start = start
        clock.set(start, isRunning: false)
    }

    /// Limits a position to the medium.
    func clamp(_ position: Duration) -> Duration {
        max(.zero, min(position, duration ?? position))
    }
}
