// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The consequence of an event.
package enum TriggerOutcome: Sendable, Equatable {
    /// The device will probably be heard in a moment, so that its suggestion can be prepared.
    case expect(TriggerDevice)
    /// An expected device did not become audible.
    case giveUp(TriggerDevice.ID)
    case raise(Trigger)
    /// The cause of a trigger has ended.
    case end(Trigger.ID)
    /// An event has raised nothing; reported for diagnosis.
    case pass(Why)

    /// The reason why an event has raised nothing.
    package enum Why: String, Sendable, CaseIterable {
        /// It was present when its source started.
        case wasThere = "was-there"
        /// It can be heard already, according to another source.
        case joined
        /// It was away so briefly that this does not count.
        case flapping
        /// It was away for less than a minute.
        case backSoon = "back-soon"
        /// All devices connect when the machine wakes up.
        case afterWake = "after-wake"
        /// Neither headphones nor a car.
        case noListener = "no-listener"
        /// It was connected, but no sound could reach it.
        case noSound = "no-sound"
        /// The machine has been there all the time.
        case samePlace = "same-place"
    }
}
