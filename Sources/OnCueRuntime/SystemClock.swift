// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// The state of the system clock in the kernel.
package enum SystemClock {
    /// Whether the clock is set by a time server or the like; `nil` if the kernel cannot be asked.
    ///
    /// The criterion is that of systemd: a clock that is set has an error below 16 s, regardless of the kernel's
    /// setting for the hardware clock (adjtimex(2)).
    package static var isSet: Bool? {
        var clock = timex()
        guard unsafe adjtimex(&clock) >= 0 else { return nil }
        return clock.maxerror < 16_000_000
    }
}
