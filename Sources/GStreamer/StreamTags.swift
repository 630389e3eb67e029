// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The tags of a medium that players use.
package struct StreamTags: Sendable, Equatable {
    package var title: String?
    package var organization: String?
    /// Bits per second, as the medium states them.
    package var nominalBitRate: Int?
    /// The average bit rate in bits per second; for many media, the average of the data read so far.
    package var averageBitRate: Int?
    /// In decibels.
    package var trackGain: Double?
    /// As a fraction of full scale.
    package var trackPeak: Double?
    package var albumGain: Double?
    package var albumPeak: Double?

    package init() {}

    /// Extracts a gain from a comment such as `R128_TRACK_GAIN=-2560`: 1/256 dB towards -23 LUFS, as in Opus (RFC
    /// 7845), converted to a gain towards the -18 LUFS of ReplayGain 2. A gain that is set already is kept.
    package mutating func take(comment: String) {
        let parts = comment.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let steps = Int(parts[1]), (-32_768...32_767).contains(steps) else { return }
        let gain = Double(steps) / 256 + 5
        switch parts[0].uppercased() {
        case "R128_TRACK_GAIN": trackGain = trackGain ?? gain
        case "R128_ALBUM_GAIN": albumGain = albumGain ?? gain
        default: break
        }
    }

    /// Whether a measured loudness is known.
    package var hasLoudness: Bool { trackGain != nil || albumGain != nil }
}
