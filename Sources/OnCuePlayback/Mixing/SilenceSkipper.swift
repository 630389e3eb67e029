// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides which silence of what is spoken is left out: all that goes on longer than a breath.
struct SilenceSkipper {
    /// 50 dB below full scale.
    static let threshold: Float = 0.003_2
    /// How much of a silence is kept, in seconds.
    static let breath = 0.3

    private var silentFrames = 0

    /// True when the next frames are to be left out.
    mutating func skips(_ frames: Int, peak: Float, rate: Int) -> Bool {
        guard peak < Self.threshold else {
            silentFrames = 0
            return false
        }
        silentFrames += frames
        return Double(silentFrames) > Self.breath * Double(rate)
    }
}
