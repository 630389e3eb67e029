// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The settings of the sound, kept until they are changed.
package struct SoundSettings: Sendable, Equatable {
    /// The media whose measured loudness is evened out.
    package enum LoudnessMode: String, Sendable, CaseIterable {
        case off
        /// Every track is as loud as any other.
        case track
        /// Every album is as loud as any other; its quiet tracks stay quiet.
        case album
        /// As for albums if an album plays in its order, otherwise as for tracks.
        case auto
    }

    package var loudness: LoudnessMode
    /// Decibels added to the measured gain; -15 to 15.
    package var preamp: Double
    /// Whether everything is kept within full scale: a medium is amplified no further than its measured peak allows,
    /// everything is lowered by the largest gain of the equalizer, and the remaining peaks are limited.
    package var preventsClipping: Bool
    /// The duration of the crossfade between two media; zero for none, at most 12 s.
    package var crossfade: Duration
    /// The duration of the fade at a pause, a resumption, a stop or a jump; zero for none, at most 5 s.
    package var fade: Duration
    /// Ten gains in decibels, -24 to 12, for 29, 59, 119, 237, 474, 947, 1889, 3770, 7523 and 15011 Hz.
    package var equalizer: [Double]
    /// Whether long silences in spoken word are skipped.
    package var skipsSilence: Bool

    package static let crossfadeLimit: Duration = .seconds(12)
    package static let fadeLimit: Duration = .seconds(5)
    package static let preampRange = -15.0...15.0
    /// The maximum number of decibels by which a medium without a known peak is amplified: several scanners write +60
    /// and more for nearly silent media.
    package static let blindRaise = 15.0
    package static let bandRange = -24.0...12.0
    package static let bandCount = 10

    package init(
        loudness: LoudnessMode = .auto, preamp: Double = 0, preventsClipping: Bool = true,
        crossfade: Duration = .zero, fade: Duration = .zero,
        equalizer: [Double] = Array(repeating: 0, count: SoundSettings.bandCount), skipsSilence: Bool = false
    ) {
        self.loudness = loudness
        self.preamp = preamp
        self.preventsClipping = preventsClipping
        self.crossfade = crossfade
        self.fade = fade
        self.equalizer = equalizer
        self.skipsSilence = skipsSilence
    }
}

extension SoundSettings {
    /// Returns the factor, 1 for none, by which the samples of a medium are multiplied.
    ///
    /// - Parameters:
    ///   - measured: Its measured loudness, if known; without it the medium is not changed.
    ///   - prefersAlbum: Whether it plays as a part of its album.
    package func gain(for measured: ReplayGain?, prefersAlbum: Bool) -> Double {
        normalisation(of: measured, prefersAlbum: prefersAlbum) ?? 1
    }

    /// Returns the gain of a medium in decibels, rounded to 0.01; `nil` if its loudness is not normalised.
    ///
    /// - Parameters:
    ///   - measured: Its measured loudness, if known.
    ///   - prefersAlbum: Whether it plays as a part of its album.
    package func decibels(for measured: ReplayGain?, prefersAlbum: Bool) -> Double? {
        guard let factor = normalisation(of: measured, prefersAlbum: prefersAlbum) else { return nil }
        let steps = (Self.decibels(factor: factor) * 100).rounded()
        return steps == 0 ? 0 : steps / 100
    }

    /// Returns the factor that evens out the loudness of a medium; `nil` if there is none.
    private func normalisation(of measured: ReplayGain?, prefersAlbum: Bool) -> Double? {
        guard loudness != .off, let measured else { return nil }
        let isAlbum = loudness == .album || loudness == .auto && prefersAlbum
        let album = (gain: measured.albumGain, peak: measured.albumPeak)
        let track = (gain: measured.trackGain, peak: measured.trackPeak)
        let (first, second) = isAlbum ? (album, track) : (track, album)
        let chosen = first.gain != nil ? first : second
        guard let decibels = chosen.gain, decibels.isFinite else { return nil }
        let wanted = min(max(decibels, -60), 60) + preamp
        guard let peak = chosen.peak ?? measured.trackPeak, peak.isFinite, peak > 0 else {
            return Self.factor(decibels: min(wanted, Self.blindRaise))
        }
        let factor = Self.factor(decibels: wanted)
        return preventsClipping ? min(factor, max(1 / peak, Self.factor(decibels: -60))) : factor
    }

    /// Returns the amplitude factor for a number of decibels.
    package static func factor(decibels: Double) -> Double { exponential(decibels * 0.115_129_254_649_702_28) }

    /// Returns the decibels of an amplitude factor above zero.
    package static func decibels(factor: Double) -> Double {
        8.685_889_638_065_036_6 * (logarithm(factor.significand) + Double(factor.exponent) * 0.693_147_180_559_945_3)
    }

    /// Returns the natural logarithm of a number from 1 to 2, by its series; like ``exponential(_:)``, without C.
    private static func logarithm(_ x: Double) -> Double {
        let ratio = (x - 1) / (x + 1)
        var (power, sum) = (ratio, 0.0)
        for number in stride(from: 1.0, through: 33, by: 2) {
            sum += power / number
            power *= ratio * ratio
        }
        return 2 * sum
    }

    /// Returns e to the power of x, by halving; without the mathematics library, the core stays free of C.
    private static func exponential(_ x: Double) -> Double {
        guard x.magnitude > 0.5 else {
            var (term, sum) = (1.0, 1.0)
            for number in 1...14 {
                term *= x / Double(number)
                sum += term
            }
            return sum
        }
        let half = exponential(x / 2)
        return half * half
    }
}
