// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An event after which suggestions may be raised.
package struct Trigger: Sendable, Equatable, Identifiable, Codable {
    /// Different for every trigger that one state machine makes.
    package typealias ID = UInt64

    /// The kind of event; other kinds may be added.
    package enum Kind: String, Sendable, CaseIterable, Codable {
        /// Headphones or a headset can be heard.
        case headphones
        /// A car's loudspeakers can be heard.
        case car
        /// The car is gone.
        case carLeft = "car-left"
        /// The machine has come to a place.
        case arrival
        /// The machine has left a place.
        case departure
        /// The user has unlocked the screen.
        case unlock
        /// The machine has slept.
        case wake
        /// The machine has started.
        case boot
        /// A time of day set by the user.
        case time

        /// Whether it lasts until something ends it: until the headphones are disconnected, or the place is left.
        package var lasts: Bool { self == .headphones || self == .car || self == .arrival }

        /// Whether it only concerns the machine or the user, so that suggestions for it are optional.
        package var isMoment: Bool { !lasts && self != .time }

        /// Whether it is about a place, and so has the name of one.
        package var isAboutPlace: Bool { self == .arrival || self == .departure }

        /// Whether it has a device, a place or a time with a name.
        package var canHaveName: Bool { self != .unlock && self != .wake && self != .boot }
    }

    package var id: ID
    package var kind: Kind
    /// The device that can be heard, or could until now; `nil` if no device is involved.
    package var device: TriggerDevice?
    /// The name of the place that was reached or left, or of the time; `nil` for other kinds.
    package var name: String?

    package init(id: ID, kind: Kind, device: TriggerDevice? = nil, name: String? = nil) {
        self.id = id
        self.kind = kind
        self.device = device
        self.name = name
    }
}
