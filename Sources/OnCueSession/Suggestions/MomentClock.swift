// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueSuggestions

/// The clock in local time.
package struct MomentClock: Sendable {
    /// Seconds since 1970 now.
    package var now: @Sendable () -> Int64
    /// Hours since midnight, and the weekday, 0 for Monday to 6 for Sunday.
    package var local: @Sendable (Int64) -> (hour: Double, weekday: Int)

    package init(
        now: @escaping @Sendable () -> Int64, local: @escaping @Sendable (Int64) -> (hour: Double, weekday: Int)
    ) {
        self.now = now
        self.local = local
    }

    /// The clock of the machine, in its time zone.
    package static let system = MomentClock(
        now: { Int64(time(nil)) },
        local: { seconds in
            var (time, parts) = (time_t(seconds), tm())
            tzset()
            localtime_r(&time, &parts)
            let hour = Double(parts.tm_hour) + Double(parts.tm_min) / 60 + Double(parts.tm_sec) / 3600
            return (hour, (Int(parts.tm_wday) + 6) % 7)
        })

    package func moment(
        at time: Int64, place: String? = nil, trigger: String? = nil, device: String? = nil
    ) -> Moment {
        let (hour, weekday) = local(time)
        return Moment(
            time: Double(time), hour: hour, weekday: weekday, place: place, trigger: trigger, device: device)
    }
}
