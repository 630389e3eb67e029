// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An event of a playback engine. Events of a request carry its token; the receiver ignores outdated tokens.
package enum EngineEvent: Sendable, Equatable {
    /// The medium is open and the first sound is decoded; sent for each load, before `started`, and again when it
    /// turns out otherwise whether it can be sought in.
    case prepared(PlaybackRequest.Token, duration: Duration?, isSeekable: Bool)
    /// The medium also contains video, which is not displayed; sent at most once for each load, before `prepared`, and
    /// right after the `started` of a follower.
    case hasVideo(PlaybackRequest.Token)
    /// The format of the medium and its gain: before `prepared`, right after the `started` of a follower, and whenever
    /// they turn out otherwise or the settings change the gain.
    case formatChanged(PlaybackRequest.Token, MediaFormat)
    /// The first sound of the request reaches the output: after a load, or as the gapless follower of the
    /// request before it. From here on it is the current one.
    case started(PlaybackRequest.Token)
    /// The duration became known or better known; `nil` means unbounded.
    case durationChanged(PlaybackRequest.Token, Duration?)
    /// A seek has been carried out; playback goes on from this position.
    case seeked(PlaybackRequest.Token, to: Duration)
    /// A network stream fills its buffer, 0 to 100; sound goes on at 100.
    case buffering(PlaybackRequest.Token, percent: Int)
    /// The title that a live stream announces.
    case streamTitle(PlaybackRequest.Token, String)
    /// The request has been heard to its end, and no follower was cued.
    case ended(PlaybackRequest.Token)
    /// The request cannot be played, or not to its end. A cued follower fails in time before its turn, and those
    /// behind it are dropped: the request before it then ends with `ended` as if nothing had been cued behind it.
    case failed(PlaybackRequest.Token, PlaybackError)
    /// The output went away, and playback has ended. `position` is the point up to which the request was heard.
    case outputLost(PlaybackRequest.Token, position: Duration, PlaybackError)
    /// The volume was changed from outside, by a mixer for instance.
    case volumeChanged(volume: Double, isMuted: Bool)
    /// Sound goes elsewhere now.
    case outputChanged(AudioOutput)
    /// The sound server wants silence for something else, such as a call, or no longer does.
    case interrupted(Bool)
}

extension EngineEvent {
    /// A short name for logs.
    package var name: String {
        switch self {
        case .prepared: "prepared"
        case .started: "started"
        case .durationChanged: "durationChanged"
        case .seeked: "seeked"
        case .buffering: "buffering"
        case .streamTitle: "streamTitle"
        case .hasVideo: "hasVideo"
        case .formatChanged: "formatChanged"
        case .ended: "ended"
        case .failed: "failed"
        case .outputLost: "outputLost"
        case .volumeChanged: "volumeChanged"
        case .outputChanged: "outputChanged"
        case .interrupted: "interrupted"
        }
    }
}
