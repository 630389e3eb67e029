// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The modes of the sleep timer, as they are named on the bus, in files and in commands.
package enum SleepMode: String, Sendable, CaseIterable {
    case time
    case track
    case queue
    /// No timer.
    case off
}

/// The time or event at which playback ends automatically.
package enum SleepEnd<Time: Sendable & Equatable>: Sendable, Equatable {
    /// At this moment, or after this time, whether or not something plays until then.
    case time(Time)
    /// At the end of the current entry.
    case track
    /// At the end of the last entry of the queue, even if it would repeat.
    case queue

    /// - Parameter time: The time for the mode `time`, which requires it.
    /// - Returns: `nil` for no timer, and for that mode without a time.
    package init?(_ mode: SleepMode, _ time: Time?) {
        switch mode {
        case .time:
            guard let time else { return nil }
            self = .time(time)
        case .track: self = .track
        case .queue: self = .queue
        case .off: return nil
        }
    }

    package var mode: SleepMode {
        switch self {
        case .time: .time
        case .track: .track
        case .queue: .queue
        }
    }

    /// The time; `nil` if the timer waits for an event.
    package var time: Time? {
        if case .time(let time) = self { time } else { nil }
    }

    /// Returns the end with its time in another form.
    package func map<Other>(_ convert: (Time) -> Other) -> SleepEnd<Other> {
        switch self {
        case .time(let time): .time(convert(time))
        case .track: .track
        case .queue: .queue
        }
    }
}

/// A running sleep timer.
package typealias SleepTimer = SleepEnd<ContinuousClock.Instant>

/// A requested sleep timer, or the remaining time of one.
package typealias SleepWish = SleepEnd<Duration>

/// A sleep timer in storage form, with a time in seconds since 1970.
package typealias SavedSleep = SleepEnd<Int64>

extension SleepTimer {
    /// The maximum time of a timer.
    package static var limit: Duration { .seconds(24 * 3600) }

    /// - Parameter time: Seconds since 1970 at `now`.
    func saved(now: ContinuousClock.Instant, time: Int64) -> SavedSleep {
        map { time + ($0 - now).components.seconds }
    }

    /// Creates the timer from storage form; `nil` if its time is over, or exceeds the limit.
    init?(_ saved: SavedSleep, now: ContinuousClock.Instant, time: Int64) {
        if let end = saved.time {
            guard end > time, end - time <= Self.limit.components.seconds else { return nil }
        }
        self = saved.map { now + .seconds($0 - time) }
    }
}
