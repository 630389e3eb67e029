// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The playback of a machine, with the time at which each position is heard, for machines that play in step with it.
package struct SharedTimeline: Sendable, Equatable {
    /// Changes whenever the other machines have to react: a pause, a jump, another entry.
    package var number: UInt64
    /// Identifies the queue; changes whenever its entries do.
    package var queue: UInt64
    /// The index of the current entry in that queue; `nil` if nothing should be heard.
    package var entry: Int?
    package var position: Duration
    /// The moment at which the position is heard, on the monotonic clock of a machine; `nil` while it is paused, and
    /// until it is heard.
    package var moment: Duration?
    package var rate: Double
    /// Whether it plays, whether or not it is heard yet.
    package var isPlaying: Bool
    /// The name of the machine.
    package var machine: String

    package init(
        number: UInt64, queue: UInt64 = 0, entry: Int?, position: Duration, moment: Duration? = nil, rate: Double = 1,
        isPlaying: Bool, machine: String = ""
    ) {
        (self.number, self.queue, self.entry) = (number, queue, entry)
        (self.position, self.moment, self.rate) = (position, moment, rate)
        (self.isPlaying, self.machine) = (isPlaying, machine)
    }

    /// Returns the position that is heard at a moment; `nil` if it is unknown.
    package func position(at moment: Duration) -> Duration? {
        guard let began = self.moment else { return isPlaying ? nil : position }
        return position + (moment - began) * rate
    }

    /// The largest position that is accepted: a hundred days.
    private static let longest: Duration = .seconds(100 * 86_400)

    /// The same without impossible values, which another machine may send.
    package var sound: SharedTimeline {
        var sound = self
        sound.position = min(max(.zero, position), Self.longest)
        sound.rate = rate.isFinite ? min(max(rate, 0.5), 3) : 1
        // The name is shown on one line.
        sound.machine = machine.shortened(toBytes: 64)
        if let moment, moment < .zero || moment > .seconds(1 << 40) || !isPlaying { sound.moment = nil }
        if let entry, entry < 0 || entry >= HandedQueue.capacity { sound.entry = nil }
        return sound
    }
}
