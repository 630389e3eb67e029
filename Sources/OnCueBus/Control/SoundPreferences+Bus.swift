// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

extension SoundPreferences {
    /// The dictionary of `org.oncue.Sound1`.
    var busValues: [String: BusValue] {
        [
            "loudness": .string(settings.loudness.rawValue), "preamp": .double(settings.preamp),
            "preventClipping": .bool(settings.preventsClipping),
            "crossfade": .int64(settings.crossfade.wholeMicroseconds), "fade": .int64(settings.fade.wholeMicroseconds),
            "bands": .array(settings.equalizer.map { .double($0) }, of: "d"),
            "equalizer": .string(EqualizerPreset(gains: settings.equalizer)?.rawValue ?? "own"),
            "skipSilence": .bool(settings.skipsSilence), "volumeCap": .double(volumeCap),
        ]
    }

    /// Takes what a dictionary of the interface has; the rest stays as it is.
    ///
    /// - Throws: `InvalidValue` for a key that is not known and for a value of another type; bounds are not looked at.
    mutating func take(_ values: [String: BusValue]) throws(BusError) {
        if values["bands"] != nil, values["equalizer"] != nil {
            throw ControlError.invalidValue("equalizer and bands cannot be combined; use one of them")
        }
        for (key, value) in values {
            guard take(key, value) else { throw Self.refusal(of: key) }
        }
    }

    private mutating func take(_ key: String, _ value: BusValue) -> Bool {
        switch key {
        case "loudness": Self.set(&settings.loudness, value.stringValue.flatMap(SoundSettings.LoudnessMode.init))
        case "preamp": Self.set(&settings.preamp, value.doubleValue)
        case "preventClipping": Self.set(&settings.preventsClipping, value.boolValue)
        case "crossfade": Self.set(&settings.crossfade, value.intValue.map { .microseconds($0) })
        case "fade": Self.set(&settings.fade, value.intValue.map { .microseconds($0) })
        case "bands": Self.set(&settings.equalizer, value.arrayValue.map { $0.map { $0.doubleValue ?? .nan } })
        case "equalizer":
            Self.set(&settings.equalizer, value.stringValue.flatMap { EqualizerPreset(rawValue: $0)?.gains })
        case "skipSilence": Self.set(&settings.skipsSilence, value.boolValue)
        case "volumeCap": Self.set(&volumeCap, value.doubleValue)
        default: false
        }
    }

    private static func set<Value>(_ place: inout Value, _ value: Value?) -> Bool {
        guard let value else { return false }
        place = value
        return true
    }

    private static func refusal(of key: String) -> BusError {
        switch key {
        case "loudness":
            ControlError.invalidValue("loudness must be " + names(SoundSettings.LoudnessMode.allCases.map(\.rawValue)))
        case "equalizer":
            ControlError.invalidValue("equalizer must be " + names(EqualizerPreset.allCases.map(\.rawValue)))
        case "preamp", "preventClipping", "crossfade", "fade", "bands", "skipSilence", "volumeCap":
            ControlError.invalidValue("\(key) has the wrong type")
        default: ControlError.invalidValue("there is no setting \"\(key.prefix(200))\"")
        }
    }

    private static func names(_ names: [String]) -> String {
        names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}
