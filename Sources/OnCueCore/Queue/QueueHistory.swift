// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The last changes of the queue with what takes them back, newest last.
///
/// Small changes are kept as their opposite. A queue that was replaced or cleared is kept as it was; what several of these
/// have in common is there once.
struct QueueHistory: Sendable, Equatable {
    /// How many changes can be undone, one after the other.
    static let depth = 20
    /// How many entries are kept of queues that were replaced or cleared, each counted once; for more, the oldest changes
    /// are forgotten. The newest is kept whatever it takes.
    static let entryLimit = 2 * PlaybackQueue.capacity

    /// What takes a change back.
    enum Reversal: Sendable, Equatable {
        case remove(ClosedRange<PlaybackQueue.EntryID>)
        /// With where it stood, if it was the current one.
        case restore(PlaybackQueue.RemovedEntry, Standing?)
        case move(PlaybackQueue.EntryID, to: Int)
        /// One after the other, for a change of several entries.
        case several([Reversal])
        case replace(PlaybackQueue.Arrangement, Standing)
        /// With its modes, and with the queues that waited then.
        case exchange(PlaybackQueue, Standing, waiting: [WaitingQueue])
    }

    /// Where the current entry stood before the change.
    struct Standing: Sendable, Equatable {
        var position: Duration
        var status: PlaybackStatus
        /// What was current instead afterwards; `nil` where the change made it silent.
        var follower: PlaybackQueue.EntryID?
    }

    struct Step: Sendable, Equatable {
        var edit: QueueEdit
        var reversal: Reversal
    }

    private(set) var steps: [Step] = []

    mutating func note(_ edit: QueueEdit, _ reversal: Reversal) {
        steps.append(Step(edit: edit, reversal: reversal))
        if steps.count > Self.depth { steps.removeFirst() }
        // Counting takes a while, and only whole queues are worth it.
        guard reversal.isLarge else { return }
        while steps.count > 1, keptEntries > Self.entryLimit { steps.removeFirst() }
    }

    /// How many entries the changes hold; what bounds the memory.
    var keptEntries: Int {
        var known: Set<ObjectIdentifier> = []
        return steps.reduce(0) { sum, step in
            if case .restore = step.reversal { return sum + 1 }
            if case .several(let parts) = step.reversal { return sum + parts.count }
            return step.reversal.runs.reduce(sum) {
                known.insert(ObjectIdentifier($1)).inserted ? $0 + $1.ids.count : $0
            }
        }
    }

    /// Forgets the changes that have been made since a queue has to wait, and that it has to.
    ///
    /// - Parameter number: That of the waiting queue.
    mutating func forget(since number: UInt64) {
        let first = steps.lastIndex { step in
            guard step.edit.kind == .play, case .exchange(let queue, _, _) = step.reversal else { return false }
            return queue.nextEntryNumber == number
        }
        // Where it is not known any more, all that is has been done since.
        steps.removeSubrange((first ?? steps.startIndex)...)
    }

    /// Forgets the changes of single entries since all entries went last: the queue that they left empty is about to be
    /// another one, in which they mean nothing.
    mutating func forgetSingleChanges() {
        while let last = steps.last, last.reversal.concernsSingleEntries { steps.removeLast() }
    }

    mutating func takeLast() -> Step? { steps.popLast() }
}

extension QueueHistory.Reversal {
    /// The entries of whole queues that it keeps.
    fileprivate var runs: [QueueEntries.Run] {
        switch self {
        case .remove, .restore, .move, .several: []
        case .replace(let arrangement, _): arrangement.entries.runs
        case .exchange(let queue, _, let waiting): queue.entries.runs + waiting.flatMap(\.queue.entries.runs)
        }
    }

    fileprivate var isLarge: Bool {
        if case .several = self { true } else { !runs.isEmpty }
    }

    fileprivate var concernsSingleEntries: Bool {
        switch self {
        case .remove, .restore, .move, .several: true
        case .replace, .exchange: false
        }
    }
}
