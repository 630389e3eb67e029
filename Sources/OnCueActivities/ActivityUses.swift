// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Decides which turns to an activity count as uses to learn from. A program that makes its activities current all the
/// time must not displace everything else that was learnt.
package struct ActivityUses: Sendable {
    /// The time within which an activity counts once, in seconds.
    package static let pause: Int64 = 30 * 60
    /// The uses of a program that count within a day.
    package static let daily = 50

    /// The uses of the last day that counted.
    private var counted: [(name: Activity.Name, time: Int64)] = []

    package init() {}

    /// Notes that an activity became current, and returns whether to learn from it.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Complexity: O(uses of the last day).
    package mutating func admits(_ name: Activity.Name, at now: Int64) -> Bool {
        counted.removeAll { !(0..<CivilDate.secondsOfDay).contains(now - $0.time) }
        guard !counted.contains(where: { $0.name == name && now - $0.time < Self.pause }),
            counted.count(where: { $0.name.program == name.program }) < Self.daily
        else { return false }
        counted.append((name, now))
        return true
    }
}
