// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Schedules new attempts for a name, or for an address on which listening has failed.
///
/// An unknown name is looked up at growing intervals. A known name is looked up again when the addresses of the machine
/// change: at once, and a few more times, since name servers may learn of the change later.
package struct LookupTimes: Sendable {
    package static let shortest: Duration = .seconds(15)
    package static let longest: Duration = .seconds(240)
    /// The time to wait after a change, as a machine may give up one address before it gets another.
    package static let settling: Duration = .milliseconds(500)

    /// The time of the next attempt, or `nil` if none is needed.
    package private(set) var next: ContinuousClock.Instant?
    private var pause = Self.shortest
    private var isNews = false
    private let isName: Bool

    /// - Parameter isName: Whether this is a name; an address is tried at constant intervals.
    package init(isName: Bool) { self.isName = isName }

    /// Notes an attempt.
    ///
    /// - Parameter isFound: Whether there is something to listen on.
    package mutating func noteTry(isFound: Bool, at now: ContinuousClock.Instant) {
        next = isFound && !isNews ? nil : now + pause
        guard isName else { return }
        if pause >= Self.longest { isNews = false }
        pause = min(pause * 2, Self.longest)
    }

    /// Notes that the addresses of the machine have changed.
    package mutating func noteAddresses(at now: ContinuousClock.Instant) {
        guard isName else { return }
        (pause, isNews, next) = (Self.shortest, true, now + Self.settling)
    }
}
