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
            if case .replace(let arrangement, _) = step.reversal { sum + arrangement.entries.count } else { sum + 1 }
        }
    }

    mutating func takeLast() -> Step? { steps.popLast() }
}
