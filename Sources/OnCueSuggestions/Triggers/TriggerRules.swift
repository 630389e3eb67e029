// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The time limits of triggers.
///
/// The defaults follow the behaviour of devices: profiles of Bluetooth are ready up to eight seconds after the link,
/// and headsets with two connections come and go within seconds.
package struct TriggerRules: Sendable, Equatable {
    /// The time after its connection within which a device must become audible.
    package var soundLimit: Duration = .seconds(8)
    /// A device that cannot be heard for less than this was not away: profiles switch, and links break.
    package var grace: Duration = .seconds(2)
    /// The time that a device must have been away before it raises anything again.
    package var rearm: Duration = .seconds(60)
    /// The time after a wake-up within which connections count as earlier ones.
    package var wakeBurst: Duration = .seconds(10)
    /// The time for which a place must be reported before it counts.
    package var settle: Duration = .seconds(5)
    /// The time without any place after which the last one counts as left.
    package var absence: Duration = .seconds(600)

    package init() {}
}
