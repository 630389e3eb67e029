// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension OnCueConnection: SoundService {
    package func sound() async throws(ServiceError) -> SoundPreferences { try await read(SoundMethods.get) }

    package func setSound(_ changes: SoundChanges) async throws(ServiceError) -> SoundPreferences {
        try await call(SoundMethods.set, Only(Strict(changes))).value
    }

    package func resetSound() async throws(ServiceError) -> SoundPreferences { try await read(SoundMethods.reset) }

    package func lowerSound(to part: Double, for time: Duration) async throws(ServiceError) {
        _ = try await call(SoundMethods.lower, Pair(part, time))
    }

    package func soundUpdates() -> AsyncStream<SoundUpdate> {
        let link = link
        return link.stream(room: SoundUpdate.room) { continuation in
            await StateFollower(link, SoundMethods.get, SoundMethods.changed) { sound in
                continuation.yield(sound.map(SoundUpdate.changed) ?? .serviceLost)
            }.run()
        }
    }
}
