// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueNotifications
package import OnCueRuntime

/// Shows notifications, outside of the service.
@MediaActor
package protocol NotificationScreen: AnyObject {
    /// The word for it in lists: `desktop`.
    var name: String { get }
    /// The user has answered what is shown, or was until it was replaced a moment ago.
    var onAnswer: (@MediaActor (ShownNotification, NotificationAnswer) -> Void)? { get set }
    /// It can show something now, and shows nothing yet.
    var onReady: (@MediaActor () -> Void)? { get set }
    /// It does not show one any longer, though the user has not answered: it has expired, or the screen has no room.
    var onGone: (@MediaActor (_ name: NotificationRequest.Name, _ number: Int64) -> Void)? { get set }
    /// A button was pressed in a history of the screen, of one that is gone.
    var onStray: (@MediaActor (_ action: String, _ subject: String) -> Void)? { get set }

    /// Shows one, in place of the one with its key.
    ///
    /// - Parameter mark: What this returned for the same key before a restart of the service, so that what is still shown
    ///   is replaced; `nil` for none.
    /// - Returns: A mark by which it knows the notification again; `nil` if it did not take it. That it took it does not
    ///   mean that anybody has seen it.
    func show(_ notification: ShownNotification, replacing mark: String?) async -> String?

    /// Takes one away.
    func withdraw(_ key: String)

    /// Shows a number on the icon of a program; 0 takes it away.
    func showBadge(_ number: Int, of client: String)

    /// Shows on the icon of a program how much is done of what it is at, in percent; `nil` takes that away.
    func showProgress(_ percent: Int?, of client: String)
}

/// Reaches the programs whose notifications these are.
@MediaActor
package protocol NotificationPrograms: AnyObject {
    /// Returns whether a program runs, or can be started.
    func canReach(_ client: NotificationClient) async -> Bool

    /// Hands an answer to its program, which is started for it.
    ///
    /// - Throws: What the program says, or why it cannot be reached.
    func respond(_ response: NotificationResponse, to client: NotificationClient) async throws

    /// Lets the program complete a notification; `nil` if it has nothing to say.
    func complete(_ request: NotificationRequest, by client: NotificationClient) async -> NotificationContent?
}
