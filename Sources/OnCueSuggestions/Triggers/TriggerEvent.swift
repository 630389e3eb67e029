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

    /// The source has started, or is back: these devices were already there, so none of them has just connected.
    case listed(Source, heard: [TriggerDevice])
    /// The source is gone; its knowledge is void.
    case lost(Source)
    /// The device is connected, but nothing can be heard in it yet.
    case linked(TriggerDevice)
    /// The connection has ended, regardless of other reports about the device.
    case unlinked(TriggerDevice.ID)
    /// Sound can now reach it.
    case heard(Source, TriggerDevice)
    /// Sound can no longer reach it, according to this source.
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
