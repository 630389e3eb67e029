// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Derives listening events from playback: an item was heard, skipped, or left at a position.
///
/// It has no clock and no I/O: every moment is passed with its times. Listening time is the amount of the medium that
/// was output as sound, at any rate, so a jump to the end does not count.
package struct ListeningTracker: Sendable {
    /// Playback at one moment.
    package struct Moment: Sendable, Equatable {
        package var snapshot: PlaybackSnapshot
        package var instant: ContinuousClock.Instant
        /// Seconds since 1970.
        package var time: Int64

        package init(snapshot: PlaybackSnapshot, instant: ContinuousClock.Instant, time: Int64) {
            self.snapshot = snapshot
            self.instant = instant
            self.time = time
        }
    }

    /// The interval at which the position of a long item is recorded during playback.
    package static let positionInterval = Duration.seconds(30)

    private struct Current: Sendable {
        var entry: PlaybackQueue.EntryID
        var token: PlaybackRequest.Token?
        var track: Track
        var duration: Duration?
        /// The time that is left out at its end.
        var outro: Duration
        /// The last known position.
        var anchor: PositionAnchor
        var lastInstant: ContinuousClock.Instant
        var heard: Duration = .zero
        var isCounted = false
        /// Whether any sound of it was output.
        var isStarted = false
        /// Whether leaving it early is a sign of dislike; it is not if a part was heard at another machine.
        var isSkippable = true
        var lastNoted: ContinuousClock.Instant
        /// The last position reported.
        var notedPosition: Duration?
    }

    /// The rules, which may change during playback; earlier decisions are kept.
    package var rules: ListeningRules {
        didSet { journal.rules = rules }
    }
    /// The state when listening was set aside.
    private struct Aside: Sendable {
        var current: Current?
        var journal: ListeningJournal
    }

    private var current: Current?
    private var aside: Aside?
    /// The playlist whose start was last reported.
    private var playlist: ContentIdentifier?
    private var journal: ListeningJournal

    package init(rules: ListeningRules = ListeningRules()) {
        self.rules = rules
        journal = ListeningJournal(rules: rules)
    }

    /// Removes and returns the journal entries of the updates since the last call.
    package mutating func takeJournal() -> [JournalEntry] { journal.take() }

    /// Processes the current state of playback, and returns the resulting events.
    package mutating func update(_ moment: Moment) -> [ListeningEvent] {
        guard aside == nil else { return [] }
        var events = elapse(moment)
        let snapshot = moment.snapshot
        if let known = current, !continues(known, snapshot) {
            events += leave(known, moment, isSkip: isSkipped(known, moment))
            current = nil
            journal.begin()
        }
        guard let entry = snapshot.entry, snapshot.status != .stopped else {
            playlist = nil
            return events
        }
        var now =
            current
            ?? Current(
                entry: entry.id, token: snapshot.token, track: entry.track, duration: snapshot.duration,
                outro: snapshot.outro, anchor: snapshot.position, lastInstant: moment.instant, lastNoted: moment.instant
            )
        let wasAdvancing = now.anchor.isAdvancing
        now.anchor = snapshot.position
        now.duration = snapshot.duration
        now.outro = snapshot.outro
        // If nothing is loaded, the next load belongs to the same play: a lost output has come back.
        now.token = snapshot.token
        now.isStarted = now.isStarted || snapshot.position.isAdvancing
        current = now
        journal.update(now.track, moment)
        events += notePlaylist(moment)
        if wasAdvancing, !snapshot.position.isAdvancing { events += notePosition(moment) }
        return events
    }

    /// Returns the time until the next update is due if nothing else happens; `nil` while nothing plays.
    package func nextLook(after instant: ContinuousClock.Instant) -> Duration? {
        guard let current, current.anchor.isAdvancing else { return nil }
        var next: Duration?
        if !current.isCounted {
            next = current.anchor.time(for: max(.zero, Self.threshold(current.duration) - current.heard))
        }
        if remembersPosition(current) {
            let due = max(.zero, Self.positionInterval - (instant - current.lastNoted))
            next = next.map { min($0, due) } ?? due
        }
        return [next, journal.nextLook(after: instant)].compactMap(\.self).min()
    }

    // MARK: Other machines

    /// Stops counting playback as listening until ``settle(_:heard:isSkippable:)``: it counts at another machine, or
    /// not at all. The current item may come back then.
    package mutating func setAside(_ moment: Moment) -> [ListeningEvent] {
        guard aside == nil else { return [] }
        let events = elapse(moment)
        let position = current.map { $0.anchor.position(at: moment.instant, duration: $0.duration) }
        aside = Aside(current: current, journal: journal)
        if let position { aside?.current?.anchor = PositionAnchor(position) }
        // These entries are still waiting to be taken.
        _ = aside?.journal.take()
        current = nil
        return events
    }

    /// Counts playback as listening again. If the item that was current before is current again, it continues as if
    /// nothing had happened; otherwise it counts as left, but not as skipped.
    ///
    /// - Parameters:
    ///   - heard: The time for which the current entry was heard before, here or at another machine.
    ///   - isSkippable: Whether leaving it early is a sign of dislike.
    package mutating func settle(
        _ moment: Moment, heard: Duration = .zero, isSkippable: Bool = true
    ) -> [ListeningEvent] {
        guard let former = aside else { return update(moment) }
        aside = nil
        var events: [ListeningEvent] = []
        if var known = former.current {
            let pending = journal.take()
            journal = former.journal
            journal.keep(pending)
            if moment.snapshot.status != .stopped, moment.snapshot.entry?.id == known.entry {
                (known.token, known.lastInstant) = (moment.snapshot.token, moment.instant)
                known.heard += heard
                known.isSkippable = known.isSkippable || heard > .zero
                current = known
                return update(moment)
            }
            events += leave(known, moment, isSkip: false)
        }
        journal.begin()
        events += update(moment)
        if let duration = current.map(\.duration) {
            current?.heard = heard
            // If it was heard long enough elsewhere, it has already been counted there.
            current?.isCounted = heard >= Self.threshold(duration)
            current?.isSkippable = isSkippable
        }
        return events
    }

    /// Hands the current item over to another machine: the time that it was heard counts there, and leaving it here is
    /// not a skip.
    ///
    /// - Returns: The time that it was heard.
    package mutating func handOver() -> Duration {
        guard let known = current else { return .zero }
        current?.heard = .zero
        current?.isSkippable = false
        return known.heard
    }

    // MARK: Steps

    /// Counts the time since the last moment.
    private mutating func elapse(_ moment: Moment) -> [ListeningEvent] {
        guard var known = current else { return [] }
        var events: [ListeningEvent] = []
        if known.anchor.isAdvancing {
            let passed = known.anchor.media(in: max(.zero, moment.instant - known.lastInstant))
            // No more than the rest of the medium can have been heard.
            let left = known.duration.map {
                max(.zero, $0 - known.anchor.position(at: known.lastInstant, duration: $0))
            }
            known.heard += left.map { min($0, passed) } ?? passed
        }
        known.lastInstant = moment.instant
        if !known.isCounted, known.heard >= Self.threshold(known.duration) {
            known.isCounted = true
            events.append(.heard(known.track, at: moment.time))
            let position = known.anchor.position(at: moment.instant, duration: known.duration)
            journal.noteHeard(known.track, at: position, duration: known.duration, moment)
        }
        current = known
        if known.anchor.isAdvancing, moment.instant - known.lastNoted >= Self.positionInterval {
            events += notePosition(moment)
        }
        return events
    }

    /// Reports a playlist with its first sound, once until something else plays.
    private mutating func notePlaylist(_ moment: Moment) -> [ListeningEvent] {
        guard current?.isStarted == true, moment.snapshot.entry?.contextNumber != nil else { return [] }
        let now = moment.snapshot.context?.identifier.flatMap { $0.kind == .playlist ? $0 : nil }
        guard now != playlist else { return [] }
        playlist = now
        return now.map { [.begun($0, at: moment.time)] } ?? []
    }

    private mutating func notePosition(_ moment: Moment) -> [ListeningEvent] {
        guard let known = current, known.isStarted, remembersPosition(known) else { return [] }
        current?.lastNoted = moment.instant
        let position = Self.place(known, moment.instant)
        guard position != known.notedPosition else { return [] }
        current?.notedPosition = position
        return [.left(known.track, position: position, at: moment.time)]
    }

    private mutating func leave(_ known: Current, _ moment: Moment, isSkip: Bool) -> [ListeningEvent] {
        guard known.isStarted else { return [] }
        var events: [ListeningEvent] = []
        let position = known.anchor.position(at: moment.instant, duration: known.duration)
        journal.leave(
            known.track, at: position, duration: known.duration, outro: known.outro, isSkip: isSkip, moment)
        if remembersPosition(known) {
            let place = Self.place(known, moment.instant)
            if place != known.notedPosition || place == nil {
                events.append(.left(known.track, position: place, at: moment.time))
            }
        }
        if isSkip { events.append(.skipped(known.track, at: moment.time)) }
        return events
    }

    private func isSkipped(_ known: Current, _ moment: Moment) -> Bool {
        // Stopping, a medium that fails, and a restored queue are not signs of dislike.
        let isLeftForAnother =
            moment.snapshot.status != .stopped && moment.snapshot.error == nil
            && moment.snapshot.waiting?.current != known.entry
        guard known.isSkippable, !known.isCounted, isLeftForAnother, let duration = known.duration else { return false }
        return known.anchor.position(at: moment.instant, duration: duration) < duration / 2
    }

    // MARK: Rules

    /// Returns whether the same entry continues, in the same load, or in the load after a pause without sound.
    private func continues(_ known: Current, _ snapshot: PlaybackSnapshot) -> Bool {
        guard snapshot.status != .stopped, snapshot.entry?.id == known.entry else { return false }
        guard let token = snapshot.token, let before = known.token else { return true }
        return token == before
    }

    private func remembersPosition(_ known: Current) -> Bool {
        rules.remembersPosition(known.track, duration: known.duration)
    }

    /// Returns half of a duration, but at most ``ListeningRules/heardTime``.
    private static func threshold(_ duration: Duration?) -> Duration {
        duration.map { min($0 / 2, ListeningRules.heardTime) } ?? ListeningRules.heardTime
    }

    /// Returns the position to resume at; `nil` at the beginning and after the end.
    private static func place(_ known: Current, _ instant: ContinuousClock.Instant) -> Duration? {
        let position = known.anchor.position(at: instant, duration: known.duration)
        if let duration = known.duration, ListeningRules.isAtEnd(position + known.outro, of: duration) { return nil }
        return position > .zero ? position : nil
    }
}
