// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension QueueEntries {
    /// A run of adjacent entries; immutable, so that it can be shared and compared by identity.
    final class Run: Sendable {
        /// The maximum number of entries in a run: few to copy, and few runs even in a full queue.
        static let limit = 256

        let entries: [PlaybackQueue.Entry]
        /// Their identifiers, where they can be searched quickly.
        let ids: [PlaybackQueue.EntryID]
        /// The range from the smallest to the largest identifier.
        let range: ClosedRange<PlaybackQueue.EntryID>

        /// Creates a run; `nil` if there are no entries.
        init?(_ entries: [PlaybackQueue.Entry]) {
            let ids = entries.map(\.id)
            guard let lowest = ids.min(), let highest = ids.max() else { return nil }
            self.entries = entries
            self.ids = ids
            range = lowest...highest
        }

        /// Divides entries into the smallest possible number of runs of about the same length.
        static func divided(_ entries: ArraySlice<PlaybackQueue.Entry>) -> [Run] {
            let parts = (entries.count + limit - 1) / limit
            return (0..<parts).compactMap { part in
                let start = entries.startIndex + entries.count * part / parts
                let end = entries.startIndex + entries.count * (part + 1) / parts
                return Run(Array(entries[start..<end]))
            }
        }
    }
}
