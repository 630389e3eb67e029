// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The media that the engine keeps open in addition to the follower, so that changing to them is immediate.
extension PlaybackStateMachine {
    /// Returns a track as it begins when it is chosen.
    ///
    /// - Parameter position: The position; `nil` for the one where it was left, or its beginning.
    package func held(_ track: Track, at position: Duration? = nil) -> PreparedMedium {
        PreparedMedium(
            location: track.location, segment: track.segment, position: position ?? startPosition(of: track),
            rate: rates.rate(of: track))
    }

    /// The medium that "previous" leads to; `nil` while nothing is loaded.
    package var heldPrevious: PreparedMedium? {
        guard loaded != nil else { return nil }
        return queue.previous.map { held($0.track) }
    }

    /// The medium that "next" or the end of a queue played in between leads to; `nil` if it is cued, and while nothing
    /// is loaded.
    ///
    /// It differs from the cued one while one entry is repeated; none is cued if playback ends with the entry.
    package var heldNext: PreparedMedium? {
        guard loaded != nil else { return nil }
        if let entry = queue.next(skipping: unplayable) {
            return entry.id == cued.first?.entry ? nil : held(entry.track)
        }
        guard let next = waiting.last, next.status != .stopped, let entry = next.queue.currentEntry else { return nil }
        return held(entry.track, at: next.position)
    }
}
