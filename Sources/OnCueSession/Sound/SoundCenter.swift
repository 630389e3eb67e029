// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime

/// Manages the sound settings: applies them to the engine at once, and saves them, together with the sound changes of
/// playback.
@MediaActor
package final class SoundCenter: nonisolated SoundService {
    package typealias Failure = any Error

    /// Sent with the preferences after every change.
    package let changes = Broadcast<SoundPreferences>()
    package private(set) var preferences: SoundPreferences

    private let engine: any PlaybackEngine
    private let controller: PlaybackController
    private let store: any SoundStoring
    private let keeper: SoundKeeper
    private let updates = StreamHub<SoundUpdate>(.newest(SoundUpdate.room))

    /// - Parameters:
    ///   - engine: The engine of the controller.
    ///   - saved: The preferences loaded from `store`.
    package init(
        engine: any PlaybackEngine, controller: PlaybackController, store: any SoundStoring, saved: SoundPreferences
    ) {
        self.engine = engine
        self.controller = controller
        self.store = store
        keeper = SoundKeeper(store: store)
        preferences = saved
        engine.apply(saved.settings)
        controller.onKeep = { [keeper] in keeper.keep($0) }
        controller.whenKept = { [keeper] in await keeper.finish() }
        changes.listen { [updates] in updates.tell(.changed($0)) }
    }

    /// Sets all preferences; the effect is audible at once, and on disk when this returns.
    ///
    /// - Throws: `storage`; the preferences are then as before, unless something else was set meanwhile.
    package func set(_ wanted: SoundPreferences) async throws(ContentError) {
        guard wanted != preferences else { return }
        let before = preferences
        use(wanted)
        do throws(ContentError) {
            try await store.keep(.preferences(wanted))
        } catch {
            if preferences == wanted { use(before) }
            throw error
        }
    }

    /// Returns when all sound changes of playback are on disk.
    package func finish() async {
        await keeper.finish()
    }

    // MARK: SoundService

    @MediaActor
    package func sound() async throws -> SoundPreferences { preferences }

    @MediaActor
    package func setSound(_ changes: SoundChanges) async throws -> SoundPreferences {
        try await set(try changes.applied(to: preferences))
        return preferences
    }

    @MediaActor
    package func resetSound() async throws -> SoundPreferences {
        try await set(SoundPreferences())
        return preferences
    }

    @MediaActor
    package func lowerSound(to part: Double, for time: Duration) async throws {
        guard (0...1).contains(part), (.zero...Self.longestLowering).contains(time) else {
            throw ServiceError(
                .invalidValue,
                "sound can be lowered to 0 to 1 of the volume, for at most "
                    + "\(Self.longestLowering.components.seconds) seconds; lower it again before that time is over")
        }
        controller.lower(to: part, for: time)
    }

    private static let longestLowering = Duration.seconds(30)

    @MediaActor
    package func soundUpdates() async -> AsyncStream<SoundUpdate> {
        updates.listen(beginningWith: .changed(preferences))
    }

    private func use(_ wanted: SoundPreferences) {
        if wanted.settings != preferences.settings { engine.apply(wanted.settings) }
        preferences = wanted
        controller.setVolumeCap(wanted.volumeCap)
        changes.send(wanted)
    }
}
