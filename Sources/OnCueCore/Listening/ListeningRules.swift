// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The rules by which an item counts as heard or skipped, or keeps its position.
package struct ListeningRules: Sendable, Equatable {
    /// The time after which any item counts as heard, however long it is.
    package static let heardTime = Duration.seconds(240)
    /// The duration from which on any item remembers its position.
    package var longDuration = Duration.seconds(1200)
    /// The fraction of its duration after which an item counts as heard to the end.
    package static let endFraction = 0.95
    /// The distance from its end within which an item that remembers its position also counts as heard to the end.
    package static let endTime = Duration.seconds(30)

    package init() {}

    /// Returns whether a position is so close to the end of an item that it is not remembered.
    package static func isAtEnd(_ position: Duration, of duration: Duration) -> Bool {
        position > duration * endFraction || (duration > endTime * 2 && position > duration - endTime)
    }

    /// Returns whether an item resumes where it was left, as long items and spoken word do.
    ///
    /// - Parameter duration: The duration from other sources than the tags of the track, if known.
    package func remembersPosition(_ track: Track, duration: Duration? = nil) -> Bool {
        if track.isStation { return false }
        return track.isSpokenWord || [track.duration, duration].contains { $0.map { $0 >= longDuration } ?? false }
    }
}
