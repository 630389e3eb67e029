// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore

extension OnCueConnection: NotificationClient {
    package func notifications() async throws(ClientError) -> NotificationSettings {
        try settings(try await call("GetNotifications", of: ServiceNames.notifications), of: "GetNotifications")
    }

    package func setNotifications(
        tracks: NotificationSettings.Tracks?, controls: Bool?
    ) async throws(ClientError) -> NotificationSettings {
        var changes: [String: BusValue] = [:]
        if let tracks { changes["tracks"] = .string(tracks.rawValue) }
        if let controls { changes["controls"] = .bool(controls) }
        let reply = try await call("SetNotifications", of: ServiceNames.notifications, [.dictionary(changes)])
        return try settings(reply, of: "SetNotifications")
    }

    private func settings(_ reply: [BusValue], of call: String) throws(ClientError) -> NotificationSettings {
        guard let values = WireDictionary(reply.first),
            let tracks = values.text("tracks").flatMap(NotificationSettings.Tracks.init),
            let controls = values.flag("controls")
        else { throw .unexpectedAnswer(to: call) }
        return NotificationSettings(tracks: tracks, controls: controls)
    }
}
