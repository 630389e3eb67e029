// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The latest changes of the queue, newest last, each with the operation that undoes it.
///
/// Small changes are stored as their opposite. A queue that was replaced or cleared is stored as a copy; copies share
/// their common parts.
struct QueueHistory: Sendable, Equatable {
    /// The number of changes that can be undone, one after the other.
    static let depth = 20
    /// The maximum number of entries kept of queues that were replaced or cleared, each counted once; beyond that, the
    /// oldest changes are forgotten. The newest is kept regardless of its size.
    static let entryLimit = 2 * PlaybackQueue.capacity

    /// The operation that undoes a change.
    enum Reversal: Sendable, Equatable {
        case remove(ClosedRange<PlaybackQueue.EntryID>)
        /// Restores the entry, and its position if it was the current one.
        case restore(PlaybackQueue.RemovedEntry, Standing?)
        case move(PlaybackQueue.EntryID, to: Int)
        /// Restores many entries, and the order of all; and the position of the current one if it was removed.
        case bringBack(PlaybackQueue.Former, Standing?)
        case replace(PlaybackQueue.Arrangement, Standing)
        /// Replaces the queue by an earlier one with its modes, and restores the queues that were set aside then.
        case exchange(PlaybackQueue, Standing, waiting: [WaitingQueue])
    }

    /// The position of the current entry before the change.
    struct Standing: Sendable, Equatable {
        var position: Duration
        var status: PlaybackStatus
        /// The entry that became current instead; `nil` if the change silenced playback.
        var follower: PlaybackQueue.EntryID?
    }

    struct Step: Sendable, Equatable {
        var edit: ListEdit
        var reversal: Reversal
        /// The time when it was made; `nil` while the command that makes it is being carried out.
        var time: ContinuousClock.Instant?
    }

    /// A change that was undone, and the queue that it had led to.
    struct Undone: Sendable, Equatable {
        var step: Step
        var queue: PlaybackQueue
        var waiting: [WaitingQueue]
        var position: Duration
        /// The time when it was undone.
        var time: ContinuousClock.Instant
    }

    private(set) var steps: [Step] = []
    /// The changes that can be repeated, the next one last; none after another change.
    private(set) var undone: [Undone] = []

    mutating func note(_ edit: ListEdit, _ reversal: Reversal) {
        forgetUndone()
        steps.append(Step(edit: edit, reversal: reversal))
        if steps.count > Self.depth { steps.removeFirst() }
        // Counting takes a while, and is only worthwhile for whole queues.
        guard reversal.isLarge else { return }
        while steps.count > 1, keptEntries > Self.entryLimit { steps.removeFirst() }
    }

    /// Notes the time when the latest changes were made.
    mutating func stamp(_ time: ContinuousClock.Instant) {
        for index in steps.indices.reversed() {
            guard steps[index].time == nil else { return }
            steps[index].time = time
        }
    }

    /// The number of entries that the changes keep, which determines the memory in use.
    var keptEntries: Int {
        var known: Set<ObjectIdentifier> = []
        let again = undone.flatMap { $0.queue.entries.runs + $0.waiting.flatMap(\.queue.entries.runs) }
        let kept = again.reduce(0) { known.insert(ObjectIdentifier($1)).inserted ? $0 + $1.ids.count : $0 }
        return steps.reduce(kept) { sum, step in
            if case .restore = step.reversal { return sum + 1 }
            return step.reversal.runs.reduce(sum) {
                known.insert(ObjectIdentifier($1)).inserted ? $0 + $1.ids.count : $0
            }
        }
    }

    /// Forgets the changes made since a queue was set aside, and the setting aside itself.
    ///
    /// - Parameter number: The number of that queue.
    mutating func forget(since number: UInt64) {
        let first = steps.lastIndex { step in
            guard step.edit.kind == .play, case .exchange(let queue, _, _) = step.reversal else { return false }
            return queue.nextEntryNumber == number
        }
        forgetUndone()
        // If it has been forgotten, all remaining changes were made after it.
        steps.removeSubrange((first ?? steps.startIndex)...)
    }

    /// Forgets the changes of single entries since all entries were last removed: the queue that they left empty is
    /// about to be replaced by another one, in which they have no meaning.
    mutating func forgetSingleChanges() {
        forgetUndone()
        while let last = steps.last, last.reversal.concernsSingleEntries { steps.removeLast() }
    }

    mutating func takeLast() -> Step? { steps.popLast() }

    /// Notes a change that was just undone. If its queue exceeds the limit of entries, it cannot be repeated.
    mutating func noteUndone(_ change: Undone) {
        undone.append(change)
        if keptEntries > Self.entryLimit { forgetUndone() }
    }

    /// Returns the change that was undone last, as one that can be undone again.
    mutating func takeUndone() -> Undone? {
        guard let change = undone.popLast() else { return nil }
        steps.append(change.step)
        return change
    }

    mutating func forgetUndone() { undone = [] }
}

extension QueueHistory.Reversal {
    /// The entries of the whole queues that it keeps.
    fileprivate var runs: [QueueEntries.Run] {
        switch self {
        case .remove, .restore, .move: []
        case .bringBack(let former, _): former.entries.runs
        case .replace(let arrangement, _): arrangement.entries.runs
        case .exchange(let queue, _, let waiting): queue.entries.runs + waiting.flatMap(\.queue.entries.runs)
        }
    }

    fileprivate var isLarge: Bool { !runs.isEmpty }

    fileprivate var concernsSingleEntries: Bool {
        switch self {
        case .remove, .restore, .move, .bringBack: true
        case .replace, .exchange: false
        }
    }
}
