// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides which events of a queue entry are journaled, from its first sound until it is left.
///
/// It has no clock and no I/O, like the ``ListeningTracker`` that drives it.
struct ListeningJournal: Sendable {
    /// A title that a station announces.
    private struct Song: Sendable {
        var title: String
        /// The moment from which it was heard.
        var begin: ListeningTracker.Moment
        var isNoted = false
    }

    /// The time for which a title must be heard; shorter ones are advertisements, or fragments of scrolling text.
    static let songTime = Duration.seconds(15)

    var rules: ListeningRules
    private var entries: [JournalEntry] = []
    private var isStarted = false
    private var isPaused = false
    private var song: Song?

    init(rules: ListeningRules) {
        self.rules = rules
    }

    /// Removes and returns the entries noted since the last call.
    mutating func take() -> [JournalEntry] {
        let taken = entries
        entries = []
        return taken
    }

    /// Puts entries back, before those that follow, so that they are taken again.
    mutating func keep(_ entries: [JournalEntry]) { self.entries = entries + self.entries }

    /// Notes that another entry of the queue has become current.
    mutating func begin() { (isStarted, isPaused, song) = (false, false, nil) }

    /// Processes a moment at which the entry is current.
    mutating func update(_ track: Track, _ moment: ListeningTracker.Moment) {
        let isAdvancing = moment.snapshot.position.isAdvancing
        if isAdvancing, !isStarted {
            isStarted = true
            note(.started, track, moment)
        } else if isAdvancing, isPaused {
            isPaused = false
            note(.resumed, track, moment)
        } else if isStarted, !isPaused, moment.snapshot.status == .paused {
            isPaused = true
            note(.paused, track, moment)
        }
        updateSong(track, moment)
    }

    /// Returns the time until the current title counts as heard; `nil` if there is none, or it already counts.
    func nextLook(after instant: ContinuousClock.Instant) -> Duration? {
        guard let song, !song.isNoted else { return nil }
        return max(.zero, song.begin.instant + Self.songTime - instant)
    }

    /// Notes a title that has been heard for a while, at the time at which it began. A pause ends it.
    private mutating func updateSong(_ track: Track, _ moment: ListeningTracker.Moment) {
        guard moment.snapshot.position.isAdvancing, let title = moment.snapshot.streamTitle else {
            if song?.isNoted == false { song = nil }
            return
        }
        guard let known = song, known.title == title else {
            song = Song(title: title, begin: moment)
            return
        }
        guard !known.isNoted, moment.instant - known.begin.instant >= Self.songTime else { return }
        song?.isNoted = true
        note(.song, track, known.begin, song: title)
    }

    mutating func noteHeard(
        _ track: Track, at position: Duration, duration: Duration?, _ moment: ListeningTracker.Moment
    ) {
        note(.heard, track, moment, at: position, duration: duration)
    }

    /// Notes that the entry was left at a position, as skipped if `isSkip`.
    ///
    /// - Parameter outro: The time that is left out at its end.
    mutating func leave(
        _ track: Track, at position: Duration, duration: Duration?, outro: Duration = .zero, isSkip: Bool,
        _ moment: ListeningTracker.Moment
    ) {
        guard isStarted else { return }
        let kind: JournalEntry.Kind =
            if isSkip {
                .skipped
            } else if isAtEnd(track, position + outro, duration, moment) {
                .finished
            } else if moment.snapshot.cause == .error {
                .failed
            } else if moment.snapshot.status == .stopped {
                .stopped
            } else {
                .left
            }
        note(kind, track, moment, at: position, duration: duration)
        isStarted = false
    }

    /// Returns whether a position counts as the end, by the same rule as the stored position.
    private func isAtEnd(
        _ track: Track, _ position: Duration, _ duration: Duration?, _ moment: ListeningTracker.Moment
    ) -> Bool {
        guard let duration else { return [.end, .sleepTimer].contains(moment.snapshot.cause) }
        if rules.remembersPosition(track, duration: duration) { return ListeningRules.isAtEnd(position, of: duration) }
        return position >= duration * ListeningRules.endFraction
    }

    private mutating func note(
        _ kind: JournalEntry.Kind, _ track: Track, _ moment: ListeningTracker.Moment, at position: Duration? = nil,
        song: String? = nil
    ) {
        note(kind, track, moment, at: position, duration: moment.snapshot.duration, song: song)
    }

    /// - Parameter duration: The duration of the track, as far as it is known. When a track is left, the snapshot
    ///   describes the next one.
    private mutating func note(
        _ kind: JournalEntry.Kind, _ track: Track, _ moment: ListeningTracker.Moment, at position: Duration?,
        duration: Duration?, song: String? = nil
    ) {
        let snapshot = moment.snapshot
        entries.append(
            JournalEntry(
                kind, JournalEntry.Subject(track, duration: duration), at: moment.time,
                position: position ?? snapshot.position.position(at: moment.instant, duration: duration),
                cause: snapshot.cause, output: snapshot.output.map { $0.title ?? $0.name }, song: song))
    }
}
