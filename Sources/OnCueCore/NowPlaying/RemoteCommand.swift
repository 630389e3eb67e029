// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a control elsewhere wants: a key of a headset, a lock screen, a car, a phone, another program.
package enum RemoteCommand: Sendable, Equatable {
    case play
    case pause
    case toggle
    case stop
    case next
    case previous
    case seek(to: Duration)
    case seekBy(Duration)
    /// One of the intervals that are offered; `nil` for the usual one.
    case skipForward(Duration?)
    case skipBackward(Duration?)
    case setRate(Double)
    case setShuffleMode(ShuffleMode)
    case setRepeatMode(RepeatMode)
    /// What plays becomes a favourite, or none any more.
    case like(Bool)
    /// What plays is disliked, or not any more.
    case dislike(Bool)
    /// Marks the position of what plays, to come back to it; with a name if there is one.
    case bookmark(name: String?)
    case nextChapter
    case previousChapter

    /// A command without its argument; the raw value is its name on the bus.
    package enum Kind: String, Sendable, CaseIterable {
        case play, pause, toggle, stop, next, previous, seek, skipForward, skipBackward, rate, shuffle
        case `repeat`, like, dislike, bookmark, nextChapter, previousChapter
    }

    package var kind: Kind {
        switch self {
        case .play: .play
        case .pause: .pause
        case .toggle: .toggle
        case .stop: .stop
        case .next: .next
        case .previous: .previous
        case .seek, .seekBy: .seek
        case .skipForward: .skipForward
        case .skipBackward: .skipBackward
        case .setRate: .rate
        case .setShuffleMode: .shuffle
        case .setRepeatMode: .repeat
        case .like: .like
        case .dislike: .dislike
        case .bookmark: .bookmark
        case .nextChapter: .nextChapter
        case .previousChapter: .previousChapter
        }
    }
}
