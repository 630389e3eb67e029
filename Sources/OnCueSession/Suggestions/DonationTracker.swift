// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueSuggestions

/// Derives donations from the journal: items that were heard for long enough, items that were left for others, and
/// starts of sessions.
///
/// No clock and no I/O: each entry comes with its time.
struct DonationTracker: Sendable {
    /// The time, in seconds, below which an item counts as only tried.
    private static let settled: Int64 = 30
    /// The silence, in seconds, after which a session has ended.
    private static let sessionGap: Int64 = 30 * 60

    enum Change: Sendable, Equatable {
        case record(Donation)
        /// The last donation of an item is corrected: the item was left before its end.
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

    /// Processes an entry of the journal.
    ///
    /// - Parameters:
    ///   - item: The subject of the donation: the collection, or a single item.
    ///   - moment: The moment of the entry, with the circumstances.
    ///   - cause: The moment of a trigger without a consequence so far.
    mutating func take(_ entry: JournalEntry, of item: String, at moment: Moment, after cause: Moment?) -> [Change] {
        // Playback that begins by itself, after another track or a call, is not a choice.
        let isChosen = entry.cause == .user || entry.cause == .remote
        let choice = cause ?? (isChosen && isNewSession(entry.time) ? moment : nil)
        defer { if entry.kind != .started { lastSound = entry.time } }
        switch entry.kind {
        case .started: return start(entry, item, moment, choice)
        case .resumed: return resume(entry, item, moment, choice)
        case .paused, .song: return []
        case .heard: return donate(entry, isOpen: false)
        case .finished: return end(entry, isOpen: false)
        case .left: return end(entry, isOpen: true)
        case .stopped: return end(entry, isOpen: true)
        case .failed: return end(entry, isOpen: false)
        case .skipped: return skip(entry)
        }
    }

    /// Drops the current item, since its donation has been forgotten.
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

    /// Handles a resumption, which counts as a new choice after a long time, or after a trigger.
    private mutating func resume(
        _ entry: JournalEntry, _ item: String, _ moment: Moment, _ choice: Moment?
    ) -> [Change] {
        let isKnown = current?.subject == entry.subject.identifier
        guard !isKnown || choice != nil else { return [] }
        return start(entry, item, moment, choice)
    }

    func isNewSession(_ time: Int64) -> Bool {
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

    /// Handles a skip; whether it speaks against the item depends on the next entry: another track of the same album
    /// does not.
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
