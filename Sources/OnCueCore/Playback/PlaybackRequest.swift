// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A request to the engine to play one medium.
package struct PlaybackRequest: Sendable, Equatable {
    /// The number of a request; every event of the engine carries the one that it belongs to, so that late events of an
    /// earlier request have no effect.
    package struct Token: Hashable, Sendable, Comparable {
        package let number: UInt64

        package init(_ number: UInt64) {
            self.number = number
        }

        package static func < (left: Token, right: Token) -> Bool { left.number < right.number }
    }

    package var token: Token
    package var location: MediaLocation
    /// The part of the medium to play; `nil` for the whole medium.
    package var segment: MediaSegment?

    /// Its measured loudness; `nil` leaves it to the tags of the medium itself.
    package var replayGain: ReplayGain?
    /// Whether it plays as a part of its album, so that the loudness of the album applies.
    package var prefersAlbumGain = false
    /// Whether it continues where the previous request ends, so that the two are never crossfaded.
    package var isContinuous = false
    package var isSpokenWord = false
    /// Whether it is known to be endless, so that an ended connection is renewed; the engine may also detect that
    /// itself.
    package var isLive = false
    /// Whether to wait for a missing network instead of giving up, because it played before the machine slept.
    package var waitsForNetwork = false
    /// The duration of the whole medium according to its tags; `nil` if unknown.
    package var length: Duration?
    /// The time that is left out at its end, unless it begins later than that; not for a part.
    package var outro: Duration = .zero
    /// The rate, 0.5 to 3; the pitch is kept.
    package var rate = 1.0

    package init(token: Token, location: MediaLocation, segment: MediaSegment? = nil) {
        self.token = token
        self.location = location
        self.segment = segment
    }
}
