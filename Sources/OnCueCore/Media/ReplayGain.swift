// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The measured loudness of a medium (ReplayGain 2.0); gains in decibels, peaks as a fraction of full scale.
package struct ReplayGain: Sendable, Equatable {
    package var trackGain: Double?
    package var trackPeak: Double?
    package var albumGain: Double?
    package var albumPeak: Double?

    package init(trackGain: Double?, trackPeak: Double?, albumGain: Double?, albumPeak: Double?) {
        self.trackGain = trackGain
        self.trackPeak = trackPeak
        self.albumGain = albumGain
        self.albumPeak = albumPeak
    }
}
