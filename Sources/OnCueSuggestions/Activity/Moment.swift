// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A moment with its known circumstances: local time, place, trigger and device.
///
/// The values are always valid: hours are wrapped into a day, weekdays into a week, and times that are not finite
/// numbers become 0.
package struct Moment: Sendable, Equatable {
    /// Seconds since some fixed moment; only differences count.
    package let time: Double
    /// Hours since midnight in local time, from 0 to below 24.
    package let hour: Double
    /// The day of the week, 0 for Monday to 6 for Sunday.
    package let weekday: Int
    /// The name of the present place; `nil` if it is unknown.
    package let place: String?
    /// The kind of trigger, such as "headphones" or "car"; `nil` for none.
    package let trigger: String?
    /// The name of the sound device; `nil` if it is unknown.
    package let device: String?

    /// Creates a moment from any numbers, and makes them valid.
    package init(
        time: Double, hour: Double, weekday: Int, place: String? = nil, trigger: String? = nil, device: String? = nil
    ) {
        self.time = time.isFinite ? min(max(time, -Self.farAway), Self.farAway) : 0
        let wrapped = hour.isFinite ? hour.truncatingRemainder(dividingBy: 24) : 0
        // A tiny negative hour wraps to 24 itself.
        self.hour = wrapped < 0 ? max(0, min(wrapped + 24, 24.0.nextDown)) : wrapped
        self.weekday = ((weekday % 7) + 7) % 7
        self.place = place
        self.trigger = trigger
        self.device = device
    }

    /// 30 million years, beyond which seconds cannot be distinguished.
    private static let farAway = 1e15

    /// Minutes since midnight, as a clock shows them.
    package var minute: Int { Self.minute(ofHour: hour) }

    /// Returns the minutes since midnight of hours. Fractions of an hour do not represent seconds exactly, so the
    /// second is rounded.
    package static func minute(ofHour hour: Double) -> Int { Int((hour * 3_600).rounded()) / 60 % (24 * 60) }

    /// Whether it is Saturday or Sunday.
    package var isWeekend: Bool { weekday >= 5 }
}
