// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A moment with what is known of it: the clock where the person is, and what is around them.
///
/// Whatever is given, the moment is sound: hours are wrapped into a day, weekdays into a week, and times that are no
/// numbers become 0.
package struct Moment: Sendable, Equatable {
    /// Seconds since some fixed moment; only differences count.
    package let time: Double
    /// Hours since midnight on the person's clock, from 0 to below 24.
    package let hour: Double
    /// The day of the week, 0 for Monday to 6 for Sunday.
    package let weekday: Int
    /// Where the person is, by the name that they gave the place; `nil` when that is not known.
    package let place: String?
    /// What brought the person here, as "headphones" or "car"; `nil` for nothing in particular.
    package let trigger: String?
    /// What the sound goes to, by its name; `nil` when that is not known.
    package let device: String?

    /// Takes any numbers, and makes them sound.
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

    /// 30 million years, beyond which seconds cannot be told apart.
    private static let farAway = 1e15

    /// Whether it is Saturday or Sunday.
    package var isWeekend: Bool { weekday >= 5 }
}
