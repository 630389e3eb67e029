// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The last changes of the queue with what takes them back, newest last.
///
/// Small changes are kept as their opposite. A queue that was replaced or cleared is kept as it was, which copies
/// nothing: its entries are no longer shared with the queue by then.
struct QueueHistory: Sendable, Equatable {
    /// How many changes can be undone, one after the other.
    static let depth = 20

    /// What takes a change back.
    enum Reversal: Sendable, Equatable {
        case remove(Set<PlaybackQueue.EntryID>)
        /// With where it stood, if it was the current one.
        case restore(PlaybackQueue.RemovedEntry, Standing?)
        case move(PlaybackQueue.EntryID, to: Int)
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
        while steps.count > Self.depth || (steps.count > 1 && keptEntries > PlaybackQueue.capacity) {
            steps.removeFirst()
        }
    }

    /// How many entries are kept that are in the queue no more; what bounds the memory.
    private var keptEntries: Int {
        steps.reduce(0) { sum, step in
            switch step.reversal {
            case .remove, .restore, .move: sum + 1
            case .replace(let arrangement, _): sum + arrangement.entries.count
            case .exchange(let queue, _, let waiting):
                waiting.reduce(sum + queue.entries.count) { $0 + $1.queue.entries.count }
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

    mutating func takeLast() -> Step? { steps.popLast() }
}
