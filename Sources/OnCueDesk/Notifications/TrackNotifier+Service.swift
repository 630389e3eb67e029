// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

extension TrackNotifier: nonisolated NotificationService {
    @MediaActor
    package func notifications() throws -> NotificationSettings { settings }

    @MediaActor
    package func setNotifications(
        _ changes: NotificationChanges
    ) async throws -> NotificationSettings {
        var wanted = settings
        wanted.tracks = changes.tracks ?? wanted.tracks
        wanted.controls = changes.controls ?? wanted.controls
        try await set(wanted)
        return settings
    }
}
