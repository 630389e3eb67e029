// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The time or event at which playback ends by itself.
package enum SleepTimer: Sendable, Equatable {
    /// At this moment, whether something plays until then or not.
    case time(ContinuousClock.Instant)
    /// At the end of the current entry.
    case track
    /// At the end of the last entry of the queue, even if it would repeat.
    case queue

    /// A requested sleep timer.
    package enum Wish: Sendable, Equatable {
        case after(Duration)
        case track
        case queue
    }

    /// The longest time that a timer runs.
    package static let limit = Duration.seconds(24 * 3600)
}

extension SleepTimer {
    /// - Parameter time: Seconds since 1970 at `now`.
    func saved(now: ContinuousClock.Instant, time: Int64) -> SavedSleep {
        switch self {
        case .time(let end): .time(time + (end - now).components.seconds)
        case .track: .track
        case .queue: .queue
        }
    }

    /// The timer that was saved; `nil` when it is over, or longer than any.
    init?(_ saved: SavedSleep, now: ContinuousClock.Instant, time: Int64) {
        switch saved {
        case .time(let end):
            guard end > time, end - time <= Self.limit.components.seconds else { return nil }
            self = .time(now + .seconds(end - time))
        case .track: self = .track
        case .queue: self = .queue
        }
    }
}
