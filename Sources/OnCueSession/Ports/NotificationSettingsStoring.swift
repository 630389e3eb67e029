// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Keeps what a person wants to be notified of, across restarts.
package protocol NotificationSettingsStoring: Sendable {
    /// What was kept last; nothing is wanted where that cannot be read.
    func load() async -> NotificationSettings

    /// - Returns: False when it could not be kept.
    func save(_ settings: NotificationSettings) async -> Bool
}
