// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore

/// Checks whether the clock is plausible; suggestions and the verification of web servers depend on it.
enum ClockChecks {
    /// 2020 and 2100, in seconds since 1970.
    private static let believable = 1_577_836_800..<4_102_444_800

    /// - Parameter isSynchronised: `nil` if unknown.
    static func check(_ seconds: Int, isSynchronised: Bool?) -> HealthCheck {
        guard believable.contains(seconds) else {
            return HealthCheck(
                "clock", .failed, "it shows \(year(seconds)), which cannot be right",
                advice: "set it: sudo timedatectl set-ntp true, or sudo date -s \"2026-01-31 20:00\"")
        }
        guard isSynchronised != false else {
            return HealthCheck(
                "clock", .warning, "it is not synchronised with a time server", advice: "sudo timedatectl set-ntp true")
        }
        return HealthCheck(
            "clock", .ok, isSynchronised == true ? "it is synchronised with a time server" : "it shows a plausible time"
        )
    }

    /// Seconds since 1970.
    static func now() -> Int { time(nil) }

    private static func year(_ seconds: Int) -> String {
        var (time, parts) = (time_t(seconds), tm())
        guard gmtime_r(&time, &parts) != nil else { return "no year" }
        return "the year \(parts.tm_year + 1900)"
    }
}
