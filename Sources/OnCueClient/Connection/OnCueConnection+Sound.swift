// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore

extension OnCueConnection: SoundClient {
    package func setRate(_ rate: Double) async throws(ClientError) {
        try await call("SetRate", of: ServiceNames.playback, [.double(rate)])
    }

    package func adjustRate(by difference: Double) async throws(ClientError) {
        try await call("AdjustRate", of: ServiceNames.playback, [.double(difference)])
    }

    package func setSleep(_ wish: SleepTimer.Wish?) async throws(ClientError) {
        let (mode, time): (String, Duration) =
            switch wish {
            case .after(let time): ("time", time)
            case .track: ("track", .zero)
            case .queue: ("queue", .zero)
            case nil: ("off", .zero)
            }
        try await call("SetSleep", of: ServiceNames.playback, [.string(mode), .int64(time.wholeMicroseconds)])
    }

    package func stopAfterEntry(_ isWanted: Bool) async throws(ClientError) {
        try await call("StopAfter", of: ServiceNames.playback, [.bool(isWanted)])
    }

    package func sound() async throws(ClientError) -> SoundPreferences {
        try preferences(try await call("GetSound", of: ServiceNames.sound), of: "GetSound")
    }

    package func setSound(_ setting: SoundSetting) async throws(ClientError) -> SoundPreferences {
        let reply = try await call("SetSound", of: ServiceNames.sound, [.dictionary(setting.wire)])
        return try preferences(reply, of: "SetSound")
    }

    package func resetSound() async throws(ClientError) -> SoundPreferences {
        try preferences(try await call("ResetSound", of: ServiceNames.sound), of: "ResetSound")
    }

    private func preferences(_ reply: [BusValue], of call: String) throws(ClientError) -> SoundPreferences {
        guard let values = reply.first?.dictionaryValue, let preferences = SoundPreferences(wire: values) else {
            throw .unexpectedAnswer(to: call)
        }
        return preferences
    }
}

extension SoundSetting {
    fileprivate var wire: [String: BusValue] {
        switch self {
        case .loudness(let mode): ["loudness": .string(mode.rawValue)]
        case .preamp(let decibels): ["preamp": .double(decibels)]
        case .preventsClipping(let isOn): ["preventClipping": .bool(isOn)]
        case .crossfade(let time): ["crossfade": .int64(time.wholeMicroseconds)]
        case .fade(let time): ["fade": .int64(time.wholeMicroseconds)]
        case .equalizer(let preset): ["equalizer": .string(preset.rawValue)]
        case .bands(let gains): ["bands": .array(gains.map { .double($0) }, of: "d")]
        case .skipsSilence(let isOn): ["skipSilence": .bool(isOn)]
        case .volumeCap(let volume): ["volumeCap": .double(volume)]
        }
    }
}

extension SoundPreferences {
    /// `nil` when something is missing or of another type.
    fileprivate init?(wire values: [String: BusValue]) {
        let dictionary = WireDictionary(values)
        guard let mode = dictionary.text("loudness").flatMap(SoundSettings.LoudnessMode.init),
            let preamp = dictionary.number("preamp"), let prevents = dictionary.flag("preventClipping"),
            let crossfade = dictionary.duration("crossfade"), let fade = dictionary.duration("fade"),
            let gains = values["bands"]?.arrayValue, let skips = dictionary.flag("skipSilence"),
            let cap = dictionary.number("volumeCap")
        else { return nil }
        self.init(
            settings: SoundSettings(
                loudness: mode, preamp: preamp, preventsClipping: prevents, crossfade: crossfade, fade: fade,
                equalizer: gains.map { $0.doubleValue ?? 0 }, skipsSilence: skips), volumeCap: cap)
    }
}
