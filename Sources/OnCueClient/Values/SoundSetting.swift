// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// One thing that can be set about sound; the service looks at the bounds.
package enum SoundSetting: Sendable, Equatable {
    case loudness(SoundSettings.LoudnessMode)
    /// Decibels.
    case preamp(Double)
    case preventsClipping(Bool)
    case crossfade(Duration)
    case fade(Duration)
    case equalizer(EqualizerPreset)
    /// Ten gains in decibels.
    case bands([Double])
    case skipsSilence(Bool)
    /// 0 to 1.
    case volumeCap(Double)
}
