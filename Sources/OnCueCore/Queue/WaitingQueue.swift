// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A queue that was set aside to play something else in between; it comes back when that has been heard.
package struct WaitingQueue: Sendable, Equatable {
    /// The maximum number of queues that can be set aside, one above the other; the oldest is dropped for another one.
    package static let limit = 5

    /// The number of the first entry that was played in between, so that no two queues have the same number.
    package let number: UInt64
    /// The queue with its modes at that time.
    package var queue: PlaybackQueue
    /// The position at which its current entry resumes.
    package var position: Duration
    /// The requested state of playback at that time.
    package var status: PlaybackStatus
    /// Whether playback was to end after its current entry.
    package var stopsAfterEntry = false

    package init(number: UInt64, queue: PlaybackQueue, position: Duration, status: PlaybackStatus) {
        self.number = number
        self.queue = queue
        self.position = position
        self.status = status
    }
}

extension WaitingQueue {
    /// A description of the queue that returns next, for display.
    package struct Summary: Sendable, Equatable {
        /// The title of its source, otherwise of its current entry.
        package var title: String
        /// The number of its entries.
        package var count: Int
        /// The number of queues set aside, including this one.
        package var depth: Int
        package var current: PlaybackQueue.EntryID?
    }

    /// Returns a description of a stack of queues, the next one last; `nil` if it is empty.
    static func summary(of waiting: [WaitingQueue]) -> Summary? {
        waiting.last.map { next in
            Summary(
                title: next.queue.context?.title ?? next.queue.currentEntry?.track.title ?? "",
                count: next.queue.entries.count, depth: waiting.count, current: next.queue.current)
        }
    }
}

extension PlaybackQueue {
    /// Replaces the queue by another state of it, but continues its numbering, so that new entries never reuse a
    /// number.
    mutating func become(_ other: PlaybackQueue) {
        let next = max(nextEntryNumber, other.nextEntryNumber)
        self = other
        nextEntryNumber = next
    }
}
