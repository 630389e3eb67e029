// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueSuggestions

/// Makes donations of the journal: what was listened to for long enough, what was left for something else, and what
/// begins a session.
///
/// No clock and no I/O: each entry comes with its time.
struct DonationTracker: Sendable {
    /// Heard for less than this, something was only tried.
    private static let settled: Int64 = 30
    /// Silence for longer than this ends a session.
    private static let sessionGap: Int64 = 30 * 60

    enum Change: Sendable, Equatable {
        case record(Donation)
        /// What was recorded last of an item was left before its end.
        case markOpen(String)
    }

    private struct Current: Sendable {
        var subject: ContentIdentifier
        var item: String
        var moment: Moment
        var begunAt: Int64
        var choice: Moment?
        var isDonated = false
    }

    private var current: Current?
    private var skipped: Current?
    private var lastSound: Int64?

    /// Takes an entry of the journal.
    ///
    /// - Parameters:
    ///   - item: What the donation is about: the collection that is listened to, or the thing itself.
    ///   - moment: The moment of the entry, with what is around.
    ///   - cause: The moment of a trigger that nothing has followed yet.
    mutating func take(_ entry: JournalEntry, of item: String, at moment: Moment, after cause: Moment?) -> [Change] {
        // What begins by itself, after another track or a call, is no choice.
        let isChosen = entry.cause == .user || entry.cause == .remote
        let choice = cause ?? (isChosen && isNewSession(entry.time) ? moment : nil)
        defer { if entry.kind != .started { lastSound = entry.time } }
        switch entry.kind {
        case .started: return start(entry, item, moment, choice)
        case .resumed: return resume(entry, item, moment, choice)
        case .paused: return []
        case .heard: return donate(entry, isOpen: false)
        case .finished: return end(entry, isOpen: false)
        case .left: return end(entry, isOpen: true)
        case .stopped: return end(entry, isOpen: true)
        case .failed: return end(entry, isOpen: false)
        case .skipped: return skip(entry)
        }
    }

    /// What has been learnt of the present item is forgotten, so nothing is said of it any more.
    mutating func forget() {
        if current?.isDonated == true { current = nil }
        skipped = nil
    }

    private mutating func start(
        _ entry: JournalEntry, _ item: String, _ moment: Moment, _ choice: Moment?
    ) -> [Change] {
        let refused = takeSkipped(before: item)
        current = Current(
            subject: entry.subject.identifier, item: item, moment: moment, begunAt: entry.time,
            choice: choice ?? skipped?.choice)
        skipped = nil
        return refused
    }

    /// What goes on after a long time, or because of a trigger, was chosen anew.
    private mutating func resume(
        _ entry: JournalEntry, _ item: String, _ moment: Moment, _ choice: Moment?
    ) -> [Change] {
        let isKnown = current?.subject == entry.subject.identifier
        guard !isKnown || choice != nil else { return [] }
        return start(entry, item, moment, choice)
    }

    private func isNewSession(_ time: Int64) -> Bool {
        lastSound.map { time - $0 > Self.sessionGap } ?? true
    }

    private mutating func donate(_ entry: JournalEntry, isOpen: Bool) -> [Change] {
        guard let known = current, known.subject == entry.subject.identifier, !known.isDonated else { return [] }
        current?.isDonated = true
        return [.record(Donation(.played, known.item, at: known.moment, isOpen: isOpen, choice: known.choice))]
    }

    private mutating func end(_ entry: JournalEntry, isOpen: Bool) -> [Change] {
        guard let known = current, known.subject == entry.subject.identifier else { return [] }
        defer { current = nil }
        if known.isDonated { return isOpen ? [.markOpen(known.item)] : [] }
        guard entry.kind == .finished || entry.time - known.begunAt >= Self.settled else { return [] }
        return donate(entry, isOpen: isOpen)
    }

    /// Whether that speaks against the item shows what comes next: another track of the same album does not.
    private mutating func skip(_ entry: JournalEntry) -> [Change] {
        guard let known = current, known.subject == entry.subject.identifier else { return [] }
        if entry.time - known.begunAt >= Self.settled { return end(entry, isOpen: true) }
        (skipped, current) = (known, nil)
        return []
    }

    private func takeSkipped(before next: String) -> [Change] {
        guard let skipped, skipped.item != next else { return [] }
        return [.record(Donation(.skipped, skipped.item, at: skipped.moment))]
    }
}
