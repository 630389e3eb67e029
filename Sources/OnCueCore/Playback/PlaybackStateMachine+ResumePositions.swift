// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The positions at which long items resume, however the queue reaches them.
extension PlaybackStateMachine {
    /// Sets the positions where items were left; `nil` for those that begin at their beginning.
    package mutating func noteResumePositions(_ positions: [ContentIdentifier: Duration?]) -> [Action] {
        for (item, position) in positions { resumePositions[item] = position }
        return recue()
    }

    /// Returns the position at which a track begins unless another one is requested.
    func startPosition(of track: Track) -> Duration {
        guard !track.isStation else { return .zero }
        return resumePositions[track.identifier].flatMap { track.begins(at: $0) ? $0 : nil } ?? edges(of: track).intro
    }

    /// Sets how podcasts are treated; those without settings are left out.
    package mutating func notePodcasts(_ settings: [ContentIdentifier: PodcastSettings]) -> [Action] {
        podcasts = settings
        return recue()
    }

    /// Returns what is left out of a track at its beginning and at its end; nothing of one that is mostly that.
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
    /// Whether it can begin at a position. One far behind its end is that of another file, or another machine has told it;
    /// what a feed says of an episode's length is often too little by its advertisements, or in minutes for hours.
    package func begins(at position: Duration) -> Bool {
        duration.map { position < max($0 * 2, $0 + .seconds(3_600)) } ?? true
    }
}
