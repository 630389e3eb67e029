// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime

/// The state of the current request in the engine.
struct Playing {
    enum Stage: Equatable {
        /// Until the deck is at its starting position.
        case opening
        /// Until its first data is at the output.
        case starting
        case running
        /// The output is gone; playback is halted at `start`.
        case lost
    }

    var request: PlaybackRequest
    var deck: Deck
    /// The position at which playback begins once it is open.
    var start: Duration
    var stage = Stage.opening
    var clock = PlaybackClock()

    /// Whether `prepared` has been sent.
    var isPrepared = false
    /// The last reported ability to jump; `nil` before a report.
    var toldSeekable: Bool?
    /// Whether `hasVideo` has been sent.
    var isVideoTold = false
    /// The last reported format; `nil` before a report.
    var toldFormat: MediaFormat?
    /// Whether `started` has been sent.
    var isStarted = false
    /// Whether the end of a jump must be reported when the medium is heard again.
    var announcesSeek = false
    /// The seek that follows the one in progress.
    var nextSeek: Duration?
    /// Whether sound is awaited because the network does not bring enough.
    var isBuffering = false
    /// Whether the mixer has handed over everything that has arrived.
    var isStarving = false
    /// Whether the source fails at jumps.
    var refusesSeeks = false
    /// Whether it is live, so that even a regularly closed connection is a loss.
    private(set) var isLive: Bool
    /// Whether it has no known end, so that a broken connection is renewed, at the present position of the stream.
    var isEndless: Bool
    /// Whether it can be resumed where it broke off.
    var isContinuable = true
    /// Whether the output was reopened because it did not accept this medium.
    var hasRetriedOutput = false
    /// Whether an output is being requested again; the silence meanwhile is reported as buffering.
    var isRenewing = false
    /// Whether the output has sound that it makes heard later; the silence until then is reported as buffering.
    var isAwaited = false
    /// The number of times that an output that existed before was missing.
    var outputRefusals = 0
    /// Whether the output was replaced because it did not respond.
    var hasHung = false
    /// Reads the data that its file has gained during playback.
    var gain: Deck?
    /// The failure of its decoder, which is reported when the data received has been heard.
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

    /// Notes the findings of its deck, which is ready.
    @MediaActor
    mutating func noteKind() {
        // A medium that was live once remains live, regardless of later connections.
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
    /// The time when it is heard, once the mixer has continued with it.
    var boundary: Duration?
    /// Whether the mixer had continued with it when it was stopped; the sound taken is missing.
    var isTaken = false
}
