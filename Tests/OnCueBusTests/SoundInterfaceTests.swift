// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("The interface org.oncue.Sound1")
@MediaActor
struct SoundInterfaceTests {
    nonisolated private static let flat = BusValue.array(Array(repeating: .double(0), count: 10), of: "d")

    private func set(_ rig: ServiceRig, _ changes: [String: BusValue]) async throws -> [String: BusValue] {
        try await rig.call("SetSound", of: ServiceNames.sound, [.dictionary(changes)]).first?.dictionaryValue ?? [:]
    }

    @Test("everything is told with its types")
    func get() async throws {
        let rig = try await ServiceRig()

        let sound = try await rig.call("GetSound", of: ServiceNames.sound).first?.dictionaryValue

        #expect(
            sound == [
                "loudness": .string("auto"), "preamp": .double(0), "preventClipping": .bool(true),
                "crossfade": .int64(0), "fade": .int64(0), "bands": Self.flat, "equalizer": .string("flat"),
                "skipSilence": .bool(false), "volumeCap": .double(0.5),
            ])
    }

    @Test("what is set reaches the engine and the disk before the answer, and is told")
    func setting() async throws {
        let rig = try await ServiceRig()

        let sound = try await set(rig, ["crossfade": .int64(4_000_000), "equalizer": .string("voice")])

        #expect(sound["crossfade"] == .int64(4_000_000))
        #expect(sound["equalizer"] == .string("voice"))
        #expect(rig.engine.settings.crossfade == .seconds(4))
        #expect(rig.engine.settings.equalizer == EqualizerPreset.voice.gains)
        #expect(rig.soundStore.saved.preferences.settings == rig.engine.settings)
        await rig.settle()
        #expect(rig.signals("SoundChanged").map { $0.arguments.first?.dictionaryValue } == [sound])

        try await rig.call("ResetSound", of: ServiceNames.sound)
        #expect(rig.soundStore.saved.preferences == SoundPreferences())
    }

    @Test(
        "what does not fit is refused by name, and nothing is set",
        arguments: [
            ["loudness": BusValue.string("loud")], ["preamp": .string("3")], ["preamp": .double(.nan)],
            ["crossfade": .int64(12_000_001)], ["crossfade": .int64(-1)], ["fade": .int64(.max)],
            ["equalizer": .string("own")], ["bands": .strings(["1"])], ["bands": .array([.double(1)], of: "d")],
            ["equalizer": .string("voice"), "bands": SoundInterfaceTests.flat], ["volumeCap": .double(1.5)],
            ["bass": .double(1)], ["fade": .int64(300_000), "loud": .bool(true)],
        ])
    func refusal(changes: [String: BusValue]) async throws {
        let rig = try await ServiceRig()

        let error = await rig.failure { _ = try await set(rig, changes) }

        #expect(error?.name == "org.oncue.Error.InvalidValue")
        #expect(error?.message.isEmpty == false)
        #expect(rig.soundStore.saved == SavedSound())
        #expect(rig.engine.settings == SoundSettings())
    }

    @Test("a full disk is told, and it sounds as before")
    func fullDisk() async throws {
        let rig = try await ServiceRig()
        rig.soundStore.setFull(true)

        let error = await rig.failure { _ = try await set(rig, ["fade": .int64(300_000)]) }

        #expect(error?.name == "org.oncue.Error.Storage")
        #expect(rig.engine.settings == SoundSettings())
    }

    @Test("the curves that have a name are listed")
    func equalizers() async throws {
        let rig = try await ServiceRig()
        let rows = try await rig.call("GetEqualizers", of: ServiceNames.sound).first?.arrayValue ?? []
        #expect(rows.count == EqualizerPreset.allCases.count)
        #expect(rows.first?.arrayValue == [.string("flat"), Self.flat])
    }
}
