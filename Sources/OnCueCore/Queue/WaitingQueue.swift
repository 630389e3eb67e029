// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A queue that something else is played in between of; it comes back when that has been heard.
package struct WaitingQueue: Sendable, Equatable {
    /// How many wait at most, one for the other; the oldest is dropped for one more.
    package static let limit = 5

    /// The number of the first entry that was played in between, so that no two queues have the same one.
    package let number: UInt64
    /// With its modes, as they were.
    package var queue: PlaybackQueue
    /// Where its current entry goes on.
    package var position: Duration
    /// What a person wanted of it then.
    package var status: PlaybackStatus
    /// Playing was to end with its current entry.
    package var stopsAfterEntry = false

    package init(number: UInt64, queue: PlaybackQueue, position: Duration, status: PlaybackStatus) {
        self.number = number
        self.queue = queue
        self.position = position
        self.status = status
    }
}

extension WaitingQueue {
    /// What people are told of the queue that comes back next.
    package struct Summary: Sendable, Equatable {
        /// What it was filled from, else its current entry.
        package var title: String
        /// How many entries it has.
        package var count: Int
        /// How many queues wait, with this one.
        package var depth: Int
        package var current: PlaybackQueue.EntryID?
    }

    /// What waits in a stack of queues, the next one last; `nil` when none does.
    static func summary(of waiting: [WaitingQueue]) -> Summary? {
        waiting.last.map { next in
            Summary(
                title: next.queue.context?.title ?? next.queue.currentEntry?.track.title ?? "",
                count: next.queue.entries.count, depth: waiting.count, current: next.queue.current)
        }
    }
}

extension PlaybackQueue {
    /// Becomes what it was at another time; entries that are made from here on have numbers of their own all the same.
    mutating func become(_ other: PlaybackQueue) {
        let next = max(nextEntryNumber, other.nextEntryNumber)
        self = other
        nextEntryNumber = next
    }
}
