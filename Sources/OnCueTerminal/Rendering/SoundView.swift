// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore
internal import OnCuePhrases

/// The sound settings, as text and as JSON.
enum SoundView {
    static func rows(_ sound: SoundPreferences) -> [[String]] {
        let settings = sound.settings
        return [
            ["Loudness", settings.loudness.rawValue],
            ["Preamp", decibels(settings.preamp)],
            ["Clipping", settings.preventsClipping ? "prevented" : "allowed"],
            ["Crossfade", span(settings.crossfade)],
            ["Fade", span(settings.fade)],
            ["Equalizer", equalizer(settings)],
            ["Silence", settings.skipsSilence ? "skipped in spoken audio" : "played"],
            ["Cap", sound.volumeCap < 1 ? "\(percent(sound.volumeCap)) on a new device" : "off"],
        ]
    }

    private static func decibels(_ value: Double) -> String {
        (value > 0 ? "+" : "") + SpanText.decimal(value) + " dB"
    }

    private static func span(_ duration: Duration) -> String {
        duration > .zero ? SpanText.short(duration) : "off"
    }

    private static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded()))%" }

    private static func equalizer(_ settings: SoundSettings) -> String {
        EqualizerPreset(gains: settings.equalizer)?.rawValue
            ?? settings.equalizer.map(SpanText.decimal).joined(separator: " ")
    }

    static func json(_ sound: SoundPreferences) -> JSONValue {
        sound.json([
            "preamp": .places(2), "bands": .value(.array(sound.settings.equalizer.map { .rounded($0, places: 2) })),
            "volumeCap": .percent,
        ])
    }
}
