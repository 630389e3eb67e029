// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore

extension FakeService {
    func notifications() async throws(ClientError) -> NotificationSettings {
        try note("notifications").notifications
    }

    func setNotifications(
        tracks: NotificationSettings.Tracks?, controls: Bool?
    ) async throws(ClientError) -> NotificationSettings {
        let words = [tracks?.rawValue ?? "-", controls.map { "\($0)" } ?? "-"]
        var settings = try note("notifications " + words.joined(separator: " ")).notifications
        settings.tracks = tracks ?? settings.tracks
        settings.controls = controls ?? settings.controls
        return settings
    }
}
