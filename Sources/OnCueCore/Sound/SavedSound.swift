// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The sound settings that survive a restart.
package struct SavedSound: Sendable, Equatable {
    package var preferences: SoundPreferences
    /// The rates of podcasts and audiobooks; those not listed play at normal rate.
    package var rates: [ContentIdentifier: Double]
    /// The volume of each device, 0 to 1, by ``AudioOutput/identifier``.
    package var volumes: [String: Double]
    /// The sleep timer; `nil` if none is set.
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

    /// A change of one part of it.
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
