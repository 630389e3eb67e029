// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The entries that the engine plays without a gap when the current one ends.
extension PlaybackStateMachine {
    /// The playing time of the cued followers before the last; no more are cued after an entry of this length.
    static let cuedTime: Duration = .seconds(2)
    /// The largest number of cued followers, however short they are.
    static let cuedLimit = 16

    /// Cues the followers again if they have changed. Those that keep their place keep their token.
    ///
    /// While cueing is suspended, followers are only removed.
    mutating func recue() -> [Action] {
        guard loaded != nil else { return [] }
        let wanted = followers()
        var list: [Cued] = []
        var isKept = true
        var previous = queue.currentEntry?.track
        for (index, entry) in wanted.enumerated() {
            let known = cued.indices.contains(index) ? cued[index] : nil
            let token = known?.request.token ?? PlaybackRequest.Token(0)
            var next = Cued(request: makeRequest(token, entry, after: previous), entry: entry.id)
            isKept = isKept && next == known
            if isCueingSuspended, !isKept { break }
            if !isKept { next.request.token = makeToken() }
            list.append(next)
            previous = entry.track
        }
        guard list != cued else { return [] }
        cued = list
        return [.cue(list.map(\.request))]
    }

    /// Returns the entries that play one after the other automatically, up to one that resumes in its middle, which is
    /// opened when its turn comes. Nothing is cued after an entry of unknown length.
    private func followers() -> [PlaybackQueue.Entry] {
        guard !isLooping, var next = follower, startPosition(of: next.track) == .zero else { return [] }
        var list = [next]
        var time: Duration = .zero
        var ahead = queue
        if sleep == .queue { ahead.repeatMode = .off }
        while list.count < Self.cuedLimit, let duration = next.track.duration {
            time += duration / rates.rate(of: next.track)
            guard time < Self.cuedTime else { break }
            ahead.select(next.id, .forward)
            guard let behind = ahead.follower(skipping: unplayable), startPosition(of: behind.track) == .zero else {
                break
            }
            next = behind
            list.append(next)
        }
        return list
    }

    /// Makes a follower that has started the current entry; those after it still follow.
    ///
    /// - Parameter index: The index in ``cued``.
    mutating func promote(_ index: Int, now: ContinuousClock.Instant) -> [Action] {
        let follower = cued[index]
        cause = .end
        forgetResumePosition()
        let isRepetition = queue.current == follower.entry
        for passed in cued[...index] {
            let heard = queue.current
            select(passed.entry)
            if heard != passed.entry { consume(heard) }
        }
        // Assume, as the engine does, that it is like the previous one until the engine reports otherwise.
        let isSeekable = !isStation && loaded?.isSeekable ?? false
        loaded = Loaded(
            request: follower.request, entry: follower.entry, isStarted: true, isPrepared: true,
            isSeekable: isSeekable)
        cued.removeFirst(index + 1)
        isCueingSuspended = false
        forgetFailures()
        error = nil
        reanchor(at: .zero, now: now)
        let jump: [Action] = isRepetition ? [.announceJump(to: .zero)] : []
        return [.announceStart(follower.request.token)] + jump + recue() + [savePosition()]
    }

    /// Drops a follower that cannot be played and those after it, as the engine has done.
    mutating func dropCued(from index: Int, _ error: PlaybackError) {
        // A connection that is missing at the moment may be back when its turn comes.
        if error.code != .network { unplayable.insert(cued[index].entry) }
        cued.removeSubrange(index...)
        isCueingSuspended = true
    }

    /// Returns the index of a request in ``cued``.
    func cuedIndex(of token: PlaybackRequest.Token) -> Int? {
        cued.firstIndex { $0.request.token == token }
    }
}
