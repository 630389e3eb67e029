// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// When a name, or an address that could not be listened on, is tried again.
///
/// A name that is not known is looked up with growing pauses. One that is known is looked up again when the machine has
/// other addresses: at once, and some times more, since those who answer for the name may learn of it later.
package struct LookupTimes: Sendable {
    package static let shortest: Duration = .seconds(15)
    package static let longest: Duration = .seconds(240)
    /// A machine gives one address up and gets another.
    package static let settling: Duration = .milliseconds(500)

    /// `nil` while nothing is to be tried.
    package private(set) var next: ContinuousClock.Instant?
    private var pause = Self.shortest
    private var isNews = false
    private let isName: Bool

    /// - Parameter isName: Not an address, which is tried with pauses that stay the same.
    package init(isName: Bool) { self.isName = isName }

    /// Notes that it was tried.
    ///
    /// - Parameter isFound: There is something to listen on.
    package mutating func noteTry(isFound: Bool, at now: ContinuousClock.Instant) {
        next = isFound && !isNews ? nil : now + pause
        guard isName else { return }
        if pause >= Self.longest { isNews = false }
        pause = min(pause * 2, Self.longest)
    }

    /// Notes that the machine has other addresses.
    package mutating func noteAddresses(at now: ContinuousClock.Instant) {
        guard isName else { return }
        (pause, isNews, next) = (Self.shortest, true, now + Self.settling)
    }
}
