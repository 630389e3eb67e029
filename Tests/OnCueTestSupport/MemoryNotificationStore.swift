// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Keeps what is notified of in memory, or fails to.
package final class MemoryNotificationStore: NotificationSettingsStoring {
    private let state = Mutex((settings: NotificationSettings.off, isFull: false))

    package init() {}

    package var settings: NotificationSettings { state.withLock { $0.settings } }

    /// From now on nothing can be kept.
    package func fill() { state.withLock { $0.isFull = true } }

    package func load() async -> NotificationSettings { settings }

    package func save(_ settings: NotificationSettings) async -> Bool {
        state.withLock { state in
            if !state.isFull { state.settings = settings }
            return !state.isFull
        }
    }
}
