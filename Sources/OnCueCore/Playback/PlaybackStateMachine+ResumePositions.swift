// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The positions at which long items resume, however the queue reaches them.
extension PlaybackStateMachine {
    /// Sets the positions at which items were left; `nil` for those that start from the beginning.
    package mutating func noteResumePositions(_ positions: [ContentIdentifier: Duration?]) -> [Action] {
        for (item, position) in positions { resumePositions[item] = position }
        return recue()
    }

    /// Returns the position at which a track begins unless another one is requested.
    func startPosition(of track: Track) -> Duration {
        guard !track.isStation else { return .zero }
        return resumePositions[track.identifier].flatMap { track.begins(at: $0) ? $0 : nil } ?? edges(of: track).intro
    }

    /// Sets the settings of podcasts; podcasts without settings are left out.
    package mutating func notePodcasts(_ settings: [ContentIdentifier: PodcastSettings]) -> [Action] {
        podcasts = settings
        return recue()
    }

    /// Returns the time that is left out at the beginning and at the end of a track; zero if that would be most of the
    /// track.
    package func edges(of track: Track) -> (intro: Duration, outro: Duration) {
        guard track.identifier.kind == .episode, let settings = track.albumIdentifier.flatMap({ podcasts[$0] }),
            track.duration.map({ settings.intro + settings.outro <= $0 / 2 }) ?? true
        else { return (.zero, .zero) }
        return (settings.intro, settings.outro)
    }

    /// Forgets the position of the current entry, which has been heard to its end.
    mutating func forgetResumePosition() {
        if let track = queue.currentEntry?.track { resumePositions[track.identifier] = nil }
    }
}

extension Track {
    /// Returns whether it can begin at a position. A position far beyond its end belongs to another file, or was
    /// reported by another machine. The length of an episode in a feed is often too short by its advertisements, or in
    /// minutes instead of hours.
    package func begins(at position: Duration) -> Bool {
        duration.map { position < max($0 * 2, $0 + .seconds(3_600)) } ?? true
    }
}
