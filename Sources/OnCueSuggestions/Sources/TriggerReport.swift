// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a source of triggers tells in its own words; ``TriggerInterpreter`` makes events of it.
package enum TriggerReport: Sendable, Equatable {
    /// The source has begun, or is there again: these devices can be heard already.
    case listed([SeenDevice])
    /// The source is away, and nothing is known of what it told.
    case lost
    /// The device is connected; nothing can be heard in it yet.
    case linked(SeenDevice)
    case unlinked(TriggerDevice.ID)
    /// Sound can go there now.
    case heard(SeenDevice)
    case unheard(TriggerDevice.ID)
    /// The marks of the network that the machine is in, each a salted hash; empty for none.
    case network(Set<String>)
    /// Where the machine is; told only for a position that is fresh.
    case position(GeographicPosition)
    case willSleep
    case woke
    case unlocked
    case booted
    /// A time has come for which the person has asked, by the name of the time.
    case time(String)
}
