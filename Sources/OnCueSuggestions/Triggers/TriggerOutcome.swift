// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What follows from an event.
package enum TriggerOutcome: Sendable, Equatable {
    /// The device will probably be heard in a moment: what it would be suggested can be made ready.
    case expect(TriggerDevice)
    /// It was expected, and does not come.
    case giveUp(TriggerDevice.ID)
    case raise(Trigger)
    /// What has raised it is over.
    case end(Trigger.ID)
    /// An event has raised nothing; told for those who want to know why.
    case pass(Why)

    /// Why an event has raised nothing.
    package enum Why: String, Sendable, CaseIterable {
        /// It was there when its source began.
        case wasThere = "was-there"
        /// It can be heard already by what another source tells.
        case joined
        /// It was away so short that it has not been away.
        case flapping
        /// It was away for less than a minute.
        case backSoon = "back-soon"
        /// Everything connects when the machine wakes up.
        case afterWake = "after-wake"
        /// Neither headphones nor a car.
        case noListener = "no-listener"
        /// It was connected, but nothing could be heard in it.
        case noSound = "no-sound"
        /// The machine has been there all the time.
        case samePlace = "same-place"
    }
}
