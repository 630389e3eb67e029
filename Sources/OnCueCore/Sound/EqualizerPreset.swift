// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A named curve of the equalizer.
///
/// None of them amplifies any band, so no preset makes the sound exceed full scale.
package enum EqualizerPreset: String, Sendable, CaseIterable {
    case flat, bass, treble, loudness, rock, pop, classical, jazz, electronic, voice

    /// Ten gains in decibels, as in ``SoundSettings/equalizer``.
    package var gains: [Double] {
        switch self {
        case .flat: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        case .bass: [0, 0, -1, -3, -5, -6, -6, -6, -6, -6]
        case .treble: [-6, -6, -6, -6, -6, -5, -3, -1, 0, 0]
        case .loudness: [0, -2, -5, -6, -7, -6, -6, -5, -2, -1]
        case .rock: [0, -1, -3, -6, -7, -6, -4, -2, -1, -1]
        case .pop: [-5, -3, -1, 0, -1, -3, -5, -5, -5, -5]
        case .classical: [0, -1, -2, -3, -4, -4, -4, -3, -2, -1]
        case .jazz: [0, -1, -2, -1, -4, -4, -3, -2, -1, 0]
        case .electronic: [0, -1, -4, -5, -7, -4, -5, -4, -1, 0]
        case .voice: [-10, -8, -6, -4, -2, 0, 0, -1, -3, -5]
        }
    }

    /// Creates the preset with these gains, or `nil` for a custom curve.
    package init?(gains: [Double]) {
        guard let preset = Self.allCases.first(where: { $0.gains == gains }) else { return nil }
        self = preset
    }
}
