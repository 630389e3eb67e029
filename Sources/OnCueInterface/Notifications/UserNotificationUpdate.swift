// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An update of the notification centre.
package enum UserNotificationUpdate: Sendable, Equatable {
    /// The most updates that wait for a slow reader, which misses older ones.
    package static let room = 256

    /// The lists have changed.
    case changed
    /// A notification is about to be shown; a watching client may take it.
    case presented(NotificationRow)
    /// The user has answered.
    case responded(NotificationResponseRecord)
    /// The service, in another process, has ended; updates follow once it runs again.
    case serviceLost
}
