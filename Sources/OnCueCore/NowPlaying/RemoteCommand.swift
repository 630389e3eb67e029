// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A command from a remote control: a headset, a lock screen, a car, a phone, or another program.
package enum RemoteCommand: Sendable, Equatable {
    case play
    case pause
    case toggle
    case stop
    case next
    case previous
    case seek(to: Duration)
    case seekBy(Duration)
    /// Skips by one of the offered intervals; `nil` for the usual one.
    case skipForward(Duration?)
    case skipBackward(Duration?)
    case setRate(Double)
    case setShuffleMode(ShuffleMode)
    case setRepeatMode(RepeatMode)
    /// Adds the current track to the favourites, or removes it.
    case like(Bool)
    /// Marks the current track as disliked, or clears the mark.
    case dislike(Bool)
    /// Adds a bookmark at the current position, with an optional name.
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
