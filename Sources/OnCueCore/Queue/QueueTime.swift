// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The playing time of the queue, at normal rate.
package struct QueueTime: Sendable, Equatable {
    /// The duration of all entries whose length is known.
    package var total: Duration
    /// The duration from the position of the current entry to the end, in the playing order; repetition is not counted.
    package var remaining: Duration
    /// The number of entries of unknown or unlimited length.
    package var unknownCount: Int

    package init(total: Duration = .zero, remaining: Duration = .zero, unknownCount: Int = 0) {
        self.total = total
        self.remaining = remaining
        self.unknownCount = unknownCount
    }
}

extension PlaybackQueue {
    /// The playing time of the entries before the current one in the playing order.
    ///
    /// - Complexity: O(n).
    private var heardTime: Duration {
        guard let current, let currentIndex else { return .zero }
        guard let order = shuffleOrder?.order, let turn = order.firstIndex(of: current) else {
            return entries[..<currentIndex].reduce(.zero) { $0 + ($1.track.duration ?? .zero) }
        }
        let heard = Set(order[..<turn])
        return entries.reduce(.zero) { heard.contains($1.id) ? $0 + ($1.track.duration ?? .zero) : $0 }
    }

    /// - Parameter position: The position in the current entry.
    /// - Complexity: O(n).
    func time(at position: Duration) -> QueueTime {
        var time = QueueTime()
        for entry in entries {
            if let duration = entry.track.duration { time.total += duration } else { time.unknownCount += 1 }
        }
        let passed = currentEntry?.track.duration.map { min(position, $0) } ?? .zero
        time.remaining = max(.zero, time.total - heardTime - passed)
        return time
    }
}

extension PlaybackStateMachine {
    /// Returns the playing time of the queue.
    package func queueTime(at now: ContinuousClock.Instant) -> QueueTime { queue.time(at: position(at: now)) }
}
