// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The repetition of a part of the current entry, which ends with the entry.
///
/// As in mpv, playback runs into the part after a jump to before it, and after a jump beyond it, playback continues
/// without a return.
extension PlaybackStateMachine {
    struct Looping: Sendable, Equatable {
        var entry: PlaybackQueue.EntryID
        var loop: PlaybackLoop
        /// Whether a jump led beyond the end, so that the rest is heard.
        var isPassed = false
        /// Whether the engine has not confirmed the last return yet.
        var isReturning = false
    }

    /// The part, as long as it belongs to the current entry.
    var loop: PlaybackLoop? {
        guard let looping, looping.entry == queue.current, status != .stopped else { return nil }
        return looping.loop
    }

    /// The start and the end of the part to which playback returns.
    private var returning: (start: Duration, end: Duration)? {
        guard looping?.isPassed == false, let loop, let end = loop.end else { return nil }
        return (loop.start, end)
    }

    /// Whether nothing follows the current entry, since playback returns before its end.
    var isLooping: Bool { returning != nil }

    /// The moment when the end of the part is heard; `nil` while nothing is repeated or there is no sound.
    package var loopEnd: ContinuousClock.Instant? {
        guard let end = returning?.end, let instant = anchor.instant else { return nil }
        return instant + max(.zero, anchor.time(for: end - anchor.position))
    }

    /// The part that the engine repeats, in the request that it plays; `nil` while nothing is repeated.
    package var repeatedPart: (token: PlaybackRequest.Token, part: Range<Duration>)? {
        guard let returning, let loaded, loaded.isPrepared, isSeekable else { return nil }
        return (loaded.request.token, returning.start..<returning.end)
    }

    mutating func setLoop(
        _ change: LoopChange, now: ContinuousClock.Instant
    ) throws(PlaybackCommandError) -> [Action] {
        guard change != .off else {
            guard loop != nil else { return [] }
            looping = nil
            return recue() + [.savePosition]
        }
        guard let entry = queue.current, status != .stopped else { throw nothingPlaying }
        guard isSeekable else { throw .notSeekable(isStation: isStation) }
        let position = position(at: now)
        let loop = try changed(by: change, at: position)
        looping = Looping(entry: entry, loop: loop)
        guard let end = loop.end, position < loop.start || position >= end else { return recue() + [.savePosition] }
        return recue() + (try seek(to: loop.start, now: now))
    }

    private func changed(
        by change: LoopChange, at position: Duration
    ) throws(PlaybackCommandError) -> PlaybackLoop {
        var (start, end): (Duration, Duration?)
        switch change {
        case .part(let one, let other): (start, end) = (one, other)
        case .mark(.start): (start, end) = (position, loop?.end)
        case .mark(.end): (start, end) = (loop?.start ?? .zero, position)
        case .off: (start, end) = (.zero, nil)
        }
        if let other = end, other < start { (start, end) = (other, start) }
        guard start >= .zero else { throw PlaybackCommandError(.invalidValue, "a position cannot be negative") }
        if let duration, max(start, end ?? .zero) > duration {
            throw Self.behindEnd(duration)
        }
        if let end, end - start < PlaybackLoop.shortest {
            throw PlaybackCommandError(
                .invalidValue, "the part to repeat must be at least 0.2 seconds long; set its end later")
        }
        return PlaybackLoop(from: start, to: end)
    }

    /// Returns to the start of the part, if its end has been heard.
    package mutating func returnInLoop(now: ContinuousClock.Instant) -> [Action] {
        guard let returning, anchor.isAdvancing, position(at: now) >= returning.end - Self.loopTolerance else {
            return []
        }
        looping?.isReturning = true
        anchor = PositionAnchor(returning.start)
        return [.seek(to: returning.start)]
    }

    /// The tolerance at the end of the part; less cannot be waited for.
    private static let loopTolerance: Duration = .milliseconds(1)

    /// Returns to the start of the part if the entry has ended before the end of the part was noticed; returns `nil` if
    /// nothing is repeated.
    mutating func returnAtEnd(now: ContinuousClock.Instant) -> [Action]? {
        guard let returning else { return nil }
        return begin(at: returning.start, playing: status == .playing, now: now) + [.savePosition]
    }

    /// Notes the target of a jump: if it is beyond the part, the part is no longer repeated.
    mutating func noteJump(to target: Duration) -> [Action] {
        guard let end = loop?.end else { return [] }
        looping?.isReturning = false
        looping?.isPassed = target >= end
        return recue()
    }

    /// Notes that a jump has been carried out.
    ///
    /// - Returns: Whether it was a return, which happens too often to be saved each time.
    mutating func noteJumped(to position: Duration) -> Bool {
        // The engine may have returned by itself.
        guard looping?.isReturning == true || returning?.start == position else { return false }
        looping?.isReturning = false
        // If seeking turns out to be impossible, playback continues after the part.
        if let end = loop?.end, position >= end { looping?.isPassed = true }
        return true
    }

    /// Ends the repetition with its entry, and if seeking is impossible.
    mutating func settleLoop() -> [Action] {
        guard looping != nil else { return [] }
        if loop == nil { looping = nil }
        guard looping != nil, loaded?.isPrepared == true, !isSeekable else { return [] }
        looping = nil
        return recue()
    }
}
