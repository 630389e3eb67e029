// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueRuntime

extension FakeService {
    func sound() async throws(ClientError) -> SoundPreferences { try note("sound").sound }

    func soundUpdates() -> AsyncStream<SoundUpdate> {
        let state = current
        return state.isLive
            ? soundHub.listen(beginningWith: .changed(state.sound)) : Self.stream(state.soundUpdates)
    }

    func setSound(_ changes: SoundChanges) async throws(ClientError) -> SoundPreferences {
        let before = try note("sound \(changes.set)").sound
        do throws(PlaybackCommandError) {
            let sound = try changes.applied(to: before)
            change { $0.sound = sound }
            soundHub.tell(.changed(sound))
            return sound
        } catch {
            throw ServiceError(error)
        }
    }

    func lowerSound(to part: Double, for time: Duration) async throws(ClientError) {
        _ = try note("lower sound \(part)")
        guard (0...1).contains(part), (.zero ... .seconds(30)).contains(time) else {
            throw ClientError(.invalidValue, "sound can be lowered to 0 to 1 of the volume, for at most 30 seconds")
        }
    }

    func resetSound() async throws(ClientError) -> SoundPreferences {
        _ = try note("reset sound")
        change { $0.sound = SoundPreferences() }
        soundHub.tell(.changed(SoundPreferences()))
        return SoundPreferences()
    }
}

extension SoundChanges {
    /// The settings that are given, as text.
    fileprivate var set: String {
        Mirror(reflecting: self).children.compactMap { field in
            Mirror(reflecting: field.value).children.first.map { "\(field.label ?? "")(\($0.value))" }
        }.joined(separator: ", ")
    }
}
