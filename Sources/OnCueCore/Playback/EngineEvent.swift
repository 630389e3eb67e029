// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An event of a playback engine. Events of a request carry its token; the receiver ignores outdated tokens.
package enum EngineEvent: Sendable, Equatable {
    /// The medium is open and the first sound is decoded; sent for each load, before `started`, and again if it turns
    /// out that seeking is possible after all, or is not.
    case prepared(PlaybackRequest.Token, duration: Duration?, isSeekable: Bool)
    /// The medium also contains video, which is not displayed; sent at most once for each load, before `prepared`, and
    /// right after the `started` of a follower.
    case hasVideo(PlaybackRequest.Token)
    /// The format of the medium and its gain: before `prepared`, right after the `started` of a follower, and whenever
    /// they turn out to be different or the settings change the gain.
    case formatChanged(PlaybackRequest.Token, MediaFormat)
    /// The first sound of the request reaches the output: after a load, or as the gapless follower of the previous
    /// request. From here on it is the current request.
    case started(PlaybackRequest.Token)
    /// The duration became known or more precise; `nil` means unbounded.
    case durationChanged(PlaybackRequest.Token, Duration?)
    /// A seek has been carried out; playback continues from this position.
    case seeked(PlaybackRequest.Token, to: Duration)
    /// A network stream fills its buffer, 0 to 100; sound continues at 100.
    case buffering(PlaybackRequest.Token, percent: Int)
    /// The title that a live stream announces.
    case streamTitle(PlaybackRequest.Token, String)
    /// The request has been heard to its end, and no follower was cued.
    case ended(PlaybackRequest.Token)
    /// The request cannot be played, or not to its end. A cued follower fails before its turn, and those after it are
    /// dropped: the previous request then ends with `ended` as if nothing had been cued after it.
    case failed(PlaybackRequest.Token, PlaybackError)
    /// The output was lost, and playback has ended. `position` is the point up to which the request was heard.
    case outputLost(PlaybackRequest.Token, position: Duration, PlaybackError)
    /// The volume was changed from outside, for example by a mixer.
    case volumeChanged(volume: Double, isMuted: Bool)
    /// Sound goes to another output now.
    case outputChanged(AudioOutput)
    /// The sound server requests silence for something else, such as a call, or no longer does.
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
