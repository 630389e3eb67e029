// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("What is set about sound")
@MediaActor
struct SoundCenterTests {
    private let engine = FakePlaybackEngine()
    private let store = MemorySoundStore()
    private let wanted = SoundPreferences(settings: SoundSettings(crossfade: .seconds(4)), volumeCap: 0.5)

    private func make(_ saved: SoundPreferences = SoundPreferences()) -> SoundCenter {
        let controller = PlaybackController(
            engine: engine, store: MemorySessionStore(), session: SavedSession(),
            sound: SavedSound(preferences: saved), seed: 1)
        return SoundCenter(engine: engine, controller: controller, store: store, saved: saved)
    }

    @Test("what was kept is given to the engine at the start")
    func start() {
        let center = make(wanted)

        #expect(engine.settings == wanted.settings)
        #expect(center.preferences == wanted)
    }

    @Test("is heard, kept when the call returns, and told")
    func setting() async throws {
        let center = make()
        var told: [SoundPreferences] = []
        center.changes.listen { told.append($0) }

        try await center.set(wanted)
        try await center.set(wanted)

        #expect(engine.settings == wanted.settings)
        #expect(store.changes.events == [.preferences(wanted)])
        #expect(told == [wanted])
    }

    @Test("sound is lowered for a time, and returns by itself, whatever has become of who asked for it")
    func lowering() async throws {
        let center = make()
        engine.forgetCalls()

        try await center.lowerSound(to: 0.25, for: .milliseconds(20))
        #expect(engine.calls.contains(.setVolume(0.25)))
        try await waitUntil("the sound has returned") { engine.calls.last == .setVolume(1) }

        try await center.lowerSound(to: 0, for: .seconds(30))
        try await center.lowerSound(to: 1, for: .zero)
        #expect(engine.calls.suffix(2) == [.setVolume(0), .setVolume(1)])
    }

    @Test("is as before when it cannot be kept")
    func fullDisk() async {
        let center = make()
        store.setFull(true)

        await #expect(throws: ContentError(.storage, "the disk is full")) { try await center.set(wanted) }

        #expect(center.preferences == SoundPreferences())
        #expect(engine.settings == SoundSettings())
    }

    @Test("does not reach the engine when only the volume of new devices changes")
    func capAlone() async throws {
        let center = make()
        engine.forgetCalls()

        try await center.set(SoundPreferences(volumeCap: 0.2))

        #expect(engine.calls.isEmpty)
        #expect(store.saved.preferences.volumeCap == 0.2)
    }

    @Test("The volume of a device that cannot be kept is told, and kept with room")
    func volumeOnFullDisk() async throws {
        let controller = PlaybackController(
            engine: engine, store: MemorySessionStore(), session: SavedSession(), seed: 1)
        let center = SoundCenter(engine: engine, controller: controller, store: store, saved: SoundPreferences())
        controller.noteDevice(
            AudioOutputDescription(identifier: "speakers", title: "Speakers", kind: .speakers, address: "s"))
        store.setFull(true)

        try controller.perform(.setVolume(0.3))
        await #expect(throws: PlaybackCommandError.self) { try await controller.saved() }
        store.setFull(false)
        try await controller.saved()

        #expect(store.saved.volumes["speakers"] == 0.3)
        withExtendedLifetime(center) {}
    }
}
