// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What is kept about sound across a restart.
package struct SavedSound: Sendable, Equatable {
    package var preferences: SoundPreferences
    /// How fast a podcast or an audiobook is listened to; what is not here plays at its own rate.
    package var rates: [ContentIdentifier: Double]
    /// How loud each device was, 0 to 1, by ``AudioOutput/identifier``.
    package var volumes: [String: Double]
    /// When playing is to end; `nil` for not at all.
    package var sleep: SavedSleep?

    package init(
        preferences: SoundPreferences = SoundPreferences(), rates: [ContentIdentifier: Double] = [:],
        volumes: [String: Double] = [:], sleep: SavedSleep? = nil
    ) {
        self.preferences = preferences
        self.rates = rates
        self.volumes = volumes
        self.sleep = sleep
    }

    /// A part of it that has changed.
    package enum Change: Sendable, Equatable {
        case preferences(SoundPreferences)
        /// A rate of 1 is forgotten.
        case rate(ContentIdentifier, Double)
        case volume(output: String, Double)
        case sleep(SavedSleep?)
    }
}

extension SavedSound {
    package mutating func apply(_ change: Change) {
        switch change {
        case .preferences(let preferences): self.preferences = preferences
        case .rate(let item, let rate): rates[item] = rate == 1 ? nil : rate
        case .volume(let output, let volume): volumes[output] = volume
        case .sleep(let sleep): self.sleep = sleep
        }
    }
}

/// A sleep timer as it is kept: a moment by the clock on the wall, or an end that is waited for.
package enum SavedSleep: Sendable, Equatable {
    /// Seconds since 1970.
    case time(Int64)
    case track
    case queue
}
