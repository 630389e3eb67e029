// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether a remote command is enabled, and the options that it accepts.
package struct RemoteCommandState: Sendable, Equatable {
    /// The reason why it would be refused; `nil` if the command is enabled.
    package var refusal: PlaybackCommandError?
    package var options: Options

    /// The possible arguments of a command, and the current value.
    package enum Options: Sendable, Equatable {
        case none
        /// The intervals of a skip, the usual one first.
        case intervals([Duration])
        /// The rates to offer, in order; all rates in the range are accepted.
        case rates([Double], in: ClosedRange<Double>, current: Double)
        /// The modes by name, and the current one.
        case modes([String], current: String)
        /// Whether the current item is a favourite; `nil` while unknown.
        case liked(Bool?)
        /// Whether the current item is disliked; `nil` while unknown.
        case disliked(Bool?)
    }

    package init(refusal: PlaybackCommandError? = nil, options: Options = .none) {
        self.refusal = refusal
        self.options = options
    }

    package var isEnabled: Bool { refusal == nil }
}

/// Whether the current item is liked, if known.
package enum LikeState: Sendable, Equatable {
    /// The mark is being looked up, or nothing plays.
    case unknown
    case known(Liking)
    /// The item can be neither liked nor disliked, because nothing stores or lists it.
    case impossible
}

/// The user's mark on an item.
package enum Liking: Sendable, Equatable {
    case nothing
    /// It is a favourite.
    case liked
    case disliked
}

/// The user's opinion of an item.
package struct Opinion: Sendable, Equatable {
    package var like: LikeState
    /// The rating by the user, otherwise by its tags; `nil` if there is none, and while it is unknown.
    package var stars: Stars?

    package init(like: LikeState = .unknown, stars: Stars? = nil) { (self.like, self.stars) = (like, stars) }

    /// The mark that is shown: none while it is unknown.
    package var liking: Liking { if case .known(let liking) = like { liking } else { .nothing } }
}
