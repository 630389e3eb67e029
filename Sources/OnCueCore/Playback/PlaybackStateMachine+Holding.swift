// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What the engine is to hold open besides what follows by itself, so that it begins at once when somebody goes to it.
extension PlaybackStateMachine {
    /// A track as it begins when it is chosen.
    ///
    /// - Parameter position: `nil` for where it was left, or its beginning.
    package func held(_ track: Track, at position: Duration? = nil) -> PreparedMedium {
        PreparedMedium(
            location: track.location, segment: track.segment, position: position ?? place(of: track),
            rate: rates.rate(of: track))
    }

    /// What "previous" leads to; `nil` while nothing is loaded.
    package var heldPrevious: PreparedMedium? {
        guard loaded != nil else { return nil }
        return queue.previous.map { held($0.track) }
    }

    /// What "next" leads to, or the end of what is played in between; `nil` when that is cued, and while nothing is loaded.
    ///
    /// It is something else than what is cued while one entry is repeated, and nothing is cued when playing is to end.
    package var heldNext: PreparedMedium? {
        guard loaded != nil else { return nil }
        if let entry = queue.next(skipping: unplayable) {
            return entry.id == cued.first?.entry ? nil : held(entry.track)
        }
        guard let next = waiting.last, next.status != .stopped, let entry = next.queue.currentEntry else { return nil }
        return held(entry.track, at: next.position)
    }
}
