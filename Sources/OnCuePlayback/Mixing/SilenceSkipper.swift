// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Decides which silences in spoken word are skipped: the part of each that is longer than a breath.
struct SilenceSkipper {
    /// 50 dB below full scale.
    static let threshold: Float = 0.003_2
    /// The part of a silence that is kept, in seconds.
    static let breath = 0.3

    private var silentFrames = 0

    /// Returns whether the next frames must be skipped.
    mutating func skips(_ frames: Int, peak: Float, rate: Int) -> Bool {
        guard peak < Self.threshold else {
            silentFrames = 0
            return false
        }
        silentFrames += frames
        return Double(silentFrames) > Self.breath * Double(rate)
    }
}
