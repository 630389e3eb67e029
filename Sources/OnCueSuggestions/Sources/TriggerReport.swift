// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A report of a source in its own terms; ``TriggerInterpreter`` turns it into events.
package enum TriggerReport: Sendable, Equatable {
    /// The source has started, or is back: these devices can already be heard.
    case listed([SeenDevice])
    /// The source has started, or is back: these devices are already connected, whether they can be heard or not.
    case present([SeenDevice])
    /// The source is gone, and its earlier reports are void.
    case lost
    /// The device is connected; nothing can be heard in it yet.
    case linked(SeenDevice)
    case unlinked(TriggerDevice.ID)
    /// Sound can now reach it.
    case heard(SeenDevice)
    case unheard(TriggerDevice.ID)
    /// The marks of the network that the machine is in, each a salted hash; empty for none.
    case network(Set<String>)
    /// The location of the machine; only reported for a fresh position.
    case position(GeographicPosition)
    case willSleep
    case woke
    case unlocked
    case booted
    /// A time set by the user has come; with its name.
    case time(String)
}
