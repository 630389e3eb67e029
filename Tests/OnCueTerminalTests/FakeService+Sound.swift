// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore

extension FakeService {
    func setRate(_ rate: Double) async throws(ClientError) { _ = try note("rate \(rate)") }
    func adjustRate(by difference: Double) async throws(ClientError) { _ = try note("rate by \(difference)") }

    func setSleep(_ wish: SleepTimer.Wish?) async throws(ClientError) {
        _ = try note("sleep " + (wish.map { "\($0)" } ?? "off"))
    }
    func stopAfterEntry(_ isWanted: Bool) async throws(ClientError) { _ = try note("stop after \(isWanted)") }

    func sound() async throws(ClientError) -> SoundPreferences { try note("sound").sound }

    func setSound(_ setting: SoundSetting) async throws(ClientError) -> SoundPreferences {
        var sound = try note("sound \(setting)").sound
        switch setting {
        case .loudness(let mode): sound.settings.loudness = mode
        case .preamp(let decibels): sound.settings.preamp = decibels
        case .preventsClipping(let isOn): sound.settings.preventsClipping = isOn
        case .crossfade(let time): sound.settings.crossfade = time
        case .fade(let time): sound.settings.fade = time
        case .equalizer(let preset): sound.settings.equalizer = preset.gains
        case .bands(let gains): sound.settings.equalizer = gains
        case .skipsSilence(let isOn): sound.settings.skipsSilence = isOn
        case .volumeCap(let volume): sound.volumeCap = volume
        }
        return sound
    }

    func resetSound() async throws(ClientError) -> SoundPreferences {
        _ = try note("reset sound")
        return SoundPreferences()
    }
}
