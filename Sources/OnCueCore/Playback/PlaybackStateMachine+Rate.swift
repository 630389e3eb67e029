// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackStateMachine {
    /// The rate at which the current entry plays, or at which everything does if there is none.
    package var rate: Double { loaded?.request.rate ?? rates.rate(of: queue.currentEntry?.track) }

    /// The rates that can be set now; a station is live, so only 1 is possible.
    package var rateRange: ClosedRange<Double> { isStation || isBoundToItsRate ? 1...1 : PlaybackRates.range }

    /// Whether seeking, by which the engine changes the rate, is known to be impossible for the current entry.
    private var isBoundToItsRate: Bool {
        guard let loaded else { return false }
        return loaded.isPrepared && !loaded.isSeekable
    }

    /// Plays the current entry at 1 if the engine has found that it cannot change the rate.
    mutating func settleRate(now: ContinuousClock.Instant) {
        guard isBoundToItsRate, rate != 1 else { return }
        let position = position(at: now)
        loaded?.request.rate = 1
        if anchor.isAdvancing { reanchor(at: position, now: now) }
    }

    /// Sets the rate of a podcast or an audiobook; if it is playing, from here on.
    package mutating func setRate(
        _ rate: Double, ofWork work: ContentIdentifier, now: ContinuousClock.Instant
    ) -> [Action] {
        if queue.currentEntry?.track.spokenWork == work, let actions = try? adjustRate(to: rate, now: now) {
            return actions
        }
        guard let change = rates.set(rate, ofWork: work) else { return [] }
        return recue() + [.keep(change)]
    }

    mutating func setRate(_ rate: Double, now: ContinuousClock.Instant) throws(PlaybackCommandError) -> [Action] {
        guard rate.isFinite, PlaybackRates.range.contains(rate) else {
            throw PlaybackCommandError(.invalidValue, "the rate must be from 0.5 to 3")
        }
        return try adjustRate(to: rate, now: now)
    }

    mutating func adjustRate(by difference: Double, now: ContinuousClock.Instant) throws(PlaybackCommandError)
        -> [Action]
    {
        guard difference.isFinite else { throw PlaybackCommandError(.invalidValue, "the rate is not a number") }
        return try adjustRate(to: rate + difference, now: now)
    }

    private mutating func adjustRate(
        to wanted: Double, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        guard !isStation else {
            throw PlaybackCommandError(.invalidValue, "the rate of a live station cannot be changed")
        }
        guard !isBoundToItsRate else {
            throw PlaybackCommandError(
                .notSeekable, "the server does not allow jumping, so the rate cannot be changed; download it first")
        }
        let track = queue.currentEntry?.track
        let wanted = PlaybackRates.rounded(wanted)
        guard wanted != rate else { return [] }
        let position = position(at: now)
        let kept = rates.set(wanted, of: track).map { [Action.keep($0)] } ?? []
        guard loaded != nil else { return kept }
        loaded?.request.rate = wanted
        if anchor.isAdvancing { reanchor(at: position, now: now) }
        return [.setRate(wanted)] + recue() + kept
    }
}
