// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether a remote command would be carried out now, and what it takes.
package struct RemoteCommandState: Sendable, Equatable {
    /// Why it would be refused; `nil` for a command that is enabled.
    package var refusal: PlaybackCommandError?
    package var options: Options

    /// What can be said with a command, and what holds now.
    package enum Options: Sendable, Equatable {
        case none
        /// The intervals of a skip, the usual one first.
        case intervals([Duration])
        /// The rates to offer, in order; every one of the range is taken.
        case rates([Double], in: ClosedRange<Double>, current: Double)
        /// The modes by name, and the one that is set.
        case modes([String], current: String)
        /// Whether what plays is a favourite; `nil` while that is not known.
        case liked(Bool?)
        /// Whether what plays is disliked; `nil` while that is not known.
        case disliked(Bool?)
    }

    package init(refusal: PlaybackCommandError? = nil, options: Options = .none) {
        self.refusal = refusal
        self.options = options
    }

    package var isEnabled: Bool { refusal == nil }
}

/// What is known of whether what plays is liked.
package enum LikeState: Sendable, Equatable {
    /// It is being looked up, or nothing plays.
    case unknown
    case known(Liking)
    /// It can be neither liked nor disliked: nothing keeps or lists it.
    case impossible
}

/// What a person has said of something.
package enum Liking: Sendable, Equatable {
    case nothing
    /// It is a favourite.
    case liked
    case disliked
}
