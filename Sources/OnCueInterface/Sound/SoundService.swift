// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The sound settings: `org.oncue.Sound1`.
package protocol SoundService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    func sound() async throws(Failure) -> SoundPreferences

    /// Changes the given settings; the rest is unchanged. The changes take effect at once, and are on disk when this
    /// returns.
    ///
    /// - Returns: All settings afterwards.
    /// - Throws: `invalidValue`, `storage`; then nothing has changed.
    func setSound(_ changes: SoundChanges) async throws(Failure) -> SoundPreferences

    /// Resets all sound settings to their defaults.
    ///
    /// - Returns: All settings afterwards.
    /// - Throws: `storage`; then nothing has changed.
    func resetSound() async throws(Failure) -> SoundPreferences

    /// Lowers the sound while something else should be heard, without changing the volume that is shown.
    ///
    /// It returns to normal by itself after the time, even if the caller has ended; a further call replaces the
    /// previous one.
    ///
    /// - Parameters:
    ///   - part: The factor of the volume, 0 to 1; 1 restores it.
    ///   - time: At most 30 seconds.
    /// - Throws: `invalidValue`.
    func lowerSound(to part: Double, for time: Duration) async throws(Failure)

    /// Returns the settings after each change, until the reader stops, beginning with the current ones.
    func soundUpdates() async -> AsyncStream<SoundUpdate>
}

/// Changes of sound settings.
package struct SoundChanges: Sendable, Equatable {
    package var loudness: SoundSettings.LoudnessMode?
    /// Decibels.
    package var preamp: Double?
    package var preventsClipping: Bool?
    package var crossfade: Duration?
    package var fade: Duration?
    /// Ten gains in decibels.
    package var bands: [Double]?
    /// A named curve, instead of ``bands``.
    package var equalizer: EqualizerPreset?
    package var skipsSilence: Bool?
    /// 0 to 1.
    package var volumeCap: Double?

    package init(
        loudness: SoundSettings.LoudnessMode? = nil, preamp: Double? = nil, preventsClipping: Bool? = nil,
        crossfade: Duration? = nil, fade: Duration? = nil, bands: [Double]? = nil, equalizer: EqualizerPreset? = nil,
        skipsSilence: Bool? = nil, volumeCap: Double? = nil
    ) {
        (self.loudness, self.preamp, self.preventsClipping) = (loudness, preamp, preventsClipping)
        (self.crossfade, self.fade, self.bands, self.equalizer) = (crossfade, fade, bands, equalizer)
        (self.skipsSilence, self.volumeCap) = (skipsSilence, volumeCap)
    }

    /// Returns the settings with these changes.
    ///
    /// - Throws: `invalidValue` for a value out of its bounds, and for a curve together with gains.
    package func applied(to preferences: SoundPreferences) throws(PlaybackCommandError) -> SoundPreferences {
        guard bands == nil || equalizer == nil else {
            throw PlaybackCommandError(
                .invalidValue, "equalizer and bands cannot be combined; use one of them")
        }
        var wanted = preferences
        wanted.settings.loudness = loudness ?? wanted.settings.loudness
        wanted.settings.preamp = preamp ?? wanted.settings.preamp
        wanted.settings.preventsClipping = preventsClipping ?? wanted.settings.preventsClipping
        wanted.settings.crossfade = crossfade ?? wanted.settings.crossfade
        wanted.settings.fade = fade ?? wanted.settings.fade
        wanted.settings.equalizer = bands ?? equalizer?.gains ?? wanted.settings.equalizer
        wanted.settings.skipsSilence = skipsSilence ?? wanted.settings.skipsSilence
        wanted.volumeCap = volumeCap ?? wanted.volumeCap
        try wanted.check()
        return wanted
    }
}

// MARK: On the bus

package enum SoundMethods {
    package static let get = Method<Nothing, Only<SoundPreferences>>(
        ServiceNames.sound, "GetSound", isRepeatable: true)
    package static let set = Method<Only<Strict<SoundChanges>>, Only<SoundPreferences>>(
        ServiceNames.sound, "SetSound", isRepeatable: true)
    package static let reset = Method<Nothing, Only<SoundPreferences>>(
        ServiceNames.sound, "ResetSound", isRepeatable: true)
    package static let lower = Method<Pair<Double, Duration>, Nothing>(
        ServiceNames.sound, "LowerSound", isRepeatable: true)
    package static let equalizers = Method<Nothing, Only<[EqualizerCurve]>>(
        ServiceNames.sound, "GetEqualizers", isRepeatable: true)
    package static let changed = Event<Only<SoundPreferences>>(ServiceNames.sound, "SoundChanged")

    package static func bindings<Service: SoundService>() -> [Binding<Service>] {
        [
            Binding(get) { service, _ in Only(try await service.sound()) },
            Binding(set) { Only(try await $0.setSound(try $1.value.understood())) },
            Binding(reset) { service, _ in Only(try await service.resetSound()) },
            Binding(lower) { service, wish in
                try await service.lowerSound(to: wish.first, for: wish.second)
                return Nothing()
            },
            Binding(equalizers) { _, _ in Only(EqualizerPreset.allCases.map(EqualizerCurve.init)) },
        ]
    }
}

/// A named curve of the equalizer.
package struct EqualizerCurve: Sendable, Equatable {
    package var name: String
    /// Ten gains in decibels.
    package var gains: [Double]

    package init(_ preset: EqualizerPreset) { (name, gains) = (preset.rawValue, preset.gains) }
}

extension EqualizerCurve: StructureForm {
    package static var blank: EqualizerCurve { EqualizerCurve(.flat) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name)
        fields("gains", &gains)
    }
}

extension SoundSettings.LoudnessMode: WireField {}
extension EqualizerPreset: WireField {}

extension SoundPreferences: DictionaryForm {
    package static var blank: SoundPreferences { SoundPreferences() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("loudness", &settings.loudness)
        fields("preamp", &settings.preamp)
        fields("preventClipping", &settings.preventsClipping)
        fields("crossfade", &settings.crossfade)
        fields("fade", &settings.fade)
        fields.derived("equalizer", EqualizerPreset(gains: settings.equalizer)?.rawValue ?? "own", .always)
        fields("bands", &settings.equalizer)
        fields("skipSilence", &settings.skipsSilence)
        fields("volumeCap", &volumeCap)
    }
}

extension SoundChanges: DictionaryForm {
    package static var blank: SoundChanges { SoundChanges() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("loudness", &loudness)
        fields("preamp", &preamp)
        fields("preventClipping", &preventsClipping)
        fields("crossfade", &crossfade)
        fields("fade", &fade)
        var gains = bands.map { WholeList($0) }
        fields("bands", &gains)
        bands = gains?.elements
        fields("equalizer", &equalizer)
        fields("skipSilence", &skipsSilence)
        fields("volumeCap", &volumeCap)
    }
}
