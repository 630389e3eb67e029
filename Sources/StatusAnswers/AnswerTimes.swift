// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The times in answers, as they were when the answers were written.
package struct AnswerTimes: Sendable, Equatable {
    /// The longest time without an update for which an advancing position is trusted: the daemon notes it every 5 s.
    package static let trust: Duration = .seconds(15)

    /// The time when the answers were written, on the clock that also runs while the machine sleeps.
    package var time: Duration
    /// The position of the current entry.
    package var position: Duration
    /// The speed at which the position advances; 0 if it does not.
    package var rate: Double
    /// The duration of the current entry, which the position does not exceed.
    package var duration: Duration?
    /// The time until the sleep timer ends playback.
    package var sleep: Duration?

    package init(
        time: Duration, position: Duration = .zero, rate: Double = 0, duration: Duration? = nil, sleep: Duration? = nil
    ) {
        self.time = time
        self.position = position
        self.rate = rate
        self.duration = duration
        self.sleep = sleep
    }

    /// The advancing times, at one moment.
    package struct Moment: Sendable, Equatable {
        package var position: Duration
        package var sleep: Duration

        package init(position: Duration, sleep: Duration) {
            self.position = position
            self.sleep = sleep
        }
    }

    /// Returns the times at a later moment; `nil` if too much may have happened since.
    package func moment(at now: Duration) -> Moment? {
        let passed = now - time
        guard passed >= .zero else { return nil }
        var (position, left) = (position, Duration.zero)
        if rate != 0 {
            guard passed <= Self.trust else { return nil }
            position += passed * rate
            if let duration { position = min(position, duration) }
        }
        if let sleep {
            // The timer is about to end playback, or just has.
            guard passed < sleep else { return nil }
            left = sleep - passed
        }
        return Moment(position: position, sleep: left)
    }
}
