// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Formats times as digits.
package enum TimeDigits {
    /// Returns `1:23` or `1:02:03`; fractions of a second are left out.
    package static func clock(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        let minutes = seconds / 60
        if minutes < 60 { return "\(minutes):\(twoDigits(seconds % 60))" }
        return "\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(seconds % 60))"
    }

    /// Returns seconds with three decimals.
    package static func seconds(_ duration: Duration) -> Double {
        ((duration / .seconds(1)) * 1000).rounded() / 1000
    }

    private static func twoDigits(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
}
