// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// What a program can ask of the service about notifications.
package protocol NotificationClient: Sendable {
    func notifications() async throws(ClientError) -> NotificationSettings
    /// Sets what is given; the rest stays. It is on disk when this returns.
    ///
    /// - Returns: Everything as it is then.
    func setNotifications(
        tracks: NotificationSettings.Tracks?, controls: Bool?
    ) async throws(ClientError) -> NotificationSettings
}
