// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// What the kernel knows of the time of day.
package enum SystemClock {
    /// Whether a time server, or something like it, sets the clock; `nil` where the kernel must not be asked.
    ///
    /// As systemd sees it: a clock that is set has an error below 16 s, whatever the kernel was told to do with the
    /// clock of the hardware (adjtimex(2)).
    package static var isSet: Bool? {
        var clock = timex()
        guard unsafe adjtimex(&clock) >= 0 else { return nil }
        return clock.maxerror < 16_000_000
    }
}
