// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueNotifications
package import OnCueRuntime

/// Keeps notifications on the desktop while the service does not run, if the desktop can do that.
@MediaActor
package protocol NotificationKeeping: AnyObject {
    /// Whether private notifications can be left as well, because the desktop hides their details while the screen is
    /// locked.
    var hidesDetails: Bool { get }

    /// Leaves these on the desktop; an answer to one starts the service.
    func leave(_ notifications: [ShownNotification]) async

    /// Removes notifications that an earlier run has left.
    ///
    /// - Parameter keys: The keys of those that it may have left.
    func takeBack(_ keys: [String]) async
}
