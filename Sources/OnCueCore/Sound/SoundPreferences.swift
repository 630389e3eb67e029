// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's sound preferences: the sound itself, and the initial volume of new devices.
package struct SoundPreferences: Sendable, Equatable {
    package var settings: SoundSettings
    /// The highest initial volume, 0 to 1, of a device that has never been used; 1 for no limit.
    package var volumeCap: Double

    package init(settings: SoundSettings = SoundSettings(), volumeCap: Double = 0.5) {
        self.settings = settings
        self.volumeCap = volumeCap
    }
}

extension SoundPreferences {
    /// Checks that all values are within their bounds.
    ///
    /// - Throws: `invalidValue`, with the valid values.
    package func check() throws(PlaybackCommandError) {
        try check(SoundSettings.preampRange, settings.preamp, "the preamplifier", "dB")
        try check(0...Self.seconds(SoundSettings.crossfadeLimit), Self.seconds(settings.crossfade), "a crossfade", "s")
        try check(0...Self.seconds(SoundSettings.fadeLimit), Self.seconds(settings.fade), "a fade", "s")
        try check(0...1, volumeCap, "the volume of a new device", "")
        guard settings.equalizer.count == SoundSettings.bandCount else {
            throw PlaybackCommandError(
                .invalidValue,
                "the equalizer has \(SoundSettings.bandCount) bands, but \(settings.equalizer.count) gains were given")
        }
        for gain in settings.equalizer { try check(SoundSettings.bandRange, gain, "a band of the equalizer", "dB") }
    }

    private func check(
        _ range: ClosedRange<Double>, _ value: Double, _ name: String, _ unit: String
    ) throws(PlaybackCommandError) {
        if value.isFinite, range.contains(value) { return }
        let unit = unit.isEmpty ? "" : " " + unit
        throw PlaybackCommandError(
            .invalidValue,
            "\(name) must be from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))\(unit)")
    }

    private static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }

    private static func text(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }
}
