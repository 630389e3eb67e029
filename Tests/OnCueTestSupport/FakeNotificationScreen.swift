// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueNotifications
package import OnCueRuntime
internal import OnCueSession

/// A screen that remembers what it shows.
@MediaActor
package final class FakeNotificationScreen: NotificationScreen {
    package let name = "desktop"
    package var onAnswer: (@MediaActor (ShownNotification, NotificationAnswer) -> Void)?
    package var onReady: (@MediaActor () -> Void)?
    package var onGone: (@MediaActor (NotificationRequest.Name, Int64) -> Void)?
    package var onStray: (@MediaActor (_ action: String, _ subject: String) -> Void)?

    /// Whether it takes what it is to show.
    package var isThere = true
    /// Whether it has buttons.
    package var hasButtons = true
    /// All that it was to show, in order.
    package let log = EventLog<ShownNotification>()
    package let withdrawals = EventLog<String>()
    /// What is on it, by key.
    package private(set) var shown: [String: ShownNotification] = [:]
    /// The marks of what was to be replaced, by key.
    package private(set) var marks: [String: String] = [:]
    package private(set) var badges: [String: Int] = [:]
    /// What is on the icons of programs, in percent, and in which order it came.
    package let progresses = EventLog<Int?>()
    /// Whether it draws how much is done.
    package var hasGauge = true

    /// What happens elsewhere before it has what it is to show.
    package var meanwhile: (@MediaActor () async -> Void)?

    package init() {}

    package func show(_ notification: ShownNotification, replacing mark: String?) async -> String? {
        guard isThere, hasButtons || !notification.manner.needsButtons,
            hasGauge || notification.manner.needsGauge != true
        else { return nil }
        await meanwhile?()
        shown[notification.key] = notification
        marks[notification.key] = mark
        log.append(notification)
        return "mark of \(notification.key)"
    }

    package func withdraw(_ key: String) {
        shown[key] = nil
        withdrawals.append(key)
    }

    package func showBadge(_ number: Int, of client: String) { badges[client] = number }

    package func showProgress(_ percent: Int?, of client: String) { progresses.append(percent) }

    /// One that is shown leaves the screen by itself.
    package func lapse(_ notification: ShownNotification) {
        shown[notification.key] = nil
        onGone?(notification.name, notification.number)
    }

    /// The user presses one that is shown.
    package func press(_ notification: ShownNotification, _ answer: NotificationAnswer) {
        onAnswer?(notification, answer)
    }
}
