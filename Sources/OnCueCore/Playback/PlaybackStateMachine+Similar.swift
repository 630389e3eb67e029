// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Continuing with similar tracks at the end of the queue.
extension PlaybackStateMachine {
    mutating func setSimilar(_ isWanted: Bool) -> [Action] {
        guard isWanted != goesOnWithSimilar else { return [] }
        goesOnWithSimilar = isWanted
        askedBehind = nil
        return [.savePosition]
    }

    /// Requests similar tracks during the last entry, so that they can follow without a gap; once for an entry.
    mutating func askForSimilar() -> [Action] {
        guard isAboutToEnd, let current = queue.current, askedBehind != current else { return [] }
        askedBehind = current
        return SimilarRequest(queue, seed: makeSeed()).map { [.findSimilar($0)] } ?? []
    }

    /// Appends similar tracks after the last entry.
    ///
    /// Does nothing if playback no longer ends with that entry, or has ended.
    package mutating func goOn(
        with tracks: [Track], for request: SimilarRequest, now: ContinuousClock.Instant
    ) -> [Action] {
        guard isAboutToEnd, queue.current == request.entry else {
            // Similar tracks may be requested for this entry once more.
            if askedBehind == request.entry { askedBehind = nil }
            return []
        }
        let places = editQueue { queue, _ in queue.append(tracks, areSimilar: true) }
        guard !places.isEmpty else { return [] }
        noteAdded(places)
        history.stamp(now)
        return recue() + [.saveSession]
    }

    /// Whether the last entry plays, and playback is not to end there.
    private var isAboutToEnd: Bool {
        guard goesOnWithSimilar, loaded?.isStarted == true, waiting.isEmpty, !endsWithEntry, sleep != .queue else {
            return false
        }
        return queue.repeatMode == .off && queue.next(skipping: unplayable) == nil
    }
}
