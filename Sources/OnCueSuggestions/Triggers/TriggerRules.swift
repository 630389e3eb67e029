// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The times by which triggers go.
///
/// Defaults from how devices behave: profiles of Bluetooth come up to eight seconds after the link, and headsets with
/// two connections come and go within seconds.
package struct TriggerRules: Sendable, Equatable {
    /// How long after its connection a device may take until it can be heard.
    package var soundLimit: Duration = .seconds(8)
    /// A device that is not heard for less than this has not been away: profiles switch, links break.
    package var grace: Duration = .seconds(2)
    /// How long a device must have been away before it raises anything again.
    package var rearm: Duration = .seconds(60)
    /// What connects so soon after the machine woke up was there before.
    package var wakeBurst: Duration = .seconds(10)
    /// How long a place must be told before it counts.
    package var settle: Duration = .seconds(5)
    /// How long no place may be told before the last one counts as left.
    package var absence: Duration = .seconds(600)

    package init() {}
}
