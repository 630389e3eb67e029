// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// When something counts as heard, as skipped, and as worth coming back to.
package struct ListeningRules: Sendable, Equatable {
    /// Heard for so long, everything counts as heard, however long it is.
    package static let heardTime = Duration.seconds(240)
    /// From this length on, an item remembers where it was left, whatever it is.
    package var longDuration = Duration.seconds(1200)
    /// Behind this part of its length, an item has been heard to its end.
    package static let endFraction = 0.95
    /// So close to its end, an item that remembers its position has been heard to its end, too.
    package static let endTime = Duration.seconds(30)

    package init() {}

    /// True at the end of an item that remembers its position: there is no place to come back to.
    package static func isAtEnd(_ position: Duration, of duration: Duration) -> Bool {
        position > duration * endFraction || (duration > endTime * 2 && position > duration - endTime)
    }

    /// True for items that go on where they were left: long ones, and whatever is spoken.
    ///
    /// - Parameter duration: What is known of its length beside what the track says.
    package func remembersPosition(_ track: Track, duration: Duration? = nil) -> Bool {
        if track.isStation { return false }
        return track.isSpokenWord || [track.duration, duration].contains { $0.map { $0 >= longDuration } ?? false }
    }
}
