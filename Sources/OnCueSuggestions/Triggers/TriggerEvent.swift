// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An event from a source of triggers: a fact, not yet a reason for a suggestion.
package enum TriggerEvent: Sendable, Equatable {
    /// The kinds of sources; more than one of them may know the same device.
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
    /// The source is gone; its knowledge is void.
    case lost(Source)
    /// The device is connected, but nothing can be heard in it yet.
    case linked(TriggerDevice)
    /// The connection has ended, whatever else is reported about the device.
    case unlinked(TriggerDevice.ID)
    /// Sound can go there now.
    case heard(Source, TriggerDevice)
    /// Sound can no longer go there, according to this source.
    case unheard(Source, TriggerDevice.ID)
    /// The place of the machine according to this source; `nil` for no named place.
    case place(Source, String?)
    case willSleep
    case woke
    case unlocked
    case booted
    /// A time of day set by the user has come.
    case time(String)
}
