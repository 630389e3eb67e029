// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueNotifications
package import OnCueRuntime
package import OnCueSession

/// Says why something that was chosen in the search of a desktop could not be done: without a sound, and not kept.
@MediaActor
package final class FailureNotifier {
    private static let request = NotificationRequest.Name(ServiceNames.busName, "search-failure")
    /// In seconds.
    private static let lifetime: Int64 = 30

    private let notices: UserNotificationCenter

    /// - Parameter notices: What shows it.
    package init(notices: UserNotificationCenter) { self.notices = notices }

    /// Shows a failure in the place of the one before it.
    ///
    /// - Parameter reason: One line for people.
    package func show(_ reason: String) {
        var content = NotificationContent(
            title: "That did not work", body: reason.shortened(toBytes: NotificationLimits.bodyBytes),
            category: ServiceNews.trouble)
        content.expires = notices.now + Self.lifetime
        content.manner = NotificationManner(actions: [], isTransient: true)
        notices.post(NotificationRequest(Self.request, content))
    }
}
