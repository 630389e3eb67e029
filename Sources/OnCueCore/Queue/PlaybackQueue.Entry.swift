// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackQueue {
    /// The identity of one entry; the same track may be in the queue twice, with two identities.
    ///
    /// Never reused for another entry of the same queue, even after a restart.
    package struct EntryID: Hashable, Sendable, Comparable {
        package let number: UInt64

        package init(_ number: UInt64) {
            self.number = number
        }

        package static func < (left: EntryID, right: EntryID) -> Bool { left.number < right.number }
    }

    /// One place in the queue.
    package struct Entry: Sendable, Equatable {
        package let id: EntryID
        package var track: Track
        /// The number in the context of the queue, counted from 1; `nil` for entries added later.
        package var contextNumber: Int?
        /// Whether the entry was added automatically to continue at the end of the queue.
        package var isSimilar: Bool

        package init(id: EntryID, track: Track, contextNumber: Int? = nil, isSimilar: Bool = false) {
            self.id = id
            self.track = track
            self.contextNumber = contextNumber
            self.isSimilar = isSimilar
        }
    }
}

extension PlaybackQueue.EntryID: CustomStringConvertible {
    package var description: String { String(number) }
}
