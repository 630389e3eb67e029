// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("What can be set about sound")
struct SoundPreferencesTests {
    @Test("every curve with a name has ten gains within bounds, raises nothing, and is known by its gains")
    func presets() {
        for preset in EqualizerPreset.allCases {
            #expect(preset.gains.count == SoundSettings.bandCount)
            #expect(preset.gains.allSatisfy { SoundSettings.bandRange.contains($0) && $0 <= 0 }, "\(preset)")
            #expect(preset.gains.contains(0), "\(preset)")
            #expect(EqualizerPreset(gains: preset.gains) == preset)
        }
        #expect(EqualizerPreset(gains: [1, 2]) == nil)
    }

    @Test("what is within its bounds is taken")
    func inside() throws {
        try SoundPreferences().check()
        try SoundPreferences(
            settings: SoundSettings(
                preamp: -15, crossfade: .seconds(12), fade: .seconds(5),
                equalizer: [-24, 12] + [0, 0, 0, 0, 0, 0, 0, 0]),
            volumeCap: 1
        ).check()
    }

    @Test(
        "what is beyond them is refused, with what may be set",
        arguments: [
            (SoundSettings(preamp: 15.5), "the preamplifier must be from -15 to 15 dB"),
            (SoundSettings(preamp: .nan), "the preamplifier must be from -15 to 15 dB"),
            (SoundSettings(crossfade: .milliseconds(12_001)), "a crossfade must be from 0 to 12 s"),
            (SoundSettings(crossfade: .seconds(-1)), "a crossfade must be from 0 to 12 s"),
            (SoundSettings(fade: .seconds(6)), "a fade must be from 0 to 5 s"),
            (SoundSettings(equalizer: [0]), "the equalizer has 10 bands, but 1 gains were given"),
            (
                SoundSettings(equalizer: Array(repeating: 12.5, count: 10)),
                "a band of the equalizer must be from -24 to 12 dB"
            ),
        ])
    func outside(settings: SoundSettings, message: String) {
        let error = #expect(throws: PlaybackCommandError.self) { try SoundPreferences(settings: settings).check() }
        #expect(error == PlaybackCommandError(.invalidValue, message))
    }

    @Test("a volume for new devices is a part of the whole", arguments: [-0.1, 1.1, .infinity])
    func cap(volume: Double) {
        #expect(throws: PlaybackCommandError.self) { try SoundPreferences(volumeCap: volume).check() }
    }
}
