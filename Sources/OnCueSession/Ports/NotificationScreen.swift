// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueNotifications
package import OnCueRuntime

/// Shows notifications, outside of the service.
@MediaActor
package protocol NotificationScreen: AnyObject {
    /// The name of the screen in lists, such as `desktop`.
    var name: String { get }
    /// Called when the user has answered a notification that is shown, or was shown until it was replaced a moment ago.
    var onAnswer: (@MediaActor (ShownNotification, NotificationAnswer) -> Void)? { get set }
    /// Called when the screen becomes able to show notifications, and shows none yet.
    var onReady: (@MediaActor () -> Void)? { get set }
    /// Called when a notification is no longer shown although the user has not answered it: it has expired, or the
    /// screen has no room.
    var onGone: (@MediaActor (_ name: NotificationRequest.Name, _ number: Int64) -> Void)? { get set }
    /// Called when a button of a notification that is gone was pressed, in a history of the screen.
    var onStray: (@MediaActor (_ action: String, _ subject: String) -> Void)? { get set }

    /// Shows a notification, in place of the one with the same key.
    ///
    /// - Parameter mark: The mark returned for the same key before a restart of the service, so that a notification
    ///   that is still shown is replaced; `nil` for none.
    /// - Returns: A mark by which the screen recognises the notification; `nil` if it did not accept it. Acceptance
    ///   does not mean that the user has seen it.
    func show(_ notification: ShownNotification, replacing mark: String?) async -> String?

    /// Removes a notification from the screen.
    func withdraw(_ key: String)

    /// Shows a number on the icon of a program; 0 removes it.
    func showBadge(_ number: Int, of client: String)

    /// Shows the progress of a program's task on its icon, in percent; `nil` removes it.
    func showProgress(_ percent: Int?, of client: String)
}

/// Reaches the programs to which notifications belong.
@MediaActor
package protocol NotificationPrograms: AnyObject {
    /// Returns whether a program runs, or can be started.
    func canReach(_ client: NotificationClient) async -> Bool

    /// Passes an answer to its program, which is started if necessary.
    ///
    /// - Throws: The error of the program, or the reason why it cannot be reached.
    func respond(_ response: NotificationResponse, to client: NotificationClient) async throws

    /// Lets the program complete a notification; `nil` if it changes nothing.
    func complete(_ request: NotificationRequest, by client: NotificationClient) async -> NotificationContent?
}
