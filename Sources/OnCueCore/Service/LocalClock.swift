// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The time zone of this machine.
package enum LocalClock {
    /// Returns the number of seconds by which the local clock is ahead of UTC at a time, in seconds since 1970.
    package static func offset(at seconds: Int64) -> Int64 {
        var (moment, parts) = (time_t(seconds), tm())
        tzset()
        return unsafe localtime_r(&moment, &parts) == nil ? 0 : Int64(unsafe parts.tm_gmtoff)
    }
}
