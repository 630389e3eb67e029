// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The last episodes, oldest first; a new one takes the place of the oldest.
struct EpisodeRing: Sendable, Equatable {
    let capacity: Int
    private var slots: [Episode] = []
    /// The index of the oldest one, once all slots are in use.
    private var oldest = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        slots.reserveCapacity(self.capacity)
    }

    var count: Int { slots.count }

    /// - Complexity: O(1).
    mutating func append(_ episode: Episode) {
        if slots.count < capacity {
            slots.append(episode)
        } else {
            slots[oldest] = episode
            oldest = oldest + 1 == capacity ? 0 : oldest + 1
        }
    }

    /// Calls `body` with each episode, oldest first.
    @inline(__always)
    func visit(_ body: (Episode) -> Void) {
        for index in oldest..<slots.count { body(slots[index]) }
        for index in 0..<oldest { body(slots[index]) }
    }

    /// Changes each episode.
    mutating func update(_ change: (inout Episode) -> Void) {
        for index in slots.indices { change(&slots[index]) }
    }
}
