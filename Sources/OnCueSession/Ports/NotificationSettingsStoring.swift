// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Saves the notification settings across restarts.
package protocol NotificationSettingsStoring: Sendable {
    /// Returns the saved settings; everything is off if they cannot be read.
    func load() async -> NotificationSettings

    /// - Returns: False if the settings could not be saved.
    func save(_ settings: NotificationSettings) async -> Bool
}
