// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime

/// What the engine knows about the request that plays.
struct Playing {
    enum Stage: Equatable {
        /// Until the deck stands where it is to begin.
        case opening
        /// Until its first data is at the output.
        case starting
        case running
        /// The output is gone; stands at `start`.
        case lost
    }

    var request: PlaybackRequest
    var deck: Deck
    /// Where playback begins once it is open.
    var start: Duration
    var stage = Stage.opening
    var clock = PlaybackClock()

    /// `prepared` has been sent.
    var isPrepared = false
    /// Whether it can jump as far as anybody has been told; `nil` before that.
    var toldSeekable: Bool?
    /// `hasVideo` has been sent.
    var isVideoTold = false
    /// `started` has been sent.
    var isStarted = false
    /// A jump whose end is to be told when the medium is heard again.
    var announcesSeek = false
    /// The seek that comes after the one that is being carried out.
    var nextSeek: Duration?
    /// Sound is waited for, as the network does not bring enough.
    var isBuffering = false
    /// The mixer has handed over all that has come.
    var isStarving = false
    /// The source fails when it is told to jump.
    var refusesSeeks = false
    /// It is live, so that even a connection that is closed in order is a loss.
    private(set) var isLive: Bool
    /// No end of it is known, so that a connection that breaks is made anew, at what is heard then.
    var isEndless: Bool
    /// What breaks off can be taken up where it did.
    var isContinuable = true
    /// The output was opened again because it did not take this medium.
    var hasRetriedOutput = false
    /// An output is asked for again, while nothing is heard of what has been heard before; told as buffering.
    var isRenewing = false
    /// How often no output was there that had been there before.
    var outputRefusals = 0
    /// The output was replaced because it did not answer.
    var hasHung = false
    /// Reads what its file has gained while it played.
    var gain: Deck?
    /// Its decoder has failed; that is told when what it has given has been heard.
    var failure: PlaybackError?

    init(request: PlaybackRequest, deck: Deck, start: Duration) {
        self.request = request
        self.deck = deck
        self.start = start
        isLive = request.isLive
        isEndless = request.isLive
        clock.set(start, isRunning: false)
    }

    @MediaActor var duration: Duration? { deck.duration }

    @MediaActor var isSeekable: Bool { deck.isSeekable && !refusesSeeks }

    /// Notes what its deck, which is ready, has found out.
    @MediaActor
    mutating func noteKind() {
        // What was live once stays so, whatever the next connection brings.
        isLive = isLive || deck.isLive
        isEndless = isLive || deck.duration == nil && !deck.knowsSize
        isContinuable = isSeekable
    }

    /// Limits a position to the medium.
    @MediaActor
    func clamp(_ position: Duration) -> Duration {
        max(.zero, min(position, deck.duration ?? position))
    }
}

/// A request that follows the current one, or another follower, without a gap.
struct Following {
    var request: PlaybackRequest
    /// The earlier tokens, which late notices may carry.
    var formerTokens: [PlaybackRequest.Token] = []
    /// `nil` while it is too early to open it.
    var deck: Deck?
    /// When it is heard, once the mixer has gone on to it.
    var boundary: Duration?
    /// The mixer had gone on to it when it was stopped; what it has taken is missing.
    var isTaken = false
}
