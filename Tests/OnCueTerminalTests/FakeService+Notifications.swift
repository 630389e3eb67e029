// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface

extension FakeService {
    func notifications() async throws(ServiceError) -> NotificationSettings {
        try note("notifications").notifications
    }

    func setNotifications(
        _ changes: NotificationChanges
    ) async throws(ServiceError) -> NotificationSettings {
        let words = [changes.tracks?.rawValue ?? "-", changes.controls.map { "\($0)" } ?? "-"]
        var settings = try note("notifications " + words.joined(separator: " ")).notifications
        settings.tracks = changes.tracks ?? settings.tracks
        settings.controls = changes.controls ?? settings.controls
        change { [settings] in $0.notifications = settings }
        return settings
    }
}
