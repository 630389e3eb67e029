// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension PlaybackQueue {
    /// Notes what all entries came from, in its order.
    ///
    /// - Complexity: O(n) in the length of the queue.
    mutating func fill(from context: PlaybackContext?) {
        self.context = context
        guard context?.count != nil else { return }
        for index in entries.indices { entries[index].contextNumber = index + 1 }
    }
}
