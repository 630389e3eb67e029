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

    private let notices: NotificationCoordinator

    /// - Parameter notices: What shows it.
    package init(notices: NotificationCoordinator) { self.notices = notices }

    /// A reason that came from elsewhere, as the text of a notification: without control characters, in its bounds.
    package nonisolated static func body(_ reason: String) -> String {
        let scalars = reason.unicodeScalars.map { $0 != "\n" && $0.isSteering ? " " : $0 }
        return String(String.UnicodeScalarView(scalars)).shortened(toBytes: NotificationLimits.bodyBytes)
    }

    /// Shows a failure in the place of the one before it.
    ///
    /// - Parameter reason: For people; may have any characters.
    package func show(_ reason: String) {
        var content = NotificationContent(
            title: "That did not work", body: Self.body(reason),
            category: ServiceNews.trouble)
        content.expires = notices.now + Self.lifetime
        content.manner = NotificationManner(actions: [], isTransient: true)
        notices.post(NotificationRequest(Self.request, content))
    }
}
