// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The last observations, oldest first; a new one takes the place of the oldest.
struct ObservationRing: Sendable, Equatable {
    let capacity: Int
    private var slots: [Observation] = []
    /// The index of the oldest one, once all slots are in use.
    private var oldest = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        slots.reserveCapacity(self.capacity)
    }

    var count: Int { slots.count }

    /// - Complexity: O(1).
    mutating func append(_ observation: Observation) {
        if slots.count < capacity {
            slots.append(observation)
        } else {
            slots[oldest] = observation
            oldest = oldest + 1 == capacity ? 0 : oldest + 1
        }
    }

    /// Calls `body` with each observation, oldest first.
    @inline(__always)
    func visit(_ body: (Observation) -> Void) {
        for index in oldest..<slots.count { body(slots[index]) }
        for index in 0..<oldest { body(slots[index]) }
    }

    /// Changes each observation.
    mutating func update(_ change: (inout Observation) -> Void) {
        for index in slots.indices { change(&slots[index]) }
    }
}
