// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackQueue {
    /// Records the source of all entries, which are in its order.
    ///
    /// - Complexity: O(n) in the length of the queue.
    mutating func fill(from context: PlaybackContext?) {
        self.context = context
        guard context?.count != nil else { return }
        entries = QueueEntries(
            entries.enumerated().map { Entry(id: $1.id, track: $1.track, contextNumber: $0 + 1) })
    }

    /// Sets the new title of the source of the entries.
    mutating func retitleContext(_ title: String) { context?.title = title }
}
