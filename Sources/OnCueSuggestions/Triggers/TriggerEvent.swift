// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a source of triggers tells: a fact, not yet a reason to suggest anything.
package enum TriggerEvent: Sendable, Equatable {
    /// Who tells; the same device may be known to more than one of them.
    package enum Source: String, Sendable, CaseIterable {
        case bluetooth
        case sound
        case network
        case location
        case session
        case clock
    }

    /// The source has begun, or is there again: these devices are there already, so none of them has come.
    case listed(Source, heard: [TriggerDevice])
    /// The source is away; what it knew is not known any more.
    case lost(Source)
    /// The device is connected, but nothing can be heard in it yet.
    case linked(TriggerDevice)
    /// The connection has ended, whatever else is told of the device.
    case unlinked(TriggerDevice.ID)
    /// Sound can go there now.
    case heard(Source, TriggerDevice)
    /// Sound cannot go there any more, by what this source knows.
    case unheard(Source, TriggerDevice.ID)
    /// Where the machine is by what this source knows; `nil` for nowhere that has a name.
    case place(Source, String?)
    case willSleep
    case woke
    case unlocked
    case booted
    /// A time of day has come for which the person has asked.
    case time(String)
}
