// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
package import OnCueNotifications
internal import OnCueRuntime

/// The clocks of a machine, as notifications need them.
package struct NotificationClock: Sendable {
    package var now: @Sendable () -> NotificationTime
    /// Returns the offset of the local clock from UTC at a moment, in seconds, positive to the east.
    package var offset: @Sendable (Int64) -> Int64
    /// Waits until the wall clock shows a time, in seconds since 1970, or is set.
    package var sleep: @Sendable (Int64) async throws -> Void

    package init(
        now: @escaping @Sendable () -> NotificationTime, offset: @escaping @Sendable (Int64) -> Int64,
        sleep: @escaping @Sendable (Int64) async throws -> Void
    ) {
        (self.now, self.offset, self.sleep) = (now, offset, sleep)
    }

    /// Returns the clocks of this machine.
    ///
    /// - Parameter boot: The number of this start of the machine.
    package static func system(boot: String) -> NotificationClock {
        NotificationClock(
            now: {
                var uptime = timespec()
                unsafe clock_gettime(CLOCK_BOOTTIME, &uptime)
                return NotificationTime(wall: Int64(WallClock.now), uptime: Int64(uptime.tv_sec), boot: boot)
            },
            offset: { Int64(WallClock.offset(at: Int($0))) },
            sleep: { try await MediaActor.sleep(untilClock: Int($0)) })
    }
}
