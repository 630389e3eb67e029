// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueNotifications
package import OnCueRuntime
package import OnCueSession

/// Shows why something that was chosen in the search of a desktop could not be done: without a sound, and not kept in a
/// list.
@MediaActor
package final class FailureNotifier {
    private static let request = NotificationRequest.Name(ServiceNames.busName, "search-failure")
    /// In seconds.
    private static let lifetime: Int64 = 30

    private let notices: NotificationCoordinator

    /// - Parameter notices: Shows the notification.
    package init(notices: NotificationCoordinator) { self.notices = notices }

    /// Returns a reason that came from elsewhere as the text of a notification: without control characters, and of
    /// bounded length.
    package nonisolated static func body(_ reason: String) -> String {
        let scalars = reason.unicodeScalars.map { $0 != "\n" && $0.isSteering ? " " : $0 }
        return String(String.UnicodeScalarView(scalars)).shortened(toBytes: NotificationLimits.bodyBytes)
    }

    /// Shows a failure, replacing the previous one.
    ///
    /// - Parameter reason: A text for people, with any characters.
    package func show(_ reason: String) {
        var content = NotificationContent(
            title: "That did not work", body: Self.body(reason),
            category: ServiceNews.trouble)
        content.expires = notices.now + Self.lifetime
        content.manner = NotificationManner(actions: [], isTransient: true)
        notices.post(NotificationRequest(Self.request, content))
    }
}
